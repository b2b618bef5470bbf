// Order Challenge, 1 to 9, as a game of boardgame.io: the peer of benchmarks/server.py --peer.
//
//     node boardgame.js PORT [DIRECTORY]
//
// With a directory, matches are kept in files there; otherwise in memory. Rounds follow each other in one match,
// with the seats swapped, as they do on the other side.

const { FlatFile, Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const RANGE = 9;

const fresh = (first) => ({ first, pool: Array.from({ length: RANGE }, (_, i) => i + 1), tops: [0, 0] });

const OrderChallenge = {
  name: "order-challenge",
  setup: () => fresh(0),
  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: {
      first: () => 0,
      // The next round begins with the other player; otherwise players take turns.
      next: ({ G, ctx }) => (G.pool.length === RANGE ? G.first : 1 - ctx.playOrderPos),
    },
  },
  moves: {
    play: {
      // Without this a client would have to guess what the server makes of a move; ours does not guess.
      client: false,
      move: ({ G, playerID }, number) => {
        const mine = Number(playerID);
        if (!G.pool.includes(number) || number <= G.tops[mine]) return INVALID_MOVE;
        G.pool = G.pool.filter((each) => each !== number);
        G.tops[mine] = number;
        const theirs = G.tops[1 - mine];
        if (!G.pool.some((each) => each > theirs)) Object.assign(G, fresh(1 - G.first));
      },
    },
  },
};

const [port, directory] = process.argv.slice(2);
const db = directory ? new FlatFile({ dir: directory }) : undefined;
const server = Server({ games: [OrderChallenge], db, origins: [/.*/] });
server.run(Number(port), () => console.log("ready"));

"""Reactions between players: a few words from a fixed set, which are not saved."""

from pathlib import Path

from tests.server.running import play, running


def test_players_send_reactions_from_a_fixed_set_only(tmp_path: Path) -> None:
    async def check() -> None:
        async with running(f"sqlite:///{tmp_path}/server.db") as server:
            id, one, two = await server.begin()
            lives = [await server.live(id, token=token) for token in (one, two)]
            watcher = await server.live(id)
            for live in (*lives, watcher):
                await live.next("welcome")
            await lives[0].send(type="react", reaction="well-played")
            for live in (*lives, watcher):
                told = await live.next("reaction")
                assert (told["participant"], told["reaction"]) == (1, "well-played")
            # They are not saved, and a pending move is still in time.
            assert (await server.get(id)).json()["seq"] == 1
            # Free text, and reactions of spectators, are refused.
            await lives[1].send(type="react", reaction="<b>buy this</b>")
            assert (await lives[1].next("refused"))["error"]["code"] == "bad-request"
            await watcher.send(type="react", reaction="hello")
            assert (await watcher.next("refused"))["error"]["code"] == "no-token"
            # Reactions from another process are forwarded; those from this process are not repeated.
            updates = server.application.updates
            updates.heard(f"other {id}:2:thanks")
            assert (await lives[0].next("reaction"))["reaction"] == "thanks"
            updates.heard(f"{updates.name} {id}:2:wow")
            updates.heard(f"other {id}:2:oops")
            assert (await lives[0].next("reaction"))["reaction"] == "oops"
            for live in (*lives, watcher):
                await live.close()

    play(check)


def test_too_many_reactions_are_delayed(tmp_path: Path) -> None:
    async def check() -> None:
        async with running(f"sqlite:///{tmp_path}/server.db", messages_burst=40, messages=0.1) as server:
            id, one, _ = await server.begin()
            live = await server.live(id, token=one)
            await live.next("welcome")
            for _ in range(6):
                await live.send(type="react", reaction="hello")
            said = 0
            while (await live.next("reaction", "refused"))["type"] == "reaction":
                said += 1
            assert said <= 4
            await live.close()

    play(check)

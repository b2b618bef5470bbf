"""The longest chain over HTTP. The server stores nothing: each request contains the chain."""

from __future__ import annotations

from outnumber.api import bodies, queries
from outnumber.api.chains import BestChain, ChainHintModel, ChainModel
from outnumber.games import Phrase
from outnumber.language.chains import known, why
from outnumber.study.chains.best import OFFERED, best
from outnumber.study.chains.chain import LINK, Chain
from outnumber.workers.study_jobs import chain_hint

from .endpoints import Api, Call

api = Api(422)


@api.at("/api/chain", "chain")
async def chain(call: Call, asked: bodies.ChainChange) -> ChainModel:
    """A chain after a change, and what fits where."""
    link = offered(asked.link)
    now = Chain.of(asked.range, link, asked.chain)
    if asked.do == "reverse":
        now = now.reverse()
    elif asked.do == "insert":
        now = now.insert(asked.number, asked.after)
    elif asked.do:
        now = getattr(now, asked.do)(asked.number)
    return ChainModel.of(now, best(asked.range, link), call.voice)


@api.at("/api/chain/hint", "chain-hint", ChainHintModel)
async def hint(call: Call, asked: bodies.ChainAsked) -> bytes:
    """A way to make a chain longer."""
    chain = Chain.of(asked.range, offered(asked.link), asked.chain)
    link = [*map(str, chain.links.criteria)]
    return await call.solved(chain_hint, chain.range, link, [*chain.numbers])


@api.at("/api/chain/best", "chain-best")
async def longest(call: Call, asked: queries.ChainQuery) -> BestChain:
    """The longest known chain, and whether it is proven."""
    found = best(asked.range, offered(asked.link))
    text = [*known(found, call.voice)[:1], *why(found, call.voice)]
    return BestChain.of(found, text=text)


def offered(link: object) -> tuple[str, ...]:
    """The criteria with known results for every range; raises `OptionError` for others."""
    read: tuple[str, ...] = LINK.read(link)
    if read not in OFFERED:
        names = [",".join(each) for each in OFFERED]
        raise LINK.bad(",".join(read), Phrase("choose {names:or}.", names=names))
    return read

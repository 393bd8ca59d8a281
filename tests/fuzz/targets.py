"""Readers with inputs that they take and words that mean something to them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from musodds.cli import tell_refusal

from musodds.errors import InputError

from . import readers

LONGEST = 1500  # characters of the one line
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Target:
    """A reader, inputs that it takes, and words that mean something to it."""

    read: Callable[[bytes], object]
    seeds: tuple[bytes, ...]
    words: tuple[str, ...] = ()


def check(target: Target, data: bytes) -> None:
    """Let a reader read; what it refuses it must refuse as is told in docs/hardening.md."""
    try:
        target.read(data)
    except InputError as error:
        line = tell_refusal(error)
        assert "; expected " in line, line
        assert "; example: " in line, line
        assert line.isprintable(), line
        assert len(line) <= LONGEST, line


def _told_of_strategy() -> bytes:
    from musodds.solver.four.files import read_told
    from musodds.strategies import shipped_folder

    return json.dumps(read_told(next(iter(sorted(shipped_folder().glob("*.npz")))))).encode()


_DOCS = ROOT / "docs"
_LOCK = b'[[lock]]\nseat = "postre"\nlance = "juego"\nwhen = "envite"\nhands = "juego,!31"\nplay = '
_WHOLE = (
    b"# rules = naipera\n# deck = R x8, C x4, S x4, 7 x4, 6 x4, 5 x4, 4 x4, A x8\n# players = 4\n"
    b"round,seat,hand,cut,discards\n1,mano,RRRR,1.0,RRR:1.0\n1,mano,7654,0.0,-:1.0\n"
)
_BETS = (
    "ORD",
    "mano ",
    "segundo ",
    "envido ",
    "2",
    "hordago",
    "nere gatik tira",
    "q",
    "+5",
    "biak ",
)
_HANDS = ("duples ", "medias R+", "31", "juego>=40", "grande>=RRC", "RRxx", ":0.5", "!", ",", "any")
_JSON = ("null", "1e999", "-1", '"', "[[", "{}", "true", "NaN", "99999999999999999999")
_TOML = ("[[", "]]", " = ", "'", '"""', "{", "}", "[", "0x", "1979-05-27", "inf", "nan", "true")


@cache
def targets() -> dict[str, Target]:
    """Return the targets by name."""
    friends, game = ((_DOCS / name).read_bytes() for name in ("friends.toml", "game.mus"))
    match = (
        b'{"schema": "musodds.match/1", "rules": {"kings": 4}, "pairs": ["1", "2"], "hands": []}'
    )
    return {
        "rules": Target(
            readers.read_rules,
            (b'base = "ffm"\nkings = 8\ntarget = 30\nsenas = "none"\n',),
            (*_TOML, "base", "max_bet", "real = 'sota-oros'", "wild", "deal = 'five'", "games"),
        ),
        "set": Target(readers.read_set, (b"kings=4", b"target = 30"), ("max_bet", "none", *_TOML)),
        "style": Target(
            readers.read_style,
            (friends, b'base = "usual"\nshares = [0.3]\n'),
            (*_TOML, *_HANDS),
        ),
        "policy": Target(readers.read_policy, (_WHOLE,), ("mano", ",", "RRRR", "nan", "1e9")),
        "record": Target(
            readers.read_record,
            (game,),
            (*_BETS, "deal: ", "hand\n", "throw: ", "draw: ", "?", "says: "),
        ),
        "lock": Target(
            readers.read_lock,
            (_LOCK + b"{quiero = 1.0}\n", _LOCK + b'{paso = 0.7, "envido 2" = 0.3}\n'),
            (*_TOML, *_HANDS, "opening"),
        ),
        "config": Target(readers.read_config, (b'rules = "ehmf"\nlanguage = "eu"\n',), _TOML),
        "match": Target(readers.read_match, (match,), _JSON),
        "results": Target(
            readers.read_results,
            (b"board,table,pair13,pair24,tantos13,tantos24\n1,A,Ane,Jon,7,2\n",),
            ("ordago", ",", "1,B,", '"'),
        ),
        "sightings": Target(
            readers.read_sightings,
            (b"seat,said,hand,threw,kept,round,player\nmano,mus,RRCA,2,RR,1,Ane\n",),
            ("cut", ";", ",", "segundo"),
        ),
        "arrays": Target(
            readers.read_arrays,
            (readers.archive(b'{"format": "musodds.equity/1"}'),),
            ("PK\x03\x04", "descr", "'shape': (", "fortran_order", "|O", "<f8", "told.npy"),
        ),
        "strategy": Target(
            readers.read_strategy,
            (_told_of_strategy(),),
            _JSON,
        ),
        "part": Target(
            readers.read_part,
            (readers.archive(b""),),
            ("PK\x03\x04", "'shape': (", "|O", "<f8"),
        ),
        "journal": Target(
            readers.read_journal,
            (
                b'{"job": "a", "result": {"array": ["<f8", [1], "eJxjYAADAAAIAAE="]}}\n',
                b'{"job": "a", "result": {"dict": {"n": {"tuple": [1, null]}}}}\n',
            ),
            (*_JSON, "|O8", "<U9"),
        ),
        "answers": Target(readers.read_answers, (b"SQLite format 3\0\x10\0\1\1\0@  ",), ()),
        "batch": Target(
            readers.read_batch,
            (b"RRCA --seat mano\n'R R C A'\n",),
            ("#", "'", "--"),
        ),
        "hand": Target(
            readers.read_hand,
            (b"RRCA", b"12,12,11,1", b"Ro 7e 1b 5c"),
            ("10", "As", "h("),
        ),
        "notation": Target(
            readers.read_notation,
            (b"A2 B+5 n", b"mano envido 2, segundo 5 mas, mano no quiero"),
            _BETS,
        ),
        "pending": Target(
            readers.read_pending,
            (b"grande: paso; chica: ellos 5; pares: segundo ordago no quiero",),
            (*_BETS, "grande:", "nosotros", ";"),
        ),
        "score": Target(readers.read_score, (b"27-24", b"5a 2-4a 4"), ("a", "-")),
        "range": Target(
            readers.read_range,
            (b"juego,!31,medias R+:0.5", b"grande>=RRC", b"RRxx:20%"),
            _HANDS,
        ),
        "condition": Target(
            readers.read_condition,
            (b"pares and not (kings >= 2 or points < 20)",),
            (" and ", " or ", "not ", "(", ")", "aces", ">="),
        ),
        "evidence": Target(
            readers.read_evidence,
            (
                b"pares tercero=si\nrange postre=juego,!31",
                b"sena postre=duples:0.8\ndead 4,5",
                b"drew mano=2,1",
                b"said mano=mus\nholds postre=RRxx",
            ),
            (*readers.CLUES, *_HANDS, "mano=", "postre="),
        ),
        "played": Target(readers.read_played, (b"54\nmano=2\npostre=-",), ("=", ",", "-")),
        "sena": Target(readers.read_sena, (b"duples", b"wink", b"31"), ("medias",)),
        "seen": Target(
            readers.read_seen,
            (b"tercero=duples; dead 4,5", b"no-sena mano=duples:0.8"),
            (";", "holds "),
        ),
        "style-name": Target(
            readers.read_style_name,
            (b"cut:0.35", b"usual+cautious+bets", b"cut:0.3/0.4/0.3/0.4"),
            ("+solved", "equilibrium", "/", "nan"),
        ),
        "menu": Target(
            readers.read_menu,
            (b"2,5,ordago", b"grande", b"mano:1", b"segundo,postre"),
            _BETS,
        ),
        "words": Target(
            readers.read_words,
            (b"zaku", b"hard", b"eu_ES", b"Ane, Miren, Jon, Peio"),
            (),
        ),
    }

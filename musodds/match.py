"""A match: games, vacas and the partida, kept in a file hand by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .errors import InputError
from .lang import _
from .rules import DEFAULT_RULES, Rules, load_rules
from .scoring import Bets, score
from .text_file import read_text
from .whole_file import write_whole

SCHEMA = "musodds.match/1"
_EXAMPLE = "--match partida.json"
Pair = int  # 0, the pair of the mano in the first hand, or 1


@dataclass(frozen=True, slots=True)
class Played:
    """A hand of a match.

    Attributes
    ----------
    mano : int
        The pair of the mano, 0 or 1.
    score : tuple of int
        Tantos of pairs 0 and 1 after the hand.
    winner : int or None
        The pair that won the game with it.
    record : dict
        The hand as `HandScore.to_dict` has it.
    """

    mano: Pair
    score: tuple[int, int]
    winner: Pair | None
    record: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Match:
    """A match as far as it is played.

    Attributes
    ----------
    rules : Rules
    names : tuple of str
        What the pairs are called; the first is the pair of the mano in the first hand.
    hands : tuple of Played

    Examples
    --------
    >>> match = Match(load_rules("ehmf"))
    >>> match = match.play(["SS65", "SRC4", "CCC7", "RR51"], {"grande": "AORD q"})
    >>> match.games, match.score, match.next_mano
    ([(1, (0, 0))], (0, 0), 1)
    """

    rules: Rules
    names: tuple[str, str] = ("1", "2")
    hands: tuple[Played, ...] = ()

    @property
    def games(self) -> list[tuple[Pair, tuple[int, int]]]:
        """The games played: the winner and the tantos of the pairs; an órdago leaves them."""
        return [(hand.winner, hand.score) for hand in self.hands if hand.winner is not None]

    @property
    def score(self) -> tuple[int, int]:
        """Tantos of the pairs in the game that is on."""
        over = not self.hands or self.hands[-1].winner is not None
        return (0, 0) if over else self.hands[-1].score

    @property
    def standing(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Games of the pairs in the vaca that is on, and their vacas."""
        games, vacas = [0, 0], [0, 0]
        for winner, __ in self.games:
            games[winner] += 1
            if games[winner] == self.rules.games:
                games, vacas[winner] = [0, 0], vacas[winner] + 1
        return (games[0], games[1]), (vacas[0], vacas[1])

    @property
    def winner(self) -> Pair | None:
        """The pair that has won the match, if it is over."""
        _, vacas = self.standing
        return vacas.index(self.rules.vacas) if self.rules.vacas in vacas else None

    @property
    def next_mano(self) -> Pair:
        """The pair of the mano in the next hand: the mano moves a seat with every hand.

        Ours, where the sources are silent: it moves on from game to game in the same way.
        """
        return 1 - self.hands[-1].mano if self.hands else 0

    def play(
        self,
        hands: Sequence[str],
        bets: Bets | None = None,
        declared: Iterable[str] = (),
        mano: Pair | None = None,
    ) -> Match:
        """Return the match with one more hand, scored from the score as it stands.

        Parameters
        ----------
        hands, bets, declared
            As in `scoring.score`: in speaking order, A being the pair of the mano.
        mano : int, optional
            The pair of the mano where it did not move on (after a mus corrido).
        """
        if self.winner is not None:
            raise InputError(
                _("match: '{name}' has won it").format(name=self.names[self.winner]),
                _("a new file"),
                "--match new.json",
            )
        mano = self.next_mano if mano is None else mano
        played = score(hands, bets, self.rules, self._seen_by(mano, self.score), declared)
        winner = None if played.winner is None else mano ^ "AB".index(played.winner)
        hand = Played(mano, self._seen_by(mano, played.score), winner, played.to_dict())
        return replace(self, hands=(*self.hands, hand))

    def score_again(
        self,
        hands: Sequence[str],
        bets: Bets | None = None,
        declared: Iterable[str] = (),
        mano: Pair | None = None,
    ) -> Match:
        """Return the match with its last hand scored anew, for tantos claimed late.

        Parameters
        ----------
        hands, bets, declared, mano
            As in `play`; the pair of the mano is that of the hand before correction.

        Raises
        ------
        InputError
            If the rules allow no late claims or nothing has been played.
        """
        if self.rules.late_claims is None:
            raise InputError(
                _("score again: by {rules} nothing is claimed once the cards are gathered").format(
                    rules=self.rules.name
                ),
                _("rules with late_claims = 'until-cut'"),
                "--rules madrid --match partida.json --again",
            )
        if not self.hands:
            raise InputError(
                _("score again: no hand yet"), _("a hand"), "--match partida.json --again"
            )
        last = self.hands[-1]
        before = replace(self, hands=self.hands[:-1])
        return before.play(hands, bets, declared, last.mano if mano is None else mano)

    @staticmethod
    def _seen_by(mano: Pair, tantos: tuple[int, int]) -> tuple[int, int]:
        return tantos if mano == 0 else (tantos[1], tantos[0])

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.match/1``."""
        games, vacas = self.standing
        return {
            "schema": SCHEMA,
            "rules": {"name": self.rules.name, **self.rules.to_dict()},
            "pairs": list(self.names),
            "score": list(self.score),
            "games": list(games),
            "vacas": list(vacas),
            "winner": self.winner,
            "next_mano": self.next_mano,
            "hands": [
                {
                    "mano": hand.mano,
                    "score": list(hand.score),
                    "winner": hand.winner,
                    "hand": hand.record,
                }
                for hand in self.hands
            ],
        }


def save_match(match: Match, path: str | Path) -> None:
    """Write a match to a file; whoever interrupts it finds the file as it was before."""
    told = json.dumps(match.to_dict(), indent=1).encode()
    write_whole(Path(path), lambda file: file.write(told))


def load_match(path: str | Path) -> Match:
    """Read a match from its file.

    Raises
    ------
    InputError
        If the file is not one that `save_match` wrote.
    """
    expected = _("a file that musodds score --match wrote")
    where = _("match '{path}'").format(path=path)
    try:
        kept = json.loads(read_text(path, where, expected, _EXAMPLE))
        if kept["schema"] != SCHEMA:
            raise ValueError(kept["schema"])
        rules = Rules(**kept["rules"])
        hands = tuple(
            Played(h["mano"], (int(h["score"][0]), int(h["score"][1])), h["winner"], h["hand"])
            for h in kept["hands"]
        )
        if any(h.mano not in (0, 1) or h.winner not in (None, 0, 1) for h in hands):
            raise ValueError(_("a pair that is neither 0 nor 1"))
        return Match(rules, (kept["pairs"][0], kept["pairs"][1]), hands)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        why = f"{type(error).__name__}: {error}"
        told = _("match '{path}': {why}").format(path=path, why=why)
        raise InputError(told, expected, _EXAMPLE) from None


def open_match(
    path: str | Path, rules: str | Rules = DEFAULT_RULES, names: Sequence[str] = ("1", "2")
) -> Match:
    """Return the match of a file, or a new one where there is no file yet."""
    if Path(path).exists():
        return load_match(path)
    if len(set(names)) != 2:
        raise InputError(
            _("pairs '{names}'").format(names=",".join(names)),
            _("two names"),
            "--pairs Ane+Jon,Miren+Peio",
        )
    return Match(load_rules(rules), (names[0], names[1]))


@dataclass(frozen=True, slots=True)
class Classified:
    """A pair's place in a championship.

    Attributes
    ----------
    name : str
    victories : int
    games, tantos : int
        Those of the matches it lost; the others are not counted.
    """

    name: str
    victories: int
    games: int
    tantos: int


def classify(matches: Iterable[Match]) -> list[Classified]:
    """Rank pairs by victories, then by the games and the tantos of the matches they lost.

    FFM, article 2: a match won is one victory and nothing else; a match lost counts its games
    and tantos. Ours: the tantos are those of the games that were lost, a game won being counted
    as such; a match that is not over counts for neither pair.

    Examples
    --------
    >>> rules = load_rules("ehmf", {"games": 1})
    >>> hands = ["SS65", "SRC4", "CCC7", "RR51"]
    >>> match = Match(rules, ("Ane", "Miren")).play(hands, {"chica": "A2 n", "pares": "AORD q"})
    >>> for place in classify([match]):
    ...     print(place)
    Classified(name='Ane', victories=1, games=0, tantos=0)
    Classified(name='Miren', victories=0, games=0, tantos=0)
    """
    sums: dict[str, list[int]] = {}
    for match in matches:
        for pair, name in enumerate(match.names):
            total = sums.setdefault(name, [0, 0, 0])
            if match.winner == pair:
                total[0] += 1
            elif match.winner is not None:
                total[1] += sum(winner == pair for winner, _ in match.games)
                total[2] += sum(tantos[pair] for winner, tantos in match.games if winner != pair)
    table = [Classified(name, *total) for name, total in sums.items()]
    return sorted(table, key=lambda p: (-p.victories, -p.games, -p.tantos))

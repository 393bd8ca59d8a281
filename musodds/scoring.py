"""Hands and bets to tantos, in the order in which they are written down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from .cards import HAND_SIZE, Hand, parse_hand
from .envites import Outcome, settle
from .errors import InputError
from .hands import RANKING, hand_space
from .lang import _, ngettext
from .notation import Act, Move, parse_bets, write_bets
from .penalties import Declaration, Ruling, parse_declared, rule_on
from .rules import DEFAULT_RULES, Rules, load_rules
from .seats import IN_CAMPS, Team, seats_of, team_of
from .words import lance_word, seat_word

BET_LANCES = ("grande", "chica", "pares", "juego")


@dataclass(frozen=True, slots=True)
class Award:
    """Tantos as they are written down.

    Attributes
    ----------
    team : "A" or "B"
    tantos : int
    lance : str
    why : str
        ``refused`` (``refused+1`` where a refused punto pays its own tanto at once), ``paso``,
        ``bet``, ``bonus``, ``bet+bonus``, ``punto``, ``bet+1``; ``ordago``, which leaves the
        tantos as they are; ``penalty 13b`` by the article.
    total : int
        The pair's tantos afterwards.
    """

    team: Team
    tantos: int
    lance: str
    why: str
    total: int


@dataclass(frozen=True, slots=True)
class HandScore:
    """A hand, scored.

    Attributes
    ----------
    rules : Rules
    hands : tuple of Hand
        In speaking order.
    bets : dict of str to str
        The bets as understood, in the compact notation.
    before, score : tuple of int
        Tantos of A (the mano's pair) and B.
    winner : "A", "B" or None
        Who has won the game, if anybody has.
    trace : tuple of Award
    """

    rules: Rules
    hands: tuple[Hand, ...]
    bets: dict[str, str]
    before: tuple[int, int]
    score: tuple[int, int]
    winner: Team | None
    trace: tuple[Award, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, schema ``musodds.score/1``."""
        return {
            "schema": "musodds.score/1",
            "rules": self.rules.name,
            "hands": [str(hand) for hand in self.hands],
            "bets": self.bets,
            "before": dict(zip("AB", self.before, strict=True)),
            "score": dict(zip("AB", self.score, strict=True)),
            "winner": self.winner,
            "trace": [
                {
                    "team": award.team,
                    "tantos": award.tantos,
                    "lance": award.lance,
                    "why": award.why,
                    "total": award.total,
                }
                for award in self.trace
            ],
            "method": "exact",
        }


class _Book:
    """The two scores; nothing is written once a pair has won."""

    def __init__(self, before: tuple[int, int], target: int) -> None:
        self.tantos: dict[Team, int] = {"A": before[0], "B": before[1]}
        self.target, self.trace = target, list[Award]()
        if min(before) < 0 or max(before) >= target:
            raise InputError(
                _("score {ours}-{theirs}").format(ours=before[0], theirs=before[1]),
                _("from 0 to {most} each").format(most=target - 1),
                "--score 27-24",
            )
        self.winner: Team | None = None

    def write(self, team: Team, tantos: int, lance: str, why: str) -> None:
        """Add an award whole, even over the target."""
        if self.winner is None:
            self.tantos[team] += tantos
            self.trace.append(Award(team, tantos, lance, why, self.tantos[team]))
            if why == "ordago" or self.tantos[team] >= self.target:
                self.winner = team


class _Table:
    """The hands on the table: who plays each lance with what."""

    def __init__(
        self,
        hands: Sequence[str | Hand],
        rules: Rules,
        declared: Sequence[Declaration],
    ) -> None:
        self.players, seats = len(hands), seats_of(len(hands))
        sizes = {d.seat: d.cards for d in declared if d.what == "cards"}
        self.out = set(sizes)
        self.hands = tuple(
            hand if isinstance(hand, Hand) else parse_hand(hand, sizes.get(seat, HAND_SIZE))
            for seat, hand in enumerate(hands)
        )
        rules.deck().check(dict(zip(map(seat_word, seats), self.hands, strict=True)))
        self.space = hand_space(rules)
        self.types = {
            seat: self.space.index(hand)
            for seat, hand in enumerate(self.hands)
            if seat not in self.out
        }
        if not self.types:
            raise InputError(
                _("declared: nobody is left in the hand"), _("a new deal"), "SS65 SRC4 ..."
            )
        self.bonus = {"pares": self.space.pares, "juego": self.space.juego}
        self.everybody = [True] * self.players
        self.rulings: dict[str, Ruling | None] = {}
        self.plays = {"grande": self.everybody, "chica": self.everybody}
        lances: tuple[Literal["pares", "juego"], ...] = ("pares", "juego")
        for lance in lances:
            held = [self.tantos(seat, lance) > 0 for seat in range(self.players)]
            said = {d.seat: d.says for d in declared if d.what == lance and d.seat in self.types}
            self.plays[lance], self.rulings[lance] = rule_on(lance, held, said)
        self.last = "juego" if any(self.plays["juego"]) else "punto"
        self.plays["punto"], self.rulings["punto"] = self.everybody, self.rulings["juego"]
        self.lances = ("grande", "chica", "pares", self.last)

    def tantos(self, seat: int, lance: str) -> int:
        """Return what a hand brings in pares or juego."""
        return int(self.bonus[lance][self.types[seat]]) if seat in self.types else 0

    def bonuses(self, team: Team, lance: str) -> int:
        """Return what a pair's hands bring, those that may be counted."""
        counted = self.plays[lance]
        return sum(
            self.tantos(seat, lance)
            for seat in range(self.players)
            if counted[seat] and team_of(seat) == team
        )

    def best(self, lance: str) -> Team | None:
        """Return the pair with the best hand; ties go to the earliest seat."""
        rank = self.space.rank[RANKING[lance]]
        seats = [seat for seat in self.types if self.plays[lance][seat]]
        return team_of(max(seats, key=lambda s: (rank[self.types[s]], -s))) if seats else None

    def is_out(self, team: Team) -> bool:
        """Whether a player of the pair has the wrong number of cards (article 5)."""
        return any(team_of(seat) == team for seat in self.out)


Bets = Mapping[str, str | Sequence[Move]]


def _read_bets(bets: Bets, players: int) -> dict[str, tuple[Move, ...]]:
    read: dict[str, tuple[Move, ...]] = dict.fromkeys(BET_LANCES, ())
    for lance, said in bets.items():
        key = "juego" if lance == "punto" else lance
        if key not in read:
            raise InputError(
                _("bets on '{lance}'").format(lance=lance), ", ".join(BET_LANCES), '--grande "A2 q"'
            )
        moves = parse_bets(said, players) if isinstance(said, str) else tuple(said)
        read[key] = read[key] + moves
    return read


def spread_double(moves: dict[str, tuple[Move, ...]], rules: Rules) -> dict[str, tuple[Move, ...]]:
    """Spread a bet on grande and chica in one breath over both (ffm, article 9).

    Ours, the article being silent: only the first bet can be double, and chica is answered as
    grande is unless its own answer is written, without the bet.
    """
    double = [(lance, m) for lance, said in moves.items() for m in said if m.both]
    if not double:
        return moves
    first = next((m for m in moves["grande"] if m.act is not Act.PASO), None)
    if not rules.double_bets or double != [("grande", first)]:
        raise InputError(
            _("{lance} '{bet}': a bet on two lances").format(
                lance=lance_word(double[0][0]), bet=double[0][1].text()
            ),
            _("the first bet of grande, under rules with double_bets (ffm, art. 9)"),
            "--rules ffm --grande 'biak A2 q'",
        )
    assert first is not None
    grande = tuple(replace(m, both=False) for m in moves["grande"])
    chica = (replace(first, both=False), *moves["chica"]) if moves["chica"] else grande
    return moves | {"grande": grande, "chica": chica}


def _settle(table: _Table, lance: str, moves: Sequence[Move], rules: Rules) -> Outcome:
    ruling = table.rulings.get(lance)
    if ruling is not None and not ruling.voids_bets and any(m.act is not Act.PASO for m in moves):
        raise InputError(
            _("{lance} '{bets}': an error has closed the betting").format(
                lance=lance_word(lance), bets=write_bets(moves, table.players)
            ),
            _("no bets here (ffm, art. {article})").format(article=ruling.article),
            f"--{'juego' if lance == 'punto' else lance} -",
        )
    if ruling is not None:
        return Outcome("refused", 1, ruling.team)
    return settle(lance, moves, table.plays[lance], rules)


def _pay_at_once(table: _Table, lance: str, outcome: Outcome, book: _Book, rules: Rules) -> None:
    """Write a refusal down when it happens; in the punto the tanto of the punto may be with it."""
    assert outcome.team is not None
    ruling = table.rulings.get(lance)
    why = f"penalty {ruling.article}" if ruling else "refused"
    tantos = outcome.stake
    if lance == "punto" and rules.punto_refused == "at-once":
        why, tantos = f"{why}+1", tantos + 1
    if table.is_out(outcome.team):
        why, tantos = "penalty 5", 0
    book.write(outcome.team, tantos, lance, why)


def _bet(
    table: _Table, given: dict[str, tuple[Move, ...]], book: _Book, rules: Rules
) -> list[tuple[str, Outcome]]:
    """Play out the bets lance by lance, until the hand or the game is over."""
    moves = spread_double(given, rules)
    outcomes: list[tuple[str, Outcome]] = []
    for slot, lance in zip(BET_LANCES, table.lances, strict=True):
        if book.winner is not None:
            if any(move.act is not Act.PASO for move in given[slot]):
                raise InputError(
                    _("{lance} '{bets}': the game is over").format(
                        lance=lance_word(lance), bets=write_bets(given[slot], table.players)
                    ),
                    _(
                        "no bets after an órdago is accepted or a refusal wins the game (ffm, "
                        "art. 10)"
                    ),
                    f"--{slot} -",
                )
            continue
        outcome = _settle(table, lance, moves[slot], rules)
        if outcome.kind == "ordago":
            winner = table.best(lance)
            assert winner is not None  # somebody could bet
            book.write(winner, 0, lance, "ordago")
        elif outcome.kind == "refused":
            _pay_at_once(table, lance, outcome, book, rules)
        outcomes.append((lance, outcome))
    return outcomes


def _count(table: _Table, lance: str, outcome: Outcome, book: _Book, rules: Rules) -> None:
    """Write down what a lance brings once the cards are shown."""
    accepted, refused = outcome.kind == "accepted", outcome.kind == "refused"
    team = outcome.team if refused else table.best(lance)
    if team is None:
        return
    if lance in ("pares", "juego"):
        bonus = table.bonuses(team, lance)
        book.write(team, outcome.stake * accepted + bonus, lance, "bet+" * accepted + "bonus")
    elif lance == "punto" and refused:
        if rules.punto_refused == "at-count":
            book.write(team, 1, lance, "punto")
    elif accepted:
        punto = lance == "punto"
        book.write(team, outcome.stake + punto, lance, "bet+1" if punto else "bet")
    elif not refused:
        book.write(team, 1, lance, "paso")


def score(
    hands: Sequence[str | Hand],
    bets: Bets | None = None,
    rules: str | Rules = DEFAULT_RULES,
    before: tuple[int, int] = (0, 0),
    declared: Iterable[str | Declaration] = (),
) -> HandScore:
    """Score a hand from the cards and the bets.

    Parameters
    ----------
    hands : sequence of str or Hand
        Two, four or six hands in speaking order; the pairs sit alternately.
    bets : mapping of str to str or sequence of Move, optional
        By lance (``punto`` is ``juego``), as in `notation.parse_bets`; a lance left out was
        passed.
    rules : str or Rules, default "naipera"
    before : tuple of int, default (0, 0)
        Tantos of A, the mano's pair, and B.
    declared : iterable of str or Declaration, optional
        Pares and juego said wrongly and wrong numbers of cards, as in
        `penalties.parse_declared`.

    Returns
    -------
    HandScore
        Refused bets are paid when they happen, the rest at the count: grande, chica, pares, then
        juego or punto. It stops when a pair reaches the target; an accepted órdago ends the game
        and leaves the tantos as they are (ehmf, ffm art. 10 and 17, naipera).

    Raises
    ------
    InputError
        If a hand or a bet cannot be read, or a bet cannot be made under these rules.

    Examples
    --------
    >>> hands = ["SS65", "SRC4", "CCC7", "RR51"]
    >>> bets = dict.fromkeys(["grande", "chica", "pares", "juego"], "A2 q")
    >>> played = score(hands, bets, "ehmf")
    >>> played.score, [(award.team, award.tantos, award.why) for award in played.trace]
    ((12, 4), [('B', 2, 'bet'), ('B', 2, 'bet'), ('A', 5, 'bet+bonus'), ('A', 7, 'bet+bonus')])
    """
    rules, players = load_rules(rules), len(hands)
    if players not in IN_CAMPS:
        raise InputError(
            ngettext("{hands} hand", "{hands} hands", players).format(hands=players),
            _("2, 4 or 6 of them"),
            "SS65 SRC4 CCC7 RR51",
        )
    said = [d if isinstance(d, Declaration) else parse_declared(d, players) for d in declared]
    table, book = _Table(hands, rules, said), _Book(before, rules.target)
    given = _read_bets(bets or {}, players)
    for lance, outcome in _bet(table, given, book, rules):
        _count(table, lance, outcome, book, rules)
    written = {slot: write_bets(given[slot], players) for slot in BET_LANCES}
    after = (book.tantos["A"], book.tantos["B"])
    return HandScore(rules, table.hands, written, before, after, book.winner, tuple(book.trace))

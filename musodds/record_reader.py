"""Read a recorded game from its text, see docs/records.md.

A line is ``key: value``; ``#`` begins a comment. The head tells rules and players, then every
``hand`` its deal, its rounds of mus, who cut, the bets by lance and the score after it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn, TypeVar

from .cards import HAND_SIZE, Hand, parse_any_number, parse_hand
from .errors import InputError
from .lang import _, ngettext, pgettext
from .notation import Move, parse_bets
from .penalties import Declaration, parse_declared
from .record import (
    EXAMPLES,
    PLAYERS,
    UNKNOWN,
    MusRound,
    Record,
    RecordedHand,
    Thrown,
    bets_only,
    kept_of,
)
from .record_check import check_cards, check_end, check_says
from .rules import DEFAULT_RULES, Rules, load_rules
from .scoring import BET_LANCES
from .seats import SEATS, parse_seat, plain, seat_words
from .stones import parse_score
from .text_file import read_text

LONGEST = 400  # characters of a line
MOST_BYTES = 1_000_000  # some 4,000 hands
HEAD = ("rules", "set", "players", "score")
BODY = (
    "mano", "score", "deal", "throw", "draw", "hold", "cut", "says",
    *BET_LANCES, "punto", "after", "winner",
)  # fmt: skip
MUS = ("throw", "draw", "hold")
EXAMPLE = EXAMPLES["deal"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that says something."""

    number: int
    key: str
    value: str

    def refuse(self, why: str, expected: str, example: str) -> NoReturn:
        told = f"{self.key} '{self.value}'" if self.value else self.key
        raise InputError(
            _("line {number}: {told}: {why}").format(number=self.number, told=told, why=why),
            expected,
            example,
        )

    def read(self, reader: Callable[[str], T]) -> T:
        """Read the value; what is wrong with it is told with the number of the line."""
        with at_line(self.number, self.key):
            return reader(self.value)


@contextmanager
def at_line(number: int, key: str = "") -> Iterator[None]:
    """Put the number of a line before the message of an error, and an example of such a line."""
    try:
        yield
    except InputError as error:
        if key and not error.example.startswith(f"{key}:"):
            fits = f"set: {error.example}" if key == "set" else EXAMPLES[key]
            error = error.with_example(fits)
        raise error.within(_("line {number}").format(number=number)) from None


def _lines(text: str) -> Iterator[_Line]:
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.partition("#")[0].strip()
        if any(unicodedata.category(c) in ("Cc", "Cs") and c != "\t" for c in bare):
            raise InputError(
                _("line {number}: not text").format(number=number), _("key: value"), EXAMPLE
            )
        if len(bare) > LONGEST:
            raise InputError(
                _("line {number}: {count} characters").format(number=number, count=len(bare)),
                _("at most {most}").format(most=LONGEST),
                EXAMPLE,
            )
        if bare:
            key, colon, value = bare.partition(":")
            found = _Line(number, plain(key), value.strip())
            if not colon and found.key.partition(" ")[0] != "hand":
                found.refuse(_("no colon"), _("key: value, or hand"), EXAMPLE)
            yield found


def _parts(line: _Line) -> list[str]:
    """Return what is said of each seat, parted by spaces, or by bars where spaces are in it."""
    bars = "|" in line.value
    parts = [part.strip() for part in line.value.split("|")] if bars else line.value.split()
    if len(parts) != PLAYERS or not all(parts):
        line.refuse(
            ngettext("{count} part", "{count} parts", len(parts)).format(count=len(parts)),
            _("one for each seat from the mano on"),
            EXAMPLE,
        )
    return parts


def _hands(line: _Line) -> tuple[Hand | None, ...]:
    with at_line(line.number, line.key):
        return tuple(None if p.strip(UNKNOWN) == "" else parse_hand(p) for p in _parts(line))


def _thrown(line: _Line) -> tuple[Thrown, ...]:
    found = []
    for part in _parts(line):
        if part.startswith(UNKNOWN):
            if part[1:] not in ("1", "2", "3", "4"):
                line.refuse(
                    f"'{part}'", _("?1 to ?4 for cards that were not seen"), "throw: 54 ?2 A ?4"
                )
            found.append(Thrown(int(part[1:])))
            continue
        with at_line(line.number, line.key):
            cards = parse_any_number(part)
        if len(cards.cards) > HAND_SIZE:
            line.refuse(
                ngettext("{count} card", "{count} cards", len(cards.cards)).format(
                    count=len(cards.cards)
                ),
                _("one to four of each seat"),
                "throw: 54 ?2 A ?4",
            )
        found.append(Thrown(len(cards.cards), cards))
    return tuple(found)


def parse_players(text: str) -> tuple[str, ...]:
    """Read the names of four players, in speaking order.

    Examples
    --------
    >>> parse_players("Ane, Miren, Jon, Peio")
    ('Ane', 'Miren', 'Jon', 'Peio')
    """
    names = tuple(" ".join(name.split()) for name in text.split(","))
    example = "players: Ane, Miren, Jon, Peio"
    if len(names) != PLAYERS or len({plain(n) for n in names}) != PLAYERS:
        raise InputError(
            _("players '{text}'").format(text=text),
            _("four different names, in speaking order"),
            example,
        )
    for name in names:
        if not re.fullmatch(r"[^\W_][\w-]*", name) or plain(name) in seat_words():
            raise InputError(
                _("player '{name}'").format(name=name),
                _("a name of one word that is no seat"),
                example,
            )
        if _means_a_bet(name):
            raise InputError(
                _("player '{name}'").format(name=name),
                _("a name that is not said in bets"),
                example,
            )
    return names


class _Table:
    """The head of a record: rules and players, and what players are called in bets."""

    def __init__(self, lines: list[_Line]) -> None:
        told: dict[str, _Line] = {}
        for line in lines:
            if line.key not in HEAD:
                expected = _("{keys} before the first hand").format(keys=", ".join(HEAD))
                line.refuse(_("not known here"), expected, "rules: naipera")
            if line.key != "set" and told.setdefault(line.key, line) is not line:
                line.refuse(_("twice"), pgettext("line", "one of them"), "rules: naipera")
        self.rules = self._rules(told.get("rules"), [line for line in lines if line.key == "set"])
        self.players = self._players(told.get("players"))
        self.score = told.get("score")

    @staticmethod
    def _rules(named: _Line | None, changes: list[_Line]) -> Rules:
        rules = named.read(load_rules) if named else load_rules(DEFAULT_RULES)
        for line in changes:
            with at_line(line.number, line.key):
                rules = load_rules(rules, [line.value])
        if rules.deal != "mus" or rules.pedrete:
            last = changes[-1] if changes else named
            error = InputError(
                _("rules '{rules}'").format(rules=rules.name),
                _("four cards, mus and no pedrete"),
                "rules: naipera",
            )
            raise error.within(_("line {number}").format(number=last.number)) if last else error
        return rules

    @staticmethod
    def _players(line: _Line | None) -> tuple[str, ...]:
        return Record().players if line is None else line.read(parse_players)

    def seat(self, word: str, mano: int) -> int:
        """Read a seat, or the player who sits there."""
        names = [plain(name) for name in self.players]
        if plain(word) in names:
            return (names.index(plain(word)) - mano) % PLAYERS
        if plain(word) not in seat_words():
            who = _("{players}, or a seat").format(players=", ".join(self.players))
            raise InputError(
                _("cut '{word}': no such player").format(word=word), who, EXAMPLES["cut"]
            )
        return parse_seat(word)

    def with_seats(self, text: str, mano: int) -> str:
        """Return words with seats in place of the players' names."""
        text = plain(text)
        for number, name in enumerate(self.players):
            seat = SEATS[(number - mano) % PLAYERS]
            text = re.sub(rf"(?<!\w){re.escape(plain(name))}(?!\w)", seat, text)
        return text


def _means_a_bet(name: str) -> bool:
    try:
        return bool(parse_bets(name)) or plain(name) in ("a", "b")
    except InputError:
        return plain(name) in ("a", "b", "biak", "both")


class _HandReader:
    """Reads the lines of one hand."""

    def __init__(
        self, table: _Table, head: _Line, lines: list[_Line], number: int, origin: int | None
    ) -> None:
        self.table, self.head, self.lines = table, head, lines
        self.origin = origin  # the line that told the score before the hand
        self.told: dict[str, _Line] = {}
        for line in lines:
            if line.key not in BODY:
                line.refuse(_("not known here"), ", ".join(BODY), EXAMPLE)
            if line.key not in MUS and self.told.setdefault(line.key, line) is not line:
                line.refuse(_("twice in a hand"), pgettext("line", "one of them"), EXAMPLE)
        if head.value and head.value != str(number):
            head.refuse(_("its number"), str(number), f"hand {number}")
        if "juego" in self.told and "punto" in self.told:
            self.told["punto"].refuse(_("beside juego"), _("the one or the other"), "punto: A2 n")

    def read(self, mano: int, score: tuple[int, int] | None) -> RecordedHand:
        """Return the hand; ``mano`` and ``score`` are what follows from the hand before."""
        mano, moved = self._mano(mano)
        score = score if not moved or score is None else (score[1], score[0])
        before = self._before(score)
        if "deal" not in self.told:
            self.head.refuse(_("no deal"), _("the four hands, ? for those never seen"), EXAMPLE)
        deal = _hands(self.told["deal"])
        hand = RecordedHand(
            mano=mano,
            before=before,
            deal=deal,
            rounds=tuple(self._rounds(deal)),
            cut=self._cut(mano),
            says=self._says(mano),
            bets=self._bets(mano),
            line=self.head.number,
        )
        check_cards(self.table.rules, hand, [self.told["deal"].number, *self._drawn()])
        with at_line(self.told["says"].number if "says" in self.told else self.head.number):
            check_says(self.table.rules, hand)
        return self._end(hand)

    def _mano(self, mano: int) -> tuple[int, bool]:
        """Return who is mano, and whether that is a player of the other pair than expected."""
        if (line := self.told.get("mano")) is None:
            return mano, False
        names = [plain(name) for name in self.table.players]
        if plain(line.value) not in names:
            line.refuse(_("no such player"), ", ".join(self.table.players), "mano: Ane")
        found = names.index(plain(line.value))
        return found, found % 2 != mano % 2

    def _score(self, line: _Line) -> tuple[int, int]:
        per = self.table.rules.stones_per_amarraco
        return line.read(lambda value: parse_score(value, per, example=f"{line.key}: 27-24"))

    def _before(self, score: tuple[int, int] | None) -> tuple[int, int]:
        line = self.told.get("score")
        found = score if line is None else self._score(line)
        if line is not None and score not in (None, found):
            assert score is not None
            told = ""
            if self.origin is not None:
                told = _(" (line {number})").format(number=self.origin)
            left = f"{score[0]}-{score[1]}"
            line.refuse(
                _("not what the hand before left{line}").format(line=told), left, f"score: {left}"
            )
        found = found or (0, 0)
        target = self.table.rules.target
        if max(found) >= target:
            (line or self.head).refuse(
                _("nobody plays on"), _("0 to {most} each").format(most=target - 1), "score: 27-24"
            )
        return found

    def _drawn(self) -> list[int]:
        return [line.number for line in self.lines if line.key in ("draw", "hold")]

    def _rounds(self, deal: tuple[Hand | None, ...]) -> Iterator[MusRound]:
        hands, thrown, last = deal, None, self.head
        for line in (line for line in self.lines if line.key in MUS):
            if (line.key == "throw") == (thrown is not None):
                line.refuse(_("out of turn"), _("throw, then draw or hold"), "throw: 54 ?2 A ?4")
            last = line
            if thrown is None:
                thrown = _thrown(line)
                kept = [self._kept(line, *pair) for pair in zip(hands, thrown, strict=True)]
                continue
            hands = _hands(line) if line.key == "hold" else self._draw(line, thrown, kept)
            self._check_kept(line, hands, kept)
            yield MusRound(thrown, hands)
            thrown = None
        if thrown is not None:
            last.refuse(_("and then?"), _("what was drawn"), "draw: RC ? 7 ?")

    def _kept(self, line: _Line, hand: Hand | None, thrown: Thrown) -> tuple[str, ...] | None:
        if hand is None or thrown.cards is None:
            return None
        kept = kept_of(hand, thrown.cards, self.table.rules.deck())
        if kept is None:
            line.refuse(
                _("{thrown} was not in {hand}").format(thrown=thrown, hand=hand),
                _("cards that were held"),
                "throw: 54 ?2 A ?4",
            )
        return kept

    @staticmethod
    def _draw(
        line: _Line, thrown: tuple[Thrown, ...], kept: list[tuple[str, ...] | None]
    ) -> tuple[Hand | None, ...]:
        """Return the hands that the cards drawn make."""
        found: list[Hand | None] = []
        for part, threw, left in zip(_parts(line), thrown, kept, strict=True):
            if part.strip(UNKNOWN) == "":
                found.append(None)
                continue
            with at_line(line.number, line.key):
                drawn = parse_any_number(part)
            if len(drawn.cards) != threw.count:
                line.refuse(
                    f"'{part}'",
                    ngettext(
                        "{count} card, as was thrown", "{count} cards, as were thrown", threw.count
                    ).format(count=threw.count),
                    "draw: RC ? 7 ?",
                )
            if left is None:
                line.refuse(
                    f"'{part}'", _("? where the cards kept are not known"), "hold: RR54 ..."
                )
            with at_line(line.number, line.key):
                found.append(parse_hand(" ".join((*left, *drawn.cards))))
        return tuple(found)

    def _check_kept(
        self, line: _Line, hands: tuple[Hand | None, ...], kept: list[tuple[str, ...] | None]
    ) -> None:
        deck = self.table.rules.deck()
        for hand, left in zip(hands, kept, strict=True):
            if hand is not None and left and kept_of(hand, Hand(left), deck) is None:
                line.refuse(
                    f"{hand}",
                    _("{cards}, which was kept, in it").format(cards="".join(left)),
                    "hold: RR54 ...",
                )

    def _cut(self, mano: int) -> int | None:
        line = self.told.get("cut")
        return None if line is None else line.read(lambda word: self.table.seat(word, mano))

    def _says(self, mano: int) -> tuple[Declaration, ...]:
        line = self.told.get("says")
        if line is None:
            return ()
        return self._spoken(
            line, mano,
            lambda words: tuple(map(parse_declared, filter(str.strip, re.split("[;,]", words)))),
        )  # fmt: skip

    def _spoken(self, line: _Line, mano: int, reader: Callable[[str], T]) -> T:
        """Read what players say; what cannot be read is told with their names."""
        try:
            return reader(self.table.with_seats(line.value, mano))
        except InputError as error:
            who = _("{players}, or a seat, and what was said").format(
                players=", ".join(self.table.players)
            )
            told = InputError(error.what, who, EXAMPLES[line.key])
            raise told.within(_("line {number}").format(number=line.number)) from None

    def _bets(self, mano: int) -> dict[str, tuple[Move, ...]]:
        found = {}
        for lance in (*BET_LANCES, "punto"):
            if (line := self.told.get(lance)) is not None:
                moves = self._spoken(line, mano, parse_bets)
                found["juego" if lance == "punto" else lance] = moves
        return bets_only(found)

    def _end(self, hand: RecordedHand) -> RecordedHand:
        """Return the hand with the score after it, worked out and compared with what is written."""
        after, winner = self.told.get("after"), self.told.get("winner")
        told = None if after is None else self._score(after)
        won = None if winner is None else winner.value.upper()
        if winner is not None and won not in ("A", "B"):
            winner.refuse(_("which pair?"), _("A, the mano's pair, or B"), "winner: A")
        number = (after or winner or self.head).number
        lines = {"juego" if k == "punto" else k: line.number for k, line in self.told.items()}
        origin = lines.get("score", self.origin)
        lines |= {} if origin is None else {"before": origin}
        found, team = check_end(self.table.rules, hand, told, won, {"": number} | lines)
        return replace(hand, after=found, winner=team)


def read_record(text: str) -> Record:
    """Read a recorded game.

    Parameters
    ----------
    text : str
        As docs/records.md has it.

    Returns
    -------
    Record

    Raises
    ------
    InputError
        With the number of the line, if something cannot be read or does not go together: cards
        that the deck or a hand does not hold, bets that could not be made, tantos that the
        cards and the bets do not bring.

    Examples
    --------
    >>> record = read_record('''
    ... players: Ane, Miren, Jon, Peio
    ... hand
    ...   deal: RRCA 7654 SS41 CC75
    ...   cut: Miren
    ...   grande: Ane envido 2, Peio quiero
    ... ''')
    >>> record.hands[0].after, record.hands[0].cut
    ((8, 0), 1)
    """
    groups: list[list[_Line]] = [[]]
    for line in _lines(text):
        words = line.key.split()
        if words[:1] == ["hand"]:
            groups.append([replace(line, key="hand", value=" ".join(words[1:]) or line.value)])
        else:
            groups[-1].append(line)
    table, hands = _Table(groups[0]), list[RecordedHand]()
    if len(groups) == 1:
        raise InputError(_("record: no hand in it"), _("a line 'hand', then its deal"), EXAMPLE)
    score: tuple[int, int] | None = None
    if table.score is not None:
        per = table.rules.stones_per_amarraco
        score = table.score.read(lambda value: parse_score(value, per, example="score: 27-24"))
        if max(score) >= table.rules.target:
            least = _("0 to {most} each").format(most=table.rules.target - 1)
            table.score.refuse(_("nobody plays on"), least, "score: 27-24")
    mano, origin = 0, None if table.score is None else table.score.number
    for number, (head, *lines) in enumerate(groups[1:], 1):
        reader = _HandReader(table, head, lines, number, origin)
        hand = reader.read(mano, score)
        hands.append(hand)
        origin = reader.told["after"].number if "after" in reader.told else origin
        mano = (hand.mano + 1) % PLAYERS
        # the pairs change places with every hand; a new game begins from nothing
        score = (hand.after[1], hand.after[0]) if hand.winner is None else (0, 0)
    return Record(table.rules, table.players, tuple(hands))


def load_record(path: str | Path) -> Record:
    """Read a recorded game from a file.

    Raises
    ------
    InputError
        If there is no such file, it is no text, or as in `read_record`.
    """
    expected, example = _("a text file, see docs/records.md"), "musodds review game.mus"
    if not str(path):
        why = _("record '{path}': {why}").format(path=path, why=_("no name of a file"))
        raise InputError(why, expected, example)
    where = _("record '{path}'").format(path=path)
    text = read_text(path, where, expected, example, MOST_BYTES)
    try:
        return read_record(text)
    except InputError as error:
        raise error.within(_("record '{path}'").format(path=path)) from None

"""A whole policy as a CSV file: one row a round, seat and hand, every number as it is.

::

    # rules = naipera
    # deck = R x8, C x4, S x4, 7 x4, 6 x4, 5 x4, 4 x4, A x8
    # players = 4
    round,seat,hand,cut,discards
    1,mano,RRRR,1.0,RRR:1.0
    1,mano,7654,0.0,-:1.0

``discards`` are the cards kept with their chances, ``-`` for none. Policies with betting have ten
columns more, ``bet_grande`` to ``accept_punto``, which are read in the first round. A file must
be whole: every hand of the deck in every seat and round. Further rounds play the last one.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import takewhile
from math import comb, prod
from pathlib import Path
from typing import NoReturn

import numpy as np

from .cards import Deck
from .draws import MASKS, distinct_keeps
from .errors import InputError
from .hands import LANCE_NAMES, HandSpace, hand_space
from .jit import Arr
from .keeps import ALL, kept_cards
from .lang import _, ngettext
from .policy import Policy
from .rules import Rules
from .seats import IN_CAMPS, seats_of
from .style import Style
from .text_file import csv_rows, read_text, whole
from .whole_file import write_whole

_CARD = re.compile("[A-Z0-9][oceb]?")
_EXAMPLE = "musodds style save usual -o usual.csv"
_COPIES = tuple(map(str, range(41)))
MOST_ROWS, MOST_BYTES = 500_000, 32_000_000  # a hundred rounds of a table of six, and more
_COLUMNS = ["round", "seat", "hand", "cut", "discards"]
_BETS = [f"{what}_{lance}" for what in ("bet", "accept") for lance in LANCE_NAMES]


def deck_text(deck: Deck) -> str:
    """Return a deck in a few words.

    Examples
    --------
    >>> from musodds.cards import standard_deck
    >>> deck_text(standard_deck(8))
    'R x8, C x4, S x4, 7 x4, 6 x4, 5 x4, 4 x4, A x8'
    """
    return ", ".join(f"{c.name} x{c.copies}" for c in deck.classes)


def _keep_names(space: HandSpace, hand: int) -> dict[str, int]:
    """Return the mask of each distinct discard of a hand by the cards kept."""
    masks = (*distinct_keeps(tuple(space.cards[hand].tolist())), ALL)
    return {kept_cards(space, hand, mask) or "-": mask for mask in masks}


def _discards_text(names: Mapping[str, int], chances: Arr) -> str:
    return " ".join(f"{k}:{chances[m].item()!r}" for k, m in names.items() if chances[m] > 0)


def policy_text(policy: Policy, rules: Rules) -> str:
    """Write a policy as CSV.

    Raises
    ------
    ValueError
        If it has other hands than the rules, or keeps one of equal cards but not the first.
    """
    space = hand_space(rules)
    players, hands = policy.cut.shape[1:]
    if hands != len(space):
        raise ValueError(f"a policy of {hands} hands for the {len(space)} of {rules.name}")
    names = [_keep_names(space, hand) for hand in range(hands)]
    known = np.zeros((hands, MASKS), bool)
    for hand, named in enumerate(names):
        known[hand, list(named.values())] = True
    if (policy.discard[:, :, ~known] > 0).any():
        raise ValueError("a discard keeps one of equal cards but not the first")
    out = io.StringIO()
    out.write(f"# rules = {rules.name}\n# deck = {deck_text(space.deck)}\n# players = {players}\n")
    writer = csv.writer(out, lineterminator="\n")
    bets = None if policy.bet is None or policy.accept is None else (policy.bet, policy.accept)
    writer.writerow(_COLUMNS + (_BETS if bets else []))
    for round_, seat, hand in np.ndindex(policy.cut.shape):
        place = (round_, seat, hand)
        row = [round_ + 1, seats_of(players)[seat], space.names[hand]]
        row += [repr(policy.cut[place].item())]
        row += [_discards_text(names[hand], policy.discard[place])]
        for chances in bets or ():
            row += [repr(chance) for chance in chances[:, seat, hand].tolist()]
        writer.writerow(row)
    return out.getvalue()


class _File:
    """A policy file, read row by row; messages name the line."""

    def __init__(self, text: str, where: str) -> None:
        self.where = where
        self.notes: dict[str, str] = {}
        lines = text.splitlines()
        comments = [*takewhile(lambda line: line.lstrip(' "').startswith("#"), lines)]
        for line in comments:
            key, __, value = line.strip('" ,;').lstrip("# ").partition("=")
            self.notes[key.strip()] = value.strip(' ,;"')  # a spreadsheet pads and quotes
        self.first = len(comments) + 2
        told = csv_rows(lines[len(comments) :], where, _EXAMPLE, MOST_ROWS)
        rows = [row for _, row in told]
        self.columns = rows[0] if rows else []
        self.rows = rows[1:]
        known = _COLUMNS + (_BETS if len(self.columns) > len(_COLUMNS) else [])
        if "deck" not in self.notes:
            self.refuse(_("no comment '# deck = ...' at the top"), _("a file as musodds saves it"))
        if self.columns != known:
            wrong = next((c for c in self.columns if c not in known), "")
            missing = next((c for c in known if c not in self.columns), "")
            what = _("columns out of order")
            if wrong or missing:
                what = _("unknown column '{column}'") if wrong else _("no column '{column}'")
            self.refuse(what.format(column=wrong or missing), ",".join(known))

    def refuse(self, what: str, expected: str, line: int | None = None) -> NoReturn:
        where = self.where
        if line is not None:
            where = _("{where}: line {line}").format(where=where, line=line)
        raise InputError(f"{where}: {what}", expected, _EXAMPLE)

    def players(self) -> int:
        """Return the number of players, by the comment or else by the seats."""
        told = self.notes.get("players") or str(len({row[1] for row in self.rows if len(row) > 1}))
        if told not in map(str, IN_CAMPS):
            self.refuse(f"players = {told}", _("2, 4 or 6"))
        return int(told)

    def weights(self) -> Callable[[str], int]:
        """Return the number of deals of a hand by its name, 0 if it is none of this deck."""
        pairs = [part.strip().rpartition(" x") for part in self.notes["deck"].split(",")]
        copies = {name: int(n) for name, __, n in pairs if n in _COPIES}
        return lambda hand: prod(
            comb(copies.get(card, 0), n) for card, n in Counter(_CARD.findall(hand)).items()
        )

    def chance(self, text: str, line: int, what: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 <= value <= 1:
            self.refuse(f"{what} '{text}'", _("a number from 0 to 1"), line)
        return value


class _Arrays:
    """The arrays of a policy while its rows are read."""

    def __init__(self, file: _File, space: HandSpace, players: int) -> None:
        self.file, self.space = file, space
        self.seats = {name: seat for seat, name in enumerate(seats_of(players))}
        self.index = {name: hand for hand, name in enumerate(space.names)}
        rounds = max(1, -(-len(file.rows) // (players * len(space))))
        self.cut = np.full((rounds, players, len(space)), np.nan)
        self.discard = np.zeros((*self.cut.shape, MASKS))
        self.bets = np.zeros((2, len(LANCE_NAMES), players, len(space)))

    def add(self, row: list[str], line: int) -> None:
        """Read one row."""
        file = self.file
        if len(row) != len(file.columns):
            file.refuse(
                ngettext("{count} cell", "{count} cells", len(row)).format(count=len(row)),
                f"{len(file.columns)}: {','.join(_COLUMNS)}",
                line,
            )
        round_, seat, hand, cut, discards = row[: len(_COLUMNS)]
        if not round_.isdecimal() or not 1 <= whole(round_) <= len(self.cut):
            file.refuse(
                _("round '{round}'").format(round=round_),
                _("1 to {most} by the number of rows").format(most=len(self.cut)),
                line,
            )
        if seat not in self.seats:
            file.refuse(
                _("seat '{seat}': no such seat").format(seat=seat), ", ".join(self.seats), line
            )
        if hand not in self.index:
            file.refuse(
                _("hand '{hand}': not in this deck").format(hand=hand),
                deck_text(self.space.deck),
                line,
            )
        place = (int(round_) - 1, self.seats[seat], self.index[hand])
        if not np.isnan(self.cut[place]):
            file.refuse(
                _("{seat} {hand} in round {round} again").format(
                    seat=seat, hand=hand, round=round_
                ),
                _("each hand once"),
                line,
            )
        self.cut[place] = file.chance(cut, line, "cut")
        self.read_discards(discards, place, line)
        if place[0] == 0 and len(row) > len(_COLUMNS):
            told = [file.chance(text, line, "bet") for text in row[len(_COLUMNS) :]]
            self.bets[:, :, place[1], place[2]] = np.reshape(told, (2, len(LANCE_NAMES)))

    def read_discards(self, text: str, place: tuple[int, int, int], line: int) -> None:
        """Read ``RR:0.7 RRA:0.3``."""
        names = _keep_names(self.space, place[2])
        for part in text.split():
            keep, __, chance = part.partition(":")
            if keep not in names:
                self.file.refuse(
                    _("discards '{part}'").format(part=part),
                    _("one of {names} kept").format(names=" ".join(names)),
                    line,
                )
            self.discard[(*place, names[keep])] = self.file.chance(chance, line, f"discards {keep}")
        total = self.discard[place].sum()
        if abs(total - 1) > 1e-6:
            self.file.refuse(
                _("discards '{text}' add up to {total:.12g}").format(text=text, total=total),
                _("1 in all"),
                line,
            )

    def policy(self) -> Policy:
        """Return the policy, once it is whole."""
        missing = np.argwhere(np.isnan(self.cut))
        if len(missing):
            round_, seat, hand = missing[0].tolist()
            lost = _("no row for {seat} {hand} in round {round}").format(
                seat=list(self.seats)[seat], hand=self.space.names[hand], round=round_ + 1
            )
            self.file.refuse(lost, _("every hand in every seat and round"))
        bets = self.bets if len(self.file.columns) > len(_COLUMNS) else ()
        return Policy(self.cut, self.discard, *bets)


def read_policy(
    text: str, rules: Rules, players: int | None = None, where: str | None = None
) -> Policy:
    """Read a policy from CSV.

    Parameters
    ----------
    text : str
    rules : Rules
        Whose deck it must be of.
    players : int, optional
        How many it must be for; those of the file by default.
    where : str
        What to call it in a message.

    Raises
    ------
    InputError
        If it is of another deck or table, not whole, or something in it cannot be read.
    """
    file, space = _File(text, where or _("file")), hand_space(rules)
    deck = deck_text(space.deck)
    if file.notes.get("deck", deck) != deck:
        made = file.notes.get("rules", _("other rules"))
        file.refuse(
            _("a policy for {rules} ({deck})").format(rules=made, deck=file.notes["deck"]),
            _("one for {rules} ({deck})").format(rules=rules.name, deck=deck),
        )
    found = file.players()
    if players not in (None, found):
        file.refuse(
            _("a policy for {players} players").format(players=found),
            _("one for {players}").format(players=players),
        )
    arrays = _Arrays(file, space, found)
    for line, row in enumerate(file.rows, file.first):
        arrays.add(row, line)
    return arrays.policy()


def whole_style(text: str, name: str, where: str) -> Style:
    """Return the style that a policy file stands for; its hands are read with the rules."""
    file = _File(text, where)
    cut, held = dict.fromkeys(seats_of(file.players()), 0.0), file.weights()
    deals = dict.fromkeys(cut, 0)
    for line, row in enumerate(file.rows, file.first):
        if len(row) == len(file.columns) and row[0] == "1" and row[1] in cut:
            weight = held(row[2])
            cut[row[1]] += weight * file.chance(row[3], line, "cut")
            deals[row[1]] += weight
    shares = tuple(round(cut[seat] / (deals[seat] or 1), 9) for seat in cut)
    return Style(name, shares, whole=text)


def save_policy(policy: Policy, rules: Rules, path: str | Path) -> None:
    """Write a policy to a file, whole or not at all; see `policy_text`."""
    told = policy_text(policy, rules).encode()
    write_whole(Path(path), lambda file: file.write(told))


def load_policy(path: str | Path, rules: Rules, players: int | None = None) -> Policy:
    """Read the policy that `save_policy` wrote, the same to the last bit; see `read_policy`."""
    where = _("policy '{path}'").format(path=path)
    text = read_text(path, where, _("a policy file"), "friends.csv", MOST_BYTES)
    return read_policy(text, rules, players, where)

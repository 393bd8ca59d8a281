"""The tables that the book is made from, each worked out once, when a chapter asks for it.

Readings of the solved strategy are taken in batches: one half chooses (what is best, which rule),
the other half says what that is worth, and its spread is the standard error.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from math import erfc

import numpy as np

from ...checkpoint import kept
from ...equity import Equity
from ...hands import LANCE_NAMES, HandSpace, hand_space
from ...jit import Arr, cache_dir
from ...lance_table import LanceTable, lance_table
from ...phase_tables import PhaseTable, phase_table
from ...rules import Rules
from ...tally import FIELDS
from .answers import answers
from .content import Number

STYLE = "usual"
BATCHES = 8  # an even number: half of them choose, half value
DEALS = 16_000  # of each batch of readings
PHASE_SE = 0.05  # tantos, of cutting against mus with each hand
ENVIDO = 2
SAMPLED = 400_000  # deals of four hands
READ = ("gain", "comes", "bet", "paso")


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is sampled.

    Attributes
    ----------
    deals : int or None
        Deals of everything that is sampled, for a quick look; None for the book's own numbers.
    seed : int
    """

    deals: int | None = None
    seed: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """A seat's choice between two words in a lance, for every hand.

    Attributes
    ----------
    gain : ndarray of float64, shape (batches, hands)
        Tantos of betting less passing, or of accepting less refusing; 0 where it is not known.
    by_batch : ndarray of float64, shape (batches, hands)
        How often a hand comes to it, of hands dealt to the seat.
    """

    gain: Arr
    by_batch: Arr

    @property
    def comes(self) -> Arr:
        """How often a hand comes to it, shape (hands,)."""
        return np.asarray(self.by_batch.mean(0))

    def chosen(self) -> Arr:
        """Return for which hands the first half of the batches says yes."""
        return np.asarray(self.worth() > 0)

    def worth(self) -> Arr:
        """Return the tantos of saying yes a hand dealt, by the first half, shape (hands,)."""
        return np.asarray((self.gain * self.by_batch)[: BATCHES // 2].mean(0))

    def of_hands(self) -> tuple[Arr, Arr]:
        """Return the gain with each hand when it comes up, by the second half, and its error."""
        gain, often = self.gain[BATCHES // 2 :], self.by_batch[BATCHES // 2 :]
        total = np.maximum(often.sum(0), 1e-300)
        mean = (gain * often).sum(0) / total
        return mean, np.sqrt(((often * (gain - mean)) ** 2).sum(0)) / total

    def cost_by_batch(self, yes: Arr) -> Arr:
        """Return what deciding so costs against `chosen`, in tantos a hand dealt.

        Parameters
        ----------
        yes : ndarray of bool, shape (hands,)

        Returns
        -------
        ndarray of float64, shape (batches / 2,)
            In each batch of the second half.
        """
        differs = self.chosen().astype(float) - yes
        return np.asarray(((self.gain * self.by_batch)[BATCHES // 2 :] * differs).sum(1))

    def share(self, yes: Arr) -> tuple[float, float]:
        """Return how often a decision so comes out yes, of the times it comes up; its error."""
        if yes[self.comes > 0].all() or not yes[self.comes > 0].any():
            return float(yes[self.comes > 0].all()), 0.0
        each = (self.by_batch * yes).sum(1) / self.by_batch.sum(1)
        return float(each.mean()), float(each.std(ddof=1) / len(each) ** 0.5)


@dataclass(eq=False)
class Data:
    """The tables of some rules.

    Attributes
    ----------
    rules : Rules
    effort : Effort
    progress : callable
        Told the share of the sampling that is done.
    """

    rules: Rules
    effort: Effort = field(default_factory=Effort)
    progress: Callable[[float], None] = lambda share: None
    memo: dict[str, object] = field(default_factory=dict)

    # ------------------------------------------------------------ exact

    @cached_property
    def space(self) -> HandSpace:
        """All hands."""
        return hand_space(self.rules)

    @cached_property
    def weight(self) -> Arr:
        """Share of dealt hands, shape (hands,)."""
        return np.asarray(self.space.weights / self.space.weights.sum())

    @cached_property
    def table(self) -> LanceTable:
        """The exact odds."""
        return lance_table(self.rules)

    def chance(self, name: str) -> Arr:
        """Return a field of the lance table by seat and hand, as a share of deals."""
        return np.asarray(self.table.counts[..., FIELDS.index(name)] / self.table.deals)

    @cached_property
    def unsure(self) -> Arr:
        """Chance that the cut table errs with a hand, by its own errors, shape (4, hands)."""
        gap, se = np.moveaxis(self.phase.values["difference"], -1, 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            far = np.where(se > 0, np.abs(gap) / se, np.inf)
        chance = np.vectorize(lambda z: 0.5 * erfc(z / 2**0.5), otypes=[float])
        return np.asarray(chance(far))

    def decided(self, seat: int, held: Arr, key: str, among: Arr | None = None) -> Number:
        """Return a share of dealt hands that hangs on what the cut table decides.

        Its error is that of hands which may lie on the other side of the line.
        """
        weight = self.weight if among is None else self.weight * among
        weight = weight / weight.sum()
        doubt = self.unsure[seat]
        se = float((weight**2 * doubt * (1 - doubt)).sum() ** 0.5)
        return Number(float((weight * held).sum()), f"share/{key}", se)

    def share(self, held: Arr, key: str) -> Number:
        """Return the share of dealt hands that are held, exactly."""
        return Number(float((self.weight * held).sum()), f"share/{key}")

    @cached_property
    def paso(self) -> Arr:
        """Expected tantos with every lance passed, shape (4, hands)."""
        return np.asarray(self.table.paso() / self.table.deals)

    # ------------------------------------------------------------ sampled

    @cached_property
    def phase(self) -> PhaseTable:
        """Cutting against mus, and every discard."""
        goal = {"deals": self.effort.deals} if self.effort.deals else {"se": PHASE_SE}
        return phase_table(
            self.rules,
            progress=lambda share: self.progress(0.6 * share),
            style=STYLE,
            seed=self.effort.seed,
            **goal,
        )

    @cached_property
    def equity(self) -> Equity:
        """The chance of winning the game from every score."""
        from ...equity_table import find_equity

        return find_equity(self.rules, STYLE)

    @property
    def read_deals(self) -> int:
        """Deals that each decision of a seat is read on."""
        return BATCHES * (self.effort.deals or DEALS)

    def decision(self, kind: str, seat: int, lance: str) -> Decision:
        """Return a decision: ``bet`` where all before passed, ``accept`` of an envido of 2.

        The envido is of the rival who speaks just before; the seat answers for its pair.
        """
        return self._decisions[kind, seat, lance]

    @cached_property
    def _decisions(self) -> dict[tuple[str, int, str], Decision]:
        found = {}
        for seat, rows in enumerate(self._readings):
            for lance in LANCE_NAMES:
                told = rows[f"{lance}_gain"], rows[f"{lance}_comes"]
                found["bet", seat, lance] = Decision(*told)
                found["accept", seat, lance] = Decision(*answers(self, lance, seat, BATCHES))
        return found

    @cached_property
    def words(self) -> dict[str, dict[str, Arr]]:
        """How often each hand bets 2 and passes by lance, before a bet, shape (4, hands)."""
        return {
            lance: {
                word: np.stack([rows[f"{lance}_{word}"] for rows in self._readings])
                for word in ("bet", "paso")
            }
            for lance in LANCE_NAMES
        }

    @cached_property
    def _readings(self) -> list[dict[str, Arr]]:
        deals = self.effort.deals or DEALS
        told = repr((self.rules, STYLE, deals, self.effort.seed, BATCHES))
        folder, found = cache_dir() / f"book-{hashlib.sha256(told.encode()).hexdigest()[:16]}", []
        for seat in range(4):
            found.append(kept(folder / f"words-{seat}.npz", lambda: self._read(seat, deals)))  # noqa: B023
            self.progress(0.6 + 0.1 * (seat + 1))
        return found

    def _read(self, seat: int, deals: int) -> dict[str, Arr]:
        """Read a seat's first word in all lances, in batches."""
        from ...bets import solution_of
        from ...chunks import map_chunks
        from ...solver.four.asking import Question
        from ...solver.four.reading import Reading, read

        strategy = solution_of(self.rules, STYLE).strategy
        questions = [Question(lance) for lance in LANCE_NAMES]
        shape = BATCHES, len(self.space)
        rows = {f"{lance}_{what}": np.zeros(shape) for lance in LANCE_NAMES for what in READ}

        def read_batch(batch: int) -> list[Reading]:
            seed = self.effort.seed * BATCHES + batch
            return read(strategy, seat, questions, deals=deals, seed=seed)

        for batch, readings in enumerate(map_chunks(read_batch, BATCHES)):
            for told in readings:
                bet, paso = told.actions.index("envido:2"), told.actions.index("paso")
                up = told.gain[bet] - told.gain[paso]
                here = np.where(np.isfinite(up), told.held * told.reached, 0)
                found = up, here, told.frequency[bet], told.frequency[paso]
                for what, values in zip(READ, found, strict=True):
                    rows[f"{told.decision}_{what}"][batch] = np.nan_to_num(values)
        for lance in LANCE_NAMES:
            for word in ("bet", "paso"):
                rows[f"{lance}_{word}"] = rows[f"{lance}_{word}"].mean(0)
        return rows

    @cached_property
    def dealt(self) -> Arr:
        """Deals of four hands, by number, shape (deals, 4)."""
        rng = np.random.default_rng(self.effort.seed)
        cards = np.repeat(np.arange(len(self.space.deck.copies)), self.space.deck.copies)
        rows = []
        for _ in range(BATCHES):
            order = rng.random((SAMPLED // BATCHES, len(cards))).argpartition(16, axis=1)[:, :16]
            # the sixteen are in no random order yet
            order = rng.permuted(order, axis=1)
            hands = cards[order].reshape(-1, 4, 4)
            rows.append(self.space.of_cards[tuple(np.moveaxis(hands, 2, 0))])
        return np.concatenate(rows).astype(np.int64)

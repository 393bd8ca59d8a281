"""How things stand when the asker must speak: how the others play, and what is known of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import numpy as np

from .dealing import Start, starts
from .draws import ALL, MASKS
from .errors import InputError
from .evidence import Evidence
from .flow import spoken_before
from .hands import hand_space
from .jit import Arr
from .lance_table import lance_table
from .lang import _
from .payoff import Paso, Payoff
from .played import Played
from .policy import Policy, style_policy, visto_policy
from .rules import Rules
from .seats import seats_of
from .setup import Setup, check_visto
from .simulate import Table, sim_table
from .situation import Situation

_KEPT = np.array([bin(mask).count("1") for mask in range(MASKS)])


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """A question about the mus phase, with all that is known.

    Attributes
    ----------
    asked : Situation
    setup : Setup
    seen : Evidence, optional
        What is known of the hands that the others hold now; the asker's cards thrown are dead.
    played : Played
        The rounds of mus so far.
    keeps : dict of int to int
        How many cards some seats keep in this round.
    visto : bool
        Whether a card was shown in the deal.
    others_stay : bool
        Whether to ask what would be if the others kept all their cards in this round.
    """

    asked: Situation
    setup: Setup
    seen: Evidence | None = None
    played: Played = field(default_factory=Played)
    keeps: dict[int, int] = field(default_factory=dict)
    visto: bool = False
    others_stay: bool = False

    def __post_init__(self) -> None:
        """Refuse what does not go together."""
        asked, played = self.asked, self.played
        asked.check_mus()
        self.setup.check(asked.rules, asked.partner)
        if self.visto:
            check_visto(asked.rules)
        if played.rounds >= self.setup.max_rounds:
            raise InputError(
                _("round {round} of mus: the mano must cut after {most}").format(
                    round=played.rounds + 1, most=self.setup.max_rounds
                ),
                _("an earlier round, or more of them"),
                f"--max-rounds {played.rounds + 4}",
            )
        heard = self._spoken()
        for item in self.seen.items if self.seen is not None else ():
            if item.label.endswith(" said=cut") and set(item.seats) & set(heard):
                raise InputError(
                    _("'{label}': he speaks before you, and you are still asked").format(
                        label=item.label
                    ),
                    _("mus from who speaks before you"),
                    item.label.replace(" said=cut", "").join(["--said ", "=mus"]),
                )
        if played.rounds and (asked.partner is not None or self.visto):
            what = _("partner '{partner}' in round {round}")
            if self.visto:
                what = _("a card shown in the deal in round {round}")
            raise InputError(
                what.format(partner=asked.partner, round=played.rounds + 1),
                _("the first round"),
                _("no --thrown"),
            )

    def to_dict(self) -> dict[str, Any]:
        """Return what stands in every JSON answer besides the hand."""
        names = seats_of(self.asked.players, self.asked.solo)
        return {
            **({} if self.seen is None else self.seen.to_dict()),
            **self.played.to_dict(),
            "keeps": {names[seat]: kept for seat, kept in self.keeps.items()},
        }

    @property
    def policy(self) -> Policy:
        """How everybody plays, with what is known of this round's discards."""
        setup, rules = self.setup, self.asked.rules
        if self.visto:
            return visto_policy(rules, setup.style, setup.first_hand, self.asked.players)
        policy = style_policy(rules, setup.style, setup.first_hand, self.asked.players)
        if self.others_stay:
            policy = _staying(policy, self.played.rounds, self.asked.place)
        return _keeping(policy, self.played.rounds, self.keeps) if self.keeps else policy

    @property
    def table(self) -> Table:
        """What the kernels read."""
        if self.keeps or self.others_stay:
            return sim_table(self.asked.rules, self.policy, self.setup.first_hand)
        return table_of_style(self.asked.rules, self.setup, self.asked.players, self.visto)

    @property
    def payoff(self) -> Payoff:
        """What the hands are worth in the end."""
        return payoff_of(self.asked.rules, self.setup, self.asked.players)

    @property
    def skip(self) -> Arr:
        """The partner's hand where it is known: he is weighed by his chance, not asked."""
        skip = np.full(self.asked.players, -1)
        if self.asked.partner is not None:
            skip[(self.asked.place + 2) % 4] = self.asked.known[(self.asked.place + 2) % 4]
        return skip

    def _spoken(self) -> list[int]:
        asked = self.asked
        if self.visto:
            return []
        return list(spoken_before(asked.rules, asked.place, asked.players))

    def _likelihoods(self) -> Arr:
        """Return what is known of each seat's hand now, shape (players, hands)."""
        if self.seen is None:
            like = np.ones((self.asked.players, len(self.asked.space)))
            for seat, hand in enumerate(self.asked.known):
                if hand >= 0:
                    like[seat] = np.arange(len(self.asked.space)) == hand
            return like
        return self.seen.likelihoods()

    def _after_speaking(self, like: Arr) -> Arr:
        """Return likelihoods with what was said and kept in this round."""
        policy, round_ = self.policy, self.played.rounds
        row, like = min(round_, len(policy.cut) - 1), like.copy()
        skip = self.skip
        said = {i.seats for i in self.seen.items if " said=" in i.label} if self.seen else set()
        for seat in self._spoken():
            if skip[seat] < 0 and (seat,) not in said:  # what was seen said is weighed already
                like[seat] *= 1 - policy.cut[row, seat]
        plain = style_policy_of(self)
        for seat, kept in self.keeps.items():
            row = min(round_, len(plain.discard) - 1)
            like[seat] *= plain.discard[row, seat][:, kept == _KEPT].sum(1)
        return like

    def gone(self) -> Arr:
        """Return the cards out of play, besides known hands and the asker's, shape (classes,)."""
        space = self.asked.space
        gone = np.zeros(len(space.deck.copies), np.int64)
        if self.seen is not None:
            gone += self.seen.gone - space.counts[self.asked.known[self.asked.place]]
        return gone

    def start(self) -> Start:
        """Return where the deals begin.

        Raises
        ------
        InputError
            If in this style some seat could not have done what is known of it.
        """
        asked, played, like = self.asked, self.played, self._after_speaking(self._likelihoods())
        policy, now = self.policy, None
        if played.rounds:
            now, like = like / like.max(1, keepdims=True).clip(1e-300), np.ones(like.shape)
            for seat in range(asked.players):
                like[seat] = 1 - policy.cut[0, seat]
                count = played.threw[0][seat]
                if count >= 0:
                    like[seat] *= policy.discard[0, seat][:, 4 - count == _KEPT].sum(1)
        known = [-1] * asked.players
        known[asked.place] = asked.known[asked.place]
        for seat, row in enumerate(like):
            if seat != asked.place and (row > 0).sum() == 1 and not played.rounds:
                known[seat] = int(row.argmax())
        like[asked.place] = 1
        if now is not None:
            like = like * (now.max(1, keepdims=True) > 0)
        classes = asked.space.deck.classes_of
        mine = np.full((played.rounds, 4), -1)
        for row, hand in zip(mine, played.thrown, strict=True):
            row[: len(hand.cards)] = list(classes(hand))
        threw = np.array(played.threw, dtype=np.int64).reshape(-1, asked.players)
        return starts(
            asked.space, known, self.gone(), like, not asked.rules.pedrete, mine, threw, now
        )

    def exact_cut(self) -> float | None:
        """Return what cutting is exactly worth, if that is known or wanted; else None."""
        asked, setup = self.asked, self.setup
        if not setup.is_controlled or self.payoff.name != "paso" or asked.rules.pedrete:
            return None
        if self.played.rounds or asked.players != 4:
            return None
        like, place = self._after_speaking(self._likelihoods()), asked.place
        others = np.delete(like, place, axis=0)
        hand = asked.known[place]
        if (others == 1).all() and not self.gone().any():
            table = lance_table(asked.rules)
            return float(table.paso()[0 if setup.first_hand else place, hand] / table.deals)
        if setup.estimator == "auto" or len({0, 2, 3, *asked.space.juego.tolist()}) > 3:
            return None
        from .joint_odds import joint_odds

        if setup.first_hand:  # cutting makes one mano, the others keep their places from him
            like, place = np.roll(like, -place, axis=0), 0
        gone = self.gone() + asked.space.counts[hand]
        by_tantos = joint_odds(asked.space, hand, place, like, gone).tantos()
        return sum(tantos * p for tantos, p in by_tantos.items())


def style_policy_of(standing: Standing) -> Policy:
    """Return the policy of a standing's style, whatever is known of this round."""
    return replace(standing, keeps={}, others_stay=False).policy


def _keeping(policy: Policy, round_: int, keeps: dict[int, int]) -> Policy:
    """Return a policy in which some seats keep so many cards in a round."""
    rows = np.minimum(np.arange(round_ + 2), len(policy.cut) - 1)
    cut, discard = policy.cut[rows], policy.discard[rows]
    for seat, kept in keeps.items():
        allowed = discard[round_, seat] * (kept == _KEPT)
        total = allowed.sum(-1, keepdims=True)
        # hands that never keep so many are left alone: they are not dealt
        discard[round_, seat] = np.where(
            total > 0, allowed / total.clip(1e-300), discard[round_, seat]
        )
    return Policy(cut, discard)


def _staying(policy: Policy, round_: int, place: int) -> Policy:
    """Return a policy in which all seats but one keep all four cards in a round."""
    rows = np.minimum(np.arange(round_ + 2), len(policy.cut) - 1)
    discard = policy.discard[rows]
    others = np.arange(policy.cut.shape[1]) != place
    discard[round_, others] = np.arange(MASKS) == ALL
    return Policy(policy.cut[rows], discard)


@cache
def table_of_style(rules: Rules, setup: Setup, players: int = 4, visto: bool = False) -> Table:
    """Return what the kernels read when everybody plays the setup's style, or a mus visto."""
    if visto:
        policy = visto_policy(rules, setup.style, setup.first_hand, players)
    else:
        policy = style_policy(rules, setup.style, setup.first_hand, players)
    return sim_table(rules, policy, setup.first_hand)


@cache
def payoff_of(rules: Rules, setup: Setup, players: int = 4) -> Payoff:
    """Return what hands are worth when everybody plays the setup's style.

    Every lance is passed, unless the style bets.
    """
    if setup.style.solved:
        from .solver.four.payoff import Solved
        from .solver.four.solved_style import solved_strategy

        return Solved(solved_strategy(rules, setup.style, setup.first_hand, players))
    policy, space = style_policy(rules, setup.style, setup.first_hand, players), hand_space(rules)
    if policy.bet is None:
        return Paso(space, setup.first_hand)
    from .bet_payoff import Envites

    return Envites(space, policy, setup.first_hand)


def masks_to_try(standing: Standing) -> tuple[int, ...]:
    """Return the distinct discards, as masks of cards kept; staying too in a mus visto."""
    from .draws import distinct_keeps

    asked = standing.asked
    cards = asked.space.cards[asked.known[asked.place]].tolist()
    masks: tuple[int, ...] = distinct_keeps(tuple(cards))
    return (*masks, ALL) if standing.visto else masks

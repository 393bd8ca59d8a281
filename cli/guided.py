"""The guided question: one prompt each, then the answer and the command that asks the same."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from ..config import kept
from ..errors import InputError
from ..lang import _
from ..words import seat_word
from .batch import Batched
from .fitted import say
from .spoken import language_asked
from .typed import Left, answered, on_terminal, why

if TYPE_CHECKING:
    from ..rules import Rules
    from ..situation import Situation

_AGAIN = "musodds.again"  # in the context: the command that asks the same
_NOTHING = ("", "-", "none", "no", "nada", "ninguno", "ez", "ezer", "rien")
_SEEN = ("sena", "no_sena", "said", "range", "holds", "known", "dead")


class Asking(Batched):
    """A command that asks for what it needs: with --ask, or alone on a terminal."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Ask first, if need be, and go on as if the answers had been typed."""
        asks = "--ask" in args or (not args and on_terminal())
        if ctx.resilient_parsing or not asks or any(a.startswith("--batch") for a in args):
            return super().parse_args(ctx, args)
        rest = [arg for arg in args if arg != "--ask"]
        told = self.make_parser(ctx).parse_args(list(rest))[0]
        if "form" in told:
            raise InputError(_("--ask with --format"), _("one of them"), "musodds advise --ask")
        question = _Question(_typed(told))
        try:
            question.ask_all()
        except Left:
            say(_("Nothing asked. All commands: musodds --help."))
            ctx.exit(0)
        words = [*question.words, *rest]
        language = language_asked(ctx, rest)
        ctx.meta[_AGAIN] = shlex.join(["musodds", str(self.name), *words, *language])
        say()
        return super().parse_args(ctx, words)

    def invoke(self, ctx: click.Context) -> Any:
        """Answer, and tell how to ask the same in one line."""
        again = ctx.meta.pop(_AGAIN, None)
        try:
            return super().invoke(ctx)
        finally:  # where there is no answer, the line can be changed
            if again is not None:
                say("\n" + _("The same question in one line:"))
                click.secho(f"  {again}", bold=True)


def _typed(told: dict[str, Any]) -> dict[str, Any]:
    """Return the options and arguments that stand on the command line."""
    return {name: value for name, value in told.items() if isinstance(value, str | list | tuple)}


@dataclass
class _Question:
    """What is asked: what the command line has of it, and the words that the answers add."""

    given: dict[str, Any]
    words: list[str] = field(default_factory=list)

    def ask_all(self) -> None:
        """Ask for all that is not given yet."""
        from ..rules import DEFAULT_RULES
        from ..seats import seats_of

        own = kept("rules")
        usual = self.given.get("rules", own or DEFAULT_RULES)
        rules = self._rules(usual)
        say(_("Enter alone takes what stands in brackets; q leaves."))
        hand = self._ask_hand(rules)
        seat = self._ask_seat()
        score = self._ask_score(rules) if "score" not in self.given and _has_mus(rules) else None
        if "rules" in self.given:
            asked = self._read_rules(usual, hand, seat)[1]
        else:
            prompt = _("Rules [{rules}]:").format(rules=usual)
            typed, asked = answered(prompt, lambda text: self._read_rules(text, hand, seat), usual)
            self.words += ["--rules", typed] if own or typed != DEFAULT_RULES else []
        self._put_score(score, asked)
        if _has_mus(asked.rules) and not set(_SEEN) & self.given.keys():
            across = (asked.place + self.players // 2) % self.players
            other = seat_word(seats_of(self.players)[across])
            prompt = _("What you saw, e.g. {seat}=two aces [nothing]:").format(seat=other)
            found = answered(prompt, lambda text: _read_seen(text, asked))
            self.words += [word for option in found for word in option]

    def _rules(self, name: str) -> Rules:
        from ..rules import load_rules

        return load_rules(name, self.given.get("set", ()))

    @property
    def players(self) -> int:
        typed = str(self.given.get("players", 4))
        return int(typed) if typed in ("2", "4", "6") else 4

    def _ask_hand(self, rules: Rules) -> str:
        from ..cards import HAND_SIZE, parse_hand

        size = HAND_SIZE + (not _has_mus(rules))
        if self.given.get("hand"):
            return str(parse_hand(" ".join(self.given["hand"]), size))
        prompt = _("Your cards, e.g. RRCA or R R C 1:")
        hand = answered(prompt, lambda text: str(parse_hand(text, size)))
        self.words.append(hand)
        return hand

    def _ask_seat(self) -> str:
        from ..seats import parse_seat, seats_of

        names = seats_of(self.players)
        if "seat" in self.given:
            return names[parse_seat(self.given["seat"], self.players)]
        mano = seat_word(0)
        prompt = _("Your seat [{mano}]:").format(mano=mano)
        seat = names[answered(prompt, lambda text: parse_seat(text, self.players), mano)]
        self.words += ["--seat", seat]
        return seat

    def _ask_score(self, rules: Rules) -> str | None:
        prompt = _("Score, yours first, e.g. 22-31 [none]:")
        return answered(prompt, lambda text: _read_score(text, rules))

    def _read_rules(self, text: str, hand: str, seat: str) -> tuple[str, Situation]:
        """Read rules by which the hand can be asked about."""
        from ..cards import HAND_SIZE
        from ..situation import ask

        rules = self._rules(text)
        size = HAND_SIZE + (not _has_mus(rules))
        return text, ask(hand, seat, rules, players=self.players, size=size)

    def _put_score(self, score: str | None, asked: Situation) -> None:
        """Add the score, asked for again where the game of these rules has ended at it."""
        rules = asked.rules
        if score is None or not _has_mus(rules):
            return
        try:
            fitting: str | None = _read_score(score, rules)
        except InputError as error:
            say(f"  {why(error)}")
            fitting = self._ask_score(rules)
        if fitting is not None and not self._heeds_score(asked):
            say("  " + _("No strategy is kept for this game: answered without the score."))
        elif fitting is not None:
            self.words += ["--score", fitting]

    def _heeds_score(self, asked: Situation) -> bool:
        """Return whether bets are played out, without which a score says nothing."""
        from ..setup import make_setup
        from ..solved_choice import why_not_solved
        from ..style import DEFAULT_STYLE

        style = self.given.get("style", kept("style") or DEFAULT_STYLE)
        return not why_not_solved(asked, make_setup(style=style))


def _has_mus(rules: Rules) -> bool:
    """Return whether four cards are dealt, and the game goes by a score."""
    return rules.deal == "mus"


def _read_score(text: str, rules: Rules) -> str | None:
    """Return a score as it was typed, None for none."""
    from ..stones import parse_score

    if text.lower() in _NOTHING:
        return None
    score = parse_score(text, rules.stones_per_amarraco, _("ours-theirs"), "22-31")
    if max(score) >= rules.target:
        most = _("less than {target} each ({rules})")
        most = most.format(target=rules.target, rules=rules.describe())
        raise InputError(_("score '{text}'").format(text=text), most, "22-28")
    return text


def _read_seen(text: str, asked: Situation) -> list[tuple[str, str]]:
    """Return what was seen as options, each checked."""
    from ..clues import gather_evidence, parse_said
    from .guided_seen import read_seen

    if text.lower() in _NOTHING:
        return []
    found = read_seen(text)
    given: dict[str, list[str]] = {}
    for option, value in found:
        given.setdefault(option.lstrip("-").replace("-", "_"), []).append(value)
    parse_said(given.pop("said", ()))  # how a style judges it is worked out with the answer
    gather_evidence(asked, **given)  # type: ignore[arg-type]  # lists of str, each as its option
    return found

"""What the page says, in the language in use; the script puts the numbers into the braces."""

from __future__ import annotations

from ...hands import LANCE_NAMES
from ...lang import _
from ...rules import Rules
from ...seats import SEATS
from ...words import lance_word, seat_word
from .bands import Band


def band_word(band: Band) -> str:
    """Return what a band of scores is called."""
    return {
        "tantos": _("By tantos, no score"),
        "level": _("Start or middle, level"),
        "we-near": _("We are 5 or fewer from home"),
        "they-near": _("They are 5 or fewer from home"),
        "both-near": _("Both pairs 5 or fewer from home"),
        "behind": _("We are far behind"),
        "ahead": _("We are far ahead"),
    }[band.name]


def card_words() -> dict[str, str]:
    """Return the cards by letter."""
    return {
        "R": _("king"),
        "C": _("horse"),
        "S": _("jack"),
        "7": _("seven"),
        "6": _("six"),
        "5": _("five"),
        "4": _("four"),
        "3": _("three"),
        "2": _("two"),
        "A": _("ace"),
    }


def action_words() -> list[str]:
    """Return what may be said, as `figures.ACTIONS` has it."""
    return [
        _("paso"),
        _("envido 2"),
        _("órdago"),
        _("no quiero"),
        _("not for me"),
        _("quiero"),
        _("3 more"),
    ]


def script_words() -> dict[str, str]:
    """Return the sentences that the script fills in."""
    return {
        "cut": _("Cut: no hay mus"),
        "mus": _("Mus, and throw {throw}"),
        "equal": _("it hardly matters"),
        "ahead_cut": _("Cutting is ahead of mus by {gap}."),
        "ahead_mus": _("Mus is ahead of cutting by {gap}."),
        "tantos": _("{x} tantos"),
        "of_game": _("{x} of the game"),
        "grade_0": _("The other way would lose next to nothing."),
        "grade_1": _("The other way would be doubtful."),
        "grade_2": _("The other way would be a mistake."),
        "grade_3": _("The other way would be a bad mistake."),
        "unsure": _("That is within two standard errors of nothing."),
        "held_back": _(
            "The advice does not follow that: the lead is flattered, see the next line."
        ),
        "unexpected_1": _(
            "Such a table never cuts with this hand and takes you for a better one if you do. That "
            "flatters cutting, and bluffs after it."
        ),
        "unexpected_2": _(
            "Such a table always cuts with this hand and would not expect it after mus; that is "
            "not counted on."
        ),
        "throw": _("If all say mus, throw {throw} and keep {keep}."),
        "throw_all": _("If all say mus, throw {throw}, all four."),
        "next_throw": _("Next best: throw {throw}, which loses {loss}."),
        "agreed": _("If you say mus, all the others do so in {p} of deals."),
        "wins": _("our pair wins it in {p} of deals"),
        "contested": _("both pairs hold it in {p}; then we win it in {q}"),
        "played": _("it is played in {p}; then we win it in {q}"),
        "speaks_first": _("You speak first"),
        "first": _("All passed before you"),
        "envido": _("The {seat} says envido 2"),
        "ordago": _("The {seat} says órdago"),
        "often": _("the strategy says it in {p}"),
        "next": _("next best: {action}, loses {loss}"),
        "all_same": _("{action} is as good"),
        "win_need": _("we win it then in {p}, {need} needed to accept"),
        "win": _("we win it then in {p}"),
        "win_only": _("we win it then in {p}; the bet changes nothing in the game"),
        "rare": _("A guess: the strategy hardly ever bets so."),
        "never": _("It hardly ever comes about: no advice."),
        "need_cards": _("Tap {n} more cards."),
        "need_card": _("Tap one more card."),
        "bad_text": _("Four cards, please: {cards}. Not understood: {text}."),
        "not_here": _("This page has no advice on {hand}, only the odds."),
        "remove": _("Take back {card}"),
        "empty": _("no card"),
        "head": _("{hand}, {seat}, {band}"),
        "paso_ev": _("With every lance passed the hand is worth {x} to your pair."),
        "command": _("The same for your exact score, surer:"),
    }


def page_words() -> dict[str, str]:
    """Return what stands in the template."""
    return {
        "title": _("Mus: what do I do with this hand?"),
        "cards": _("Your four cards"),
        "typed": _("Or type them"),
        "clear": _("Clear"),
        "seat": _("Your seat"),
        "score": _("The score, ours-theirs"),
        "answer": _("Answer"),
        "mus": _("Cut or mus"),
        "lances": _("Odds, and bets if you cut now"),
        "about": _("What the figures are"),
        "off": _("This page needs JavaScript."),
    }


def rules_word(rules: Rules) -> str:
    """Return the rules in a few words."""
    return _("{rules}: {kings} kings, games of {target}").format(
        rules=rules.name, kings=rules.kings, target=rules.target
    )


def about(rules: Rules, deals: int, se: float, seed: int) -> list[str]:
    """Return what each figure is, a paragraph each."""
    told = [
        _("Rules: {rules}. Everything was worked out by musodds; the page asks nobody anything."),
        _(
            "± is one standard error: two runs in three come within it, 19 in 20 within two. "
            "Figures without it are exact."
        ),
        _(
            "How often our pair wins a lance is counted exactly over all deals, nothing being "
            "known of the other hands. Pares and juego that only our pair holds count as won; ties "
            "go to the earlier seat."
        ),
        _(
            "Cut or mus is played out on sampled deals, to a standard error of {se} of the game, "
            "or until the lead is five of them. Those who speak before you have said mus; the "
            "others cut with their best 35 % of hands and discard as the strategy solved for such "
            "a table; everybody bets by it, you too."
        ),
        _(
            "A band of scores stands for the one score beside it; the advice is for just that "
            "score, by the chance of winning the game to {target}. By tantos, every tanto counts "
            "the same and an órdago counts 22."
        ),
        _(
            "Bets are for the case that you cut now, {deals} deals each. All passed: those before "
            "you in this lance; earlier lances went as the strategy plays them. Envido and órdago "
            "come from the first rival to speak. How often we win then allows for what he bets so "
            "with. Needed is the chance from which accepting pays: by pot odds in tantos, by the "
            "chance of the game at a score. Losses are against what is advised, on the same deals."
        ),
        _(
            "How often the strategy says something is its own frequency; it heeds no score. The "
            "decision asked about heeds the score, later ones, yours and the others', do not, but "
            "nobody refuses where that ends the game."
        ),
        _("Errors are rounded up, other figures to the digit shown. Seed {seed}."),
    ]
    return [
        text.format(
            rules=rules_word(rules),
            target=rules.target,
            deals=deals,
            se=f"{100 * se:g} %",
            seed=seed,
        )
        for text in told
    ]


def seat_words() -> list[str]:
    """Return the seats in speaking order."""
    return [seat_word(seat) for seat in SEATS]


def lance_words() -> dict[str, str]:
    """Return the lances by name."""
    return {name: lance_word(name) for name in LANCE_NAMES}

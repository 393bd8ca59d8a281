"""How a table plays, by name: who cuts, what they throw, whether they bet."""

from __future__ import annotations

from dataclasses import dataclass, field

from .errors import InputError
from .lang import N_, _
from .seats import IN_CAMPS

NAMED_STYLES = {"patient": 0.20, "usual": 0.35, "eager": 0.50}
DEFAULT_STYLE = "cut:0.35"
WAYS = ("best", "cautious", "king-hunter", "pairs", "kings")  # to discard; see `keeps`
BETS, SOLVED = "bets", "solved"
EQUILIBRIUM = "equilibrium"  # cuts, discards and bets are all solved
FILES = (".toml", ".csv")
_SUFFIXES = (*WAYS, BETS, SOLVED)
_EXPECTED = N_(
    "cut:x with x from 0 to 1, or one x a seat as in cut:0.30,0.35,0.35,0.50, or {names}, each "
    "perhaps with +cautious or +solved, or equilibrium, or a file .toml or .csv"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a style file that changes what the style does with some hands.

    Attributes
    ----------
    what : {"cut", "discard", "bet", "accept"}
    hands : str
        In the grammar of `ranges`; a weight mixes the line with what held before.
    chance : float
    seats : tuple of str
        Words for the seats; none means all.
    rounds : tuple of (int, int or None)
        First and last round of each run, from 1, None without an end; none means all.
    keep : str
        Of a discard: the cards kept, or one of `WAYS`.
    lance : str
        Of a bet or an accept.
    where : str
        What to call the line in a message; two lines may be equal without it.
    """

    what: str
    hands: str
    chance: float
    seats: tuple[str, ...] = ()
    rounds: tuple[tuple[int, int | None], ...] = ()
    keep: str = ""
    lance: str = ""
    where: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Style:
    """A style: every seat cuts with its best share of dealt hands, unless lines say otherwise.

    Styles are equal if all they say is equal, so that policies can be kept by style.

    Attributes
    ----------
    name : str
        As it was asked for, or as the file calls itself.
    shares : tuple of float
        Share of dealt hands that cut: one for all seats, or one for each in speaking order.
        Lines may change what comes of it: see `policy.cut_shares`.
    discards : tuple of (str, float)
        The ways to discard and how often each is taken; see `keeps`.
    softness : float
        How blurred the line between cutting and not is, in share of hands; 0 is sharp.
    bets : bool
        Whether envites are opened and accepted by rule; see `style_bets`.
    lines : tuple of Line
        The last one that names a hand decides.
    whole : str
        The text of a policy file, which stands for all of the above.
    solved : bool
        Whether discards and bets are those of a solved strategy, made for a table that cuts so;
        without ``shares`` the cuts are too. See `solver.four`.

    Examples
    --------
    >>> parse_style("eager")
    Style(name='eager', shares=(0.5,))
    >>> parse_style("cut:0.30,0.35,0.35,0.50").share(3)
    0.5
    >>> parse_style("usual+king-hunter").discards
    (('king-hunter', 1.0),)
    """

    name: str
    shares: tuple[float, ...]
    discards: tuple[tuple[str, float], ...] = field(default=(("best", 1.0),), repr=False)
    softness: float = field(default=0.0, repr=False)
    bets: bool = field(default=False, repr=False)
    lines: tuple[Line, ...] = field(default=(), repr=False)
    whole: str = field(default="", repr=False)
    solved: bool = field(default=False, repr=False)

    @property
    def by_hand(self) -> bool:
        """Whether it says hand by hand who cuts, and not with how many of the best hands."""
        return bool(self.whole) or not self.shares

    def share(self, seat: int) -> float:
        """Return the share of dealt hands with which a seat cuts."""
        return self.shares[0] if len(self.shares) == 1 else self.shares[seat]

    def check_players(self, players: int) -> None:
        """Refuse shares by seat for another number of players."""
        if len(self.shares) not in (1, players):
            raise InputError(
                _("style '{style}': {count} shares for {players} players").format(
                    style=self.name, count=len(self.shares), players=players
                ),
                _("one share for all, or one a seat"),
                "--style cut:0.35",
            )


def _shares(base: str) -> tuple[float, ...] | None:
    """Read a style's name or its ``cut:x``; None if it is neither."""
    if base in NAMED_STYLES:
        return (NAMED_STYLES[base],)
    kind, _, shares = base.partition(":")
    try:
        read = tuple(float(share) for share in shares.split(","))
    except ValueError:
        return None
    right = kind == "cut" and len(read) in (1, *IN_CAMPS) and all(0 <= x <= 1 for x in read)
    return read if right else None


def parse_style(style: str | Style) -> Style:
    """Read a style.

    Parameters
    ----------
    style : str or Style
        ``cut:x`` with one share or one a seat, or ``patient``, ``usual``, ``eager``; then a way to
        discard such as ``+cautious`` (`WAYS`, ``best`` by default), and ``+bets``; or ``+solved``
        alone. Or ``equilibrium``. Or a file: ``.toml`` as in `style_file`, ``.csv`` as in
        `policy_file`.

    Raises
    ------
    InputError
        If it is none of these, x is not from 0 to 1, or the file cannot be read.
    """
    if isinstance(style, Style):
        return style
    text = str(style).strip()
    if text.lower().endswith(FILES):
        from .style_file import load_style

        return load_style(text)
    name = text.lower()
    if name == EQUILIBRIUM:
        return Style(name, (), solved=True)
    base, *suffixes = name.split("+")
    shares = _shares(base)
    if shares is None:
        raise InputError(
            _("style '{style}'").format(style=style),
            _(_EXPECTED).format(names=", ".join(NAMED_STYLES)),
            "--style cut:0.35",
        )
    ways = [suffix for suffix in suffixes if suffix not in (BETS, SOLVED)]
    for suffix in suffixes:
        if suffix not in _SUFFIXES:
            raise InputError(
                _("style '{style}': unknown '+{suffix}'").format(style=style, suffix=suffix),
                _("one of {suffixes}").format(suffixes=", ".join(_SUFFIXES)),
                "--style usual+cautious",
            )
    if len(ways) > 1 or len(suffixes) - len(ways) > 1 or (SOLVED in suffixes and ways):
        raise InputError(
            _("style '{style}': '+{suffix}' comes too late").format(
                style=style, suffix=suffixes[-1]
            ),
            _("one way to discard, and perhaps +bets (a file mixes several), or +solved alone"),
            "--style usual+cautious",
        )
    discards = ((ways[0] if ways else "best", 1.0),)
    return Style(name, shares, discards, bets=BETS in suffixes, solved=SOLVED in suffixes)

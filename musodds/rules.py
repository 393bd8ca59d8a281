"""The rules of a table: every point on which the sources of mus differ is a field here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from .cards import Deck, standard_deck
from .errors import InputError
from .lang import _
from .text_file import read_text
from .toml_reader import read_toml, shipped_toml

DEFAULT_RULES = "naipera"
MOST = 200  # of a target, a bet, games and vacas: more than any table plays for
Deal = Literal["mus", "five"]
Real = Literal["off", "ten", "sota", "sota-oros", "king"]
MusDecided = Literal["seat", "pair", "defer"]
Reshuffle = Literal["all", "own-apart", "earlier"]
MusCorrido = Literal["never", "game", "match"]
ExposedCard = Literal["redeal", "mus-visto"]
Quads = Literal["pairs", "beat"]
WhoRefuses = Literal["both", "first-word"]
RefusedRaise = Literal["accepted", "plus-one"]
PuntoRefused = Literal["at-once", "at-count"]
LateClaims = Literal["until-cut"]
FirstMano = Literal["smallest-deals", "highest-mano", "agreed"]
Senas = Literal["ehmf", "tikal", "wikipedia", "ffm", "naipera", "fem"]
SenasSeen = Literal["partner", "table"]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules a hand is played by.

    Every field carries its meaning, with who plays it so, in its annotation: `meanings` hands
    them out and ``musodds rules show`` prints them. A preset's sources are in ``presets.toml``.

    Raises
    ------
    InputError
        If a value is not one that the field knows, or two fields contradict each other.

    Examples
    --------
    >>> load_rules("ehmf").kings
    4
    >>> "".join(load_rules("naipera").deck().names)
    'RCS7654A'
    >>> load_rules("ffm", ["target=30"]).name
    'ffm, target = 30'
    """

    name: str = "custom"

    # the deck and the hands
    kings: Annotated[
        Literal[4, 8, 9],
        "8 makes kings of the threes and aces of the twos, to all effects; 9 adds the five of oros",
    ] = 8
    wild: Annotated[
        bool, "Perico (caballo de bastos, Cb) and Perica (sota de oros, So) are wild (meseta)"
    ] = False
    deal: Annotated[
        Deal, "four cards and rounds of mus, or five cards, one thrown and no mus (meseta)"
    ] = "mus"
    real: Annotated[
        Real,
        "the 31 real, 7-7-7 and any ten, a sota, the sota of oros or a king, beats every other "
        "31; or off",
    ] = "off"
    real_pays: Annotated[Literal[3, 5], "tantos of the 31 real (5 in 'Mus francés')"] = 3
    quads: Annotated[
        Quads, "four alike: duples like two pairs, or 'beat' them (a house rule, in no regulation)"
    ] = "pairs"

    # the mus phase
    mus_decided: Annotated[
        MusDecided,
        "each seat answers in turn; each pair confers, the mano's first (ffm, art. 7); or the "
        "segundo defers to the postre and they decide together (ehmf)",
    ] = "seat"
    reshuffle: Annotated[
        Reshuffle,
        "a stock that runs out is made anew of all cards thrown; of all but those of a player "
        "served last; or of the cards of earlier rounds only",
    ] = "all"
    mus_corrido: Annotated[
        MusCorrido,
        "in the first hand of a game or of the match the cutter becomes mano, without señas",
    ] = "never"
    exposed_card: Annotated[
        ExposedCard,
        "a card shown in the deal: deal again, or mus visto, in which all may throw or stay",
    ] = "redeal"
    pedrete: Annotated[
        bool, "4-5-6-7 sung before the cut: one tanto at once and four new cards (a house rule)"
    ] = False

    # bets
    min_bet: Annotated[int, "tantos of the least envite"] = 2
    min_raise: Annotated[int, "tantos of the least raise (2 in some clubs)"] = 1
    max_bet: Annotated[int | None, "most tantos in one lance short of an órdago, or none"] = None
    double_bets: Annotated[bool, "grande and chica may be bet in one breath (ffm, art. 9)"] = False
    who_refuses: Annotated[
        WhoRefuses,
        "both rivals must refuse, or the first word binds the pair (ffm, art. 10, where "
        "'nere gatik tira' leaves the partner free)",
    ] = "both"

    # the señas
    senas: Annotated[
        Senas | None,
        "the list of señas that holds (musodds senas shows it), or none where they are forbidden",
    ] = "fem"
    max_senas: Annotated[
        int | None, "most señas that a player gives in a hand (naipera: 2), or none"
    ] = None
    senas_seen: Annotated[
        SenasSeen, "who sees them: the partner, and a rival who catches them, or the whole table"
    ] = "partner"

    # the count
    target: Annotated[int, "tantos that win a game (25 to 40)"] = 40
    refused_raise: Annotated[
        RefusedRaise, "a refused raise pays what was accepted, or one more (Madrid's deje)"
    ] = "accepted"
    punto_refused: Annotated[
        PuntoRefused, "a refused punto pays the punto's own tanto at once too, or at the count"
    ] = "at-count"
    stones_per_amarraco: Annotated[Literal[5, 10], "tantos in an amarraco (10 in the meseta)"] = 5
    late_claims: Annotated[
        LateClaims | None,
        "tantos forgotten at the count: lost once the cards are gathered (ffm, art. 18), or "
        "claimed until the deck is cut for the next hand",
    ] = None

    # the match
    games: Annotated[int, "games that win a vaca"] = 3
    vacas: Annotated[int, "vacas that win the match"] = 1
    first_mano: Annotated[
        FirstMano,
        "each draws a card: the smallest deals and the next seat is mano (ffm, art. 3), or the "
        "highest is mano; or by agreement",
    ] = "highest-mano"

    def __post_init__(self) -> None:
        """Refuse what no table plays."""
        for field, kind in _kinds().items():
            value = getattr(self, field)
            if not _fits(value, kind):
                raise InputError(
                    _("rules: {setting}").format(setting=f"{field} = {_as_toml(value)}"),
                    _expected(kind),
                    _example(field),
                )
        if self.max_bet is not None and self.max_bet < self.min_bet:
            raise InputError(
                _("rules: {setting} with {other}").format(
                    setting=f"max_bet = {self.max_bet}", other=f"min_bet = {self.min_bet}"
                ),
                _("a largest bet that is not below the least one"),
                "max_bet = 20",
            )
        if self.wild and self.real != "off":
            raise InputError(
                _("rules: {setting} with {other}").format(
                    setting=f"real = '{self.real}'", other="wild = true"
                ),
                _("wild cards or a 31 real, not both"),
                "real = 'off'",
            )
        if self.deal == "five" and (
            self.mus_corrido != "never" or self.exposed_card != "redeal" or self.pedrete
        ):
            raise InputError(
                _("rules: {setting} with {others} and {last}").format(
                    setting="deal = 'five'",
                    others=f"mus_corrido = '{self.mus_corrido}', "
                    f"exposed_card = '{self.exposed_card}'",
                    last=f"pedrete = {_as_toml(self.pedrete)}",
                ),
                _("five cards without mus, or rules about mus, not both"),
                "mus_corrido = 'never', exposed_card = 'redeal', pedrete = false",
            )
        if self.real == "off" and self.real_pays != 3:
            raise InputError(
                _("rules: {setting} with {other}").format(
                    setting=f"real_pays = {self.real_pays}", other="real = 'off'"
                ),
                _("a 31 real that is played, or 3"),
                "real = 'ten'",
            )
        if self.senas is None and (self.max_senas is not None or self.senas_seen != "partner"):
            raise InputError(
                _("rules: {setting} with {others} and {last}").format(
                    setting="senas = 'none'",
                    others=f"max_senas = {_as_toml(self.max_senas)}",
                    last=f"senas_seen = {_as_toml(self.senas_seen)}",
                ),
                _("a list of señas, or no limit and nobody else who sees them"),
                "senas = 'none', max_senas = 'none', senas_seen = 'partner'",
            )

    def deck(self) -> Deck:
        """Return the deck these rules are played with; suits count where a rule needs them."""
        apart = {"So", "Cb"} if self.wild else {"So"} if self.real == "sota-oros" else set()
        return standard_deck(self.kings, frozenset(apart), self.wild)

    def describe(self) -> str:
        """Return one line for people, e.g. ``naipera: 8 kings, games of 40``."""
        told = _("{rules}: {kings} kings, games of {target}")
        if self.real != "off":
            told = _("{rules}: {kings} kings, games of {target}, 31 real ({real})")
        return told.format(rules=self.name, kings=self.kings, target=self.target, real=self.real)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields without the name."""
        return {field: getattr(self, field) for field in _kinds()}

    def to_toml(self) -> str:
        """Return the rules as a file that ``--rules FILE.toml`` reads."""
        return "".join(f"{field} = {_as_toml(v)}\n" for field, v in self.to_dict().items())


@cache
def _hints() -> dict[str, Any]:
    hints = get_type_hints(Rules, include_extras=True)
    return {field.name: hints[field.name] for field in fields(Rules) if field.name != "name"}


@cache
def _kinds() -> dict[str, Any]:
    """Field by field, what its values may be."""
    return {field: get_args(hint)[0] for field, hint in _hints().items()}


@cache
def meanings() -> dict[str, str]:
    """Return what each field means and who plays it so."""
    return {field: get_args(hint)[1] for field, hint in _hints().items()}


def _fits(value: Any, kind: Any) -> bool:
    options = get_args(kind)
    if get_origin(kind) is Literal:
        # True == 1 and 4.0 == 4, but neither is a number of kings
        return any(value == option and type(value) is type(option) for option in options)
    if options:
        return any(_fits(value, option) for option in options)
    return type(value) is kind and (kind is not int or 0 < value <= MOST)


def _expected(kind: Any) -> str:
    options = get_args(kind)
    if get_origin(kind) is Literal:
        return _(" or ").join(_as_toml(option) for option in options)
    if options:
        return _(" or ").join(_expected(option) for option in options)
    number = _("a positive number, at most {most}").format(most=MOST)
    return {int: number, bool: _("true or false")}.get(kind, "'none'")


def _example(field: str) -> str:
    default = next(f.default for f in fields(Rules) if f.name == field)
    return f"{field} = {_as_toml(default)}"


def _as_toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) >= 2**63:
        return "a number beyond 64 bits"
    return str(value) if isinstance(value, int) else f"'{'none' if value is None else value}'"


def presets() -> dict[str, dict[str, Any]]:
    """Return the presets that ship with musodds, as read from ``presets.toml``."""
    return shipped_toml("presets.toml")


def _changed(rules: Rules, changes: Mapping[str, Any], where: str) -> Rules:
    """Return the rules with some fields changed; ``none`` stands for None, TOML has no other."""
    for field in changes:
        if field not in _kinds():
            raise InputError(
                _("{where}: unknown field '{field}'").format(where=where, field=field),
                ", ".join(_kinds()),
                "kings = 4",
            )
    values: dict[str, Any] = {k: None if v == "none" else v for k, v in changes.items()}
    return replace(rules, **values)


def _read_set(text: str) -> tuple[str, Any]:
    """Read ``field=value``; what is no TOML value is a word."""
    field, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise InputError(
            _("set '{text}': no value").format(text=text), _("field=value"), "--set kings=4"
        )
    try:
        return field, read_toml(f"value = {value}", "", "")["value"]
    except InputError:
        return field, value


def _preset(name: str) -> Rules:
    key = name.strip().lower()
    if key not in presets():
        raise InputError(
            _("rules '{name}': no such preset").format(name=name),
            ", ".join(presets()),
            "--rules naipera",
        )
    table = {field: value for field, value in presets()[key].items() if field != "title"}
    return replace(_changed(Rules(), table, _("rules '{rules}'").format(rules=key)), name=key)


def _from_file(path: Path) -> Rules:
    """Read rules of one's own; ``base`` names the preset that they change."""
    where = _("rules '{path}'").format(path=path)
    example = _("--rules ehmf, or --rules mine.toml")
    text = read_text(path, where, _("a preset, or a TOML file"), example)
    table = read_toml(text, where, "--rules mine.toml")
    base = _preset(str(table.pop("base", DEFAULT_RULES)))
    table.pop("title", None)
    return replace(_changed(base, table, _("rules '{rules}'").format(rules=path)), name=path.stem)


def load_rules(
    rules: str | Rules = DEFAULT_RULES, overrides: Mapping[str, Any] | Iterable[str] = ()
) -> Rules:
    """Return the rules of that name.

    Parameters
    ----------
    rules : str or Rules, default "naipera"
        A preset's name or a ``.toml`` file; rules are handed back as they are.
    overrides : mapping or iterable of str, optional
        Fields to change, by name or as ``field=value``. The name tells of those that differ.

    Raises
    ------
    InputError
        If there is no such preset or file, or a field or its value is unknown.

    Examples
    --------
    >>> load_rules("ffm").describe()
    'ffm: 4 kings, games of 40'
    >>> load_rules("naipera", {"kings": 4}).describe()
    'naipera, kings = 4: 4 kings, games of 40'
    """
    if not isinstance(rules, Rules):
        rules = str(rules)
        rules = _from_file(Path(rules)) if rules.strip().endswith(".toml") else _preset(rules)
    if not isinstance(overrides, Mapping):
        overrides = dict(_read_set(text) for text in overrides)
    changed = _changed(rules, overrides, _("rules '{rules}'").format(rules=rules.name))
    told = [
        f"{f} = {_as_toml(v)}".replace("'", "")
        for f, v in changed.to_dict().items()
        if v != getattr(rules, f)
    ]
    return replace(changed, name=", ".join([rules.name, *told]))

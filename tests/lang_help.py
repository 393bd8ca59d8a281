"""A language in which every string stands in brackets, and what is said outside of them."""

import gettext
import re

from musodds import lang

OPEN, CLOSE = "⟦", "⟧"
# the same in every language: options, files, commands to copy, what stands for cards and numbers
SAME = (
    r"--?[a-z][\w-]*(=\S+)?",
    r"\b[\w./-]+\.(md|toml|csv|png|svg|pdf|html|npz|txt|mus|json|tex|xlsx)\b",
    r"musodds .*",
    r"\b[RCSKQJDA2-7x]{1,5}\b",
    r"\d[\w:.]*",
)


class _Brackets:
    def gettext(self, text):
        return f"{OPEN}{text}{CLOSE}" if text else text

    def pgettext(self, context, text):
        return self.gettext(text)

    def ngettext(self, one, many, count):
        return self.gettext(one if count == 1 else many)


def speak_brackets(monkeypatch):
    """Let every string that is looked up come back in brackets, on lines that do not wrap.

    Those of click too, which it looks up by gettext.
    """
    said = _Brackets()
    monkeypatch.setattr(lang, "_catalogue", lambda code: said)
    monkeypatch.setattr(gettext, "dgettext", lambda domain, text: said.gettext(text))
    monkeypatch.setattr(gettext, "dngettext", lambda domain, *given: said.ngettext(*given))
    monkeypatch.setenv("COLUMNS", "2000")


def outside(text):
    """Return what stands outside of brackets.

    >>> outside("⟦won ⟦mano⟧ by⟧ far, ⟦at⟧ 3")
    ' far,  3'
    """
    text = re.sub(rf"(?m)({OPEN}[^{CLOSE}\n]*)\.\.\.$", rf"\1{CLOSE}", text)  # cut short by click
    kept, depth = [], 0
    for sign in text:
        depth -= sign == CLOSE
        if depth == 0 and sign != CLOSE and sign != OPEN:
            kept.append(sign)
        depth += sign == OPEN
    assert depth == 0, text
    return "".join(kept)


def untranslated(text, allowed=()):
    """Return the words of a text that were not looked up, but for those allowed.

    Parameters
    ----------
    text : str
        What was printed while `speak_brackets` held.
    allowed : sequence of str
        Words that are the same in every language, such as the name of a preset.
    """
    rest = outside(text)
    for same in SAME:
        rest = re.sub(same, " ", rest)
    return [word for word in re.findall(r"[^\W\d_]{2,}", rest) if word not in allowed]

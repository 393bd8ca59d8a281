"""The brackets that show untranslated words must show them."""

from lang_help import outside, speak_brackets, untranslated

from musodds.lang import _, ngettext
from musodds.words import seat_word


def test_strings_that_are_looked_up_stand_in_brackets(monkeypatch):
    speak_brackets(monkeypatch)
    assert seat_word("postre") == "⟦postre⟧"
    assert _("win {lance}").format(lance=_("chica")) == "⟦win ⟦chica⟧⟧"
    assert ngettext("{n} deal", "{n} deals", 2).format(n=2) == "⟦2 deals⟧"
    assert _("") == ""


def test_words_outside_of_brackets_are_found():
    assert outside("⟦a ⟦b⟧ c⟧ d") == " d"
    assert untranslated("⟦cut⟧: won by 3 RRCA --style x.toml") == ["won", "by"]
    assert untranslated("⟦rules⟧ naipera", allowed=("naipera",)) == []
    assert untranslated("postre's") == ["postre"]

"""The lookup page in a real browser: every hand, numbers, widths, keys and the console."""

import re
import shutil
import time

import numpy as np
import pytest
from musodds.reports.lookup.figures import ACTIONS, Wanted
from musodds.reports.lookup.page import render
from musodds.reports.lookup.work import work_out

from musodds.exact import odds
from musodds.hands import hand_space
from musodds.lang import speaking
from musodds.rules import load_rules
from musodds.seats import SEATS
from musodds.tables import lances

pytest.importorskip("jinja2", reason="no jinja2: pip install 'musodds[reports]'")
pytest.importorskip("selenium", reason="no selenium: pip install 'musodds[browser]'")
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
DRIVER = shutil.which("chromedriver") or ""
pytestmark = pytest.mark.skipif(
    not (CHROMIUM and DRIVER),
    reason="no Chromium with its driver: apt-get install chromium chromium-driver",
)

FLAGS = [
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
LANGUAGES = ("es", "eu", "en")
NARROW = 360
ALL_HANDS = """
const typed = document.getElementById("typed"), done = {};
for (const name of arguments[0]) for (let seat = 0; seat < 4; seat++) {
  document.querySelectorAll("input[name=seat]")[seat].click();
  typed.value = name;
  typed.dispatchEvent(new Event("input"));
  const rows = [...document.querySelectorAll("caption")].map((each) => each.textContent);
  done[name + seat] = [document.getElementById("verdict").textContent, ...rows];
}
return done;
"""
TOO_WIDE = """
const wide = document.documentElement.clientWidth, found = [];
if (document.documentElement.scrollWidth > wide) found.push("page");
for (const each of document.querySelectorAll("main *")) {
  const box = each.getBoundingClientRect();
  if (box.width && (box.right > wide + 0.5 || box.left < -0.5)) found.push(each.outerHTML);
}
return found.slice(0, 3);
"""
CONTRAST = """
const light = (rgb) => {
  const [r, g, b] = rgb.map((x) => x / 255).map(
    (x) => x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
const found = [];
for (const each of document.querySelectorAll("main *")) {
  const own = [...each.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  if (!own || !each.getBoundingClientRect().width) continue;
  let under = each;
  const clear = (it) => rgb(getComputedStyle(it).backgroundColor)[3] === 0;
  while (under && clear(under)) under = under.parentElement;
  const a = light(rgb(getComputedStyle(each).color));
  const b = light(rgb(getComputedStyle(under ?? document.body).backgroundColor));
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < 4.5) found.push([ratio, each.outerHTML.slice(0, 120)]);
}
return found;
"""


@pytest.fixture(scope="module")
def wanted():
    return Wanted(load_rules("naipera"), within="RRCA,7654,RR54", se=0.2, deals=512)


@pytest.fixture(scope="module")
def figures(wanted):
    return work_out(wanted)


@pytest.fixture(scope="module")
def pages(wanted, figures, tmp_path_factory):
    folder, found = tmp_path_factory.mktemp("lookup"), {}
    for language in LANGUAGES:
        with speaking(language):
            (folder / f"{language}.html").write_text(render(wanted, figures), "utf-8")
        found[language] = (folder / f"{language}.html").as_uri()
    return found


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture
def opened(browser, pages):
    def open_page(language="en", width=1200, scheme="light"):
        size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        media = [{"name": "prefers-color-scheme", "value": scheme}]
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
        browser.get(pages[language])
        return browser

    yield open_page
    assert browser.get_log("browser") == []  # no test leaves an error in the console


def find(browser, selector):
    return browser.find_elements("css selector", selector)


def text_of(browser, name):
    return browser.find_element("id", name).text


def enter(browser, hand, seat=0, band=1):
    find(browser, "input[name=seat]")[seat].click()
    find(browser, "input[name=band]")[band].click()
    browser.find_element("id", "clear").click()
    browser.find_element("id", "typed").send_keys(hand)


def percents(text):
    return [float(found) for found in re.findall(r"(\d+\.\d)%", text)]


def test_every_hand_can_be_entered_and_has_the_odds_of_the_library(opened, wanted):
    names = hand_space(wanted.rules).names
    told = opened().execute_script(ALL_HANDS, list(names))
    frame = lances(wanted.rules).set_index(["hand", "seat"])
    assert len(told) == 4 * len(names) == 1320
    for name in names:
        for place, seat in enumerate(SEATS):
            verdict, *rows = told[f"{name}{place}"]
            assert name in verdict
            row, space = frame.loc[name, seat], hand_space(wanted.rules)
            hand = space.index(name)
            played = ["grande", "chica"] + ["pares"] * bool(space.pares[hand])
            played.append("juego" if space.juego[hand] else "punto")
            assert len(rows) == len(played)
            for lance, caption in zip(played, rows, strict=True):
                assert caption.startswith(f"{lance}: ")
                wins = percents(caption)[0]
                assert wins == pytest.approx(100 * row[f"{lance}_win"], abs=0.0501)


def test_odds_of_one_hand_in_full(opened):
    browser = opened()
    enter(browser, "RRCA", seat=3)
    found = odds("RRCA", seat="postre")
    caption = next(each.text for each in find(browser, "caption") if each.text.startswith("pares"))
    pares = found.lances["pares"]
    expected = [100 * pares[name] for name in ("win", "contested", "win_if_contested")]
    assert percents(caption) == pytest.approx(expected, abs=0.0501)
    value = float(re.search(r"worth ([+−]\d+\.\d\d) tantos", text_of(browser, "lances"))[1]
                  .replace("−", "-"))  # fmt: skip
    assert value == pytest.approx(found.paso_ev, abs=0.00501)


def test_advice_is_that_of_the_library_with_its_errors(opened, wanted, figures):
    browser, names = opened(), hand_space(wanted.rules).names
    words = ["paso", "envido 2", "órdago", "no quiero", "not for me", "quiero", "3 more"]
    assert len(words) == len(ACTIONS)
    for row, hand in enumerate(wanted.hands):
        name = names[hand]
        for seat, band in ((0, 0), (1, 1), (3, 2)):
            enter(browser, name, seat, band)
            cut, gap = figures["cut"][seat, row, band], figures["gap"][seat, row, band]
            keep = int(figures["keep"][seat, row, band])
            throw = "".join(card for i, card in enumerate(name) if not keep >> i & 1)
            verdict = text_of(browser, "verdict")
            assert ("Cut: no hay mus" if cut else f"Mus, and throw {throw}") in verdict
            lead = re.search(r"by (\d+\.\d+)(%?) ± (?:> )?(\d+\.\d+)", text_of(browser, "mus"))
            scale = 100 if band else 1
            half = 0.051 if band else 0.0051
            assert float(lead[1]) == pytest.approx(scale * abs(gap), abs=half)
            assert float(lead[3]) >= min(scale * figures["gap_se"][seat, row, band], 5) - 1e-9
            said = [each.text for each in find(browser, ".do")]
            acts = [
                figures[f"{kind}_act"][seat, row, slot, band]
                for slot in range(4)
                for kind in ("first", "envido", "ordago")
            ]
            expected = [words[int(act)] for act in acts if np.isfinite(act)]
            assert [each.removesuffix(" ?") for each in said] == expected


def test_cards_are_tapped_taken_back_and_cleared(opened):
    browser = opened(width=NARROW)
    buttons = {each.get_attribute("data-card"): each for each in find(browser, "#ranks button")}
    for card in "ARCR":
        buttons[card].click()
    assert "RRCA" in text_of(browser, "verdict")
    assert find(browser, "#typed")[0].get_attribute("value") == "RRCA"
    find(browser, ".slot")[2].click()
    assert "one more card" in text_of(browser, "verdict")
    buttons["7"].click()
    assert "RR7A" in text_of(browser, "verdict")
    find(browser, "#clear")[0].click()
    assert not find(browser, "#details")[0].is_displayed()


@pytest.mark.parametrize(
    ("typed", "hand"),
    [("rrca", "RRCA"), ("12, 12 11 1", "RRCA"), ("KKQA", "RRCA"), ("R 3 C 2", "RRCA"),
     ("4567", "7654")],
)  # fmt: skip
def test_hands_are_read_as_people_write_them(opened, typed, hand):
    browser = opened()
    enter(browser, typed)
    assert text_of(browser, "verdict").startswith(hand)


@pytest.mark.parametrize("typed", ["RRCX", "RRCAA"])
def test_what_is_no_hand_is_told(opened, typed):
    browser = opened()
    enter(browser, typed)
    assert typed[-1] in text_of(browser, "trouble")


def test_a_hand_without_advice_says_so(opened):
    browser = opened()
    enter(browser, "SSSS")
    assert "no advice on SSSS" in text_of(browser, "verdict")
    assert len(find(browser, "caption")) == 4


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_overflows_and_all_can_be_read(opened, language, scheme):
    browser = opened(language, NARROW, scheme)
    assert browser.execute_script("return document.documentElement.lang") == language
    browser.execute_script("document.querySelector('details').open = true")
    for hand in ("", "RRCA", "7654", "RR54", "SSSS"):
        for band in range(len(find(browser, "input[name=band]"))):
            enter(browser, hand, 3, band)
            assert browser.execute_script(TOO_WIDE) == []
        assert browser.execute_script(CONTRAST) == []
    dark = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, re.findall(r"\d+", dark)[:3])) < 200) == (scheme == "dark")


def test_keys_alone_are_enough(opened):
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    browser = opened()

    def press(*keys):
        for key in keys:
            ActionChains(browser).send_keys(key).perform()

    def at():
        return browser.switch_to.active_element

    press(Keys.TAB)
    assert at().get_attribute("data-card") == "R"
    assert (
        browser.execute_script("return getComputedStyle(document.activeElement).outlineStyle")
        != "none"
    )
    press(Keys.ENTER, Keys.SPACE, Keys.TAB, Keys.ENTER)
    for _ in range(20):
        if at().get_attribute("data-card") == "A":
            break
        press(Keys.TAB)
    press(Keys.ENTER)
    assert text_of(browser, "verdict").startswith("RRCA, mano")
    press(Keys.TAB, Keys.TAB, Keys.TAB)
    assert at().get_attribute("name") == "seat"
    press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert text_of(browser, "verdict").startswith("RRCA, tercero")
    press(Keys.TAB)
    assert at().get_attribute("name") == "band"
    press(Keys.ARROW_DOWN)
    assert "(37-25)" in text_of(browser, "verdict")
    press(Keys.TAB)
    assert at().tag_name == "summary"
    press(Keys.ENTER)
    assert "one standard error" in browser.find_element("tag name", "main").text


def test_what_a_screen_reader_is_told(opened):
    browser = opened()
    enter(browser, "RRCA")
    verdict = browser.find_element("id", "verdict")
    assert verdict.aria_role == "status"
    assert verdict.get_attribute("aria-live") == "polite"
    assert find(browser, ".slot")[3].accessible_name == "Take back A"
    assert find(browser, "#ranks button")[0].accessible_name == "R king"
    assert find(browser, "#typed")[0].accessible_name == "Or type them"
    assert find(browser, "input[name=seat]")[1].accessible_name == "segundo"
    assert find(browser, "#clear")[0].accessible_name == "Clear"
    for each in find(browser, "button, input, table"):
        assert each.accessible_name, each.get_attribute("outerHTML")


def test_it_opens_at_once_and_asks_nobody(opened):
    start = time.perf_counter()
    browser = opened()
    assert time.perf_counter() - start < 5
    script = "return performance.getEntriesByType('navigation')[0].domComplete"
    assert browser.execute_script(script) < 1000
    assert browser.execute_script("return performance.getEntriesByType('resource').length") == 0

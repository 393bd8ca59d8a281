"""A plain second scorer of hands that nobody bet on, written from the rules alone."""

from __future__ import annotations

from collections import Counter

POINTS = {"R": 10, "C": 10, "S": 10, "7": 7, "6": 6, "5": 5, "4": 4, "3": 3, "2": 2, "A": 1}
ORDER = "A234567SCR"  # low to high
JUEGOS = [33, 34, 35, 36, 37, 40, 32, 31]


def _pares(values: list[int]) -> tuple[int, list[int]]:
    counts = Counter(values)
    alike = sorted((v for v, n in counts.items() if n >= 2), reverse=True)
    if max(counts.values()) == 4:
        return 3, alike * 2
    if len(alike) == 2:
        return 3, alike
    if max(counts.values()) == 3:
        return 2, alike
    return (1, alike) if alike else (0, [])


def paso(hands: list[str], kings: int) -> tuple[int, int]:
    """Return the tantos of the mano's pair and of the other, all lances passed."""
    if kings == 8:
        hands = [hand.replace("3", "R").replace("2", "A") for hand in hands]
    values = [[ORDER.index(card) for card in hand] for hand in hands]
    tantos = [0, 0]

    def best(keys: list[tuple[object, ...] | None]) -> int:
        at = -1
        for seat, key in enumerate(keys):
            if key is not None and (at < 0 or key > keys[at]):  # type: ignore[operator]
                at = seat
        return at

    tantos[best([tuple(sorted(v, reverse=True)) for v in values]) % 2] += 1
    tantos[best([tuple(-x for x in sorted(v)) for v in values]) % 2] += 1
    pares = [_pares(v) for v in values]
    if any(kind for kind, _ in pares):
        pair = best([(kind, *alike) if kind else None for kind, alike in pares]) % 2
        tantos[pair] += sum(kind for kind, _ in pares[pair::2])
    sums = [sum(POINTS[card] for card in hand) for hand in hands]
    if any(s > 30 for s in sums):
        pair = best([(JUEGOS.index(s),) if s > 30 else None for s in sums]) % 2
        tantos[pair] += sum(3 if s == 31 else 2 for s in sums[pair::2] if s > 30)
    else:
        tantos[best([(s,) for s in sums]) % 2] += 1
    return tantos[0], tantos[1]

"""Sentences of refusals in the source, and what of them is not marked for the catalogues."""

import ast
import re

# which arguments of what makes a refusal are sentences
SENTENCES = {
    "InputError": (0, 1),
    "TooFewAgreed": (0, 1),
    "refuse": (0, 1),
    "forbid": (1, 2),
    "_Refused": (0,),
    "Ungraded": (0,),
    "_unfit": (0, 1),
    "within": (0,),
    "again": (1,),
    "ChildProcessError": (0,),
    "ConnectionError": (0,),
}
LOOK_UP = ("_", "ngettext")
# what users type as it is, the same in every language: options without dashes, keys of files
TYPED = {
    *("NUMBA_NUM_THREADS", "TOML", "base", "cap", "declared", "deals", "discards", "drew"),
    *("estimator", "history", "iterations", "keeps", "max", "rounds", "memory", "ordago", "play"),
    *("players", "said", "se", "seed", "target", "threw", "thrown", "time"),
}


def refusals_of(path):
    """Yield the sentences that a file makes refusals of, with the function around each."""
    tree = ast.parse(path.read_text("utf-8"))
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)] + [tree]
    for function in functions:
        for node in _inside(function):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name == "error" and path.name in ("ranges.py", "conditions.py"):
                    yield from ((function, arg) for arg in node.args)
                places = SENTENCES.get(name, ())
                yield from ((function, node.args[i]) for i in places if i < len(node.args))


def _inside(function):
    """Yield the nodes of a function without those of functions in it."""
    for child in ast.iter_child_nodes(function):
        if not isinstance(child, ast.FunctionDef):
            yield child
            yield from _inside(child)


def unmarked(node, function, seen=()):
    """Yield the text in an expression that no catalogue would be asked for."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    if isinstance(node, ast.Name):
        parts = [] if node.id in seen else _assigned(function, node.id)
        seen = (*seen, node.id)
    else:
        parts = _parts(node)
    for part in parts:
        yield from unmarked(part, function, seen)


def _parts(node):
    """Return the expressions whose text goes into that of an expression."""
    if isinstance(node, ast.JoinedStr | ast.BoolOp):
        return node.values
    if isinstance(node, ast.FormattedValue):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return [node.body, node.orelse]
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("format", "join"):
        return [node.func.value, *(keyword.value for keyword in node.keywords)]
    return []  # what is looked up, or comes from elsewhere


def _assigned(function, name):
    """Yield what a name is made of in a function."""
    for node in _inside(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == name:
                    yield node.value
                elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = zip(target.elts, node.value.elts, strict=True)
                    yield from (v for t, v in pairs if isinstance(t, ast.Name) and t.id == name)


def words_of(text):
    """Return the words in a text that are neither quoted, nor an option, a field or in `TYPED`."""
    text = re.sub(r"'[^']*'|--[a-z-]+|\b[a-z_]+ = \w*", " ", text)
    return [word for word in re.findall(r"[A-Za-z_]{2,}", text) if word not in TYPED]


def hidden(path):
    """Yield where a string is looked up within an f-string."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.JoinedStr):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Call) and getattr(inner.func, "id", "") in LOOK_UP:
                    yield f"{path.name}:{inner.lineno}"

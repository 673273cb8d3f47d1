"""Mutation: small errors are put into the checks and effects of a title, and its tests must notice.

python scripts/mutate.py 1889                  fifty mutants of a title, chosen by the seed
python scripts/mutate.py 1889 1843 --mutants 20 --seed 7
python scripts/mutate.py 1889 --mutants 0              every mutant that there is
python scripts/mutate.py 1889 --helpers                also in functions that checks and effects call
python scripts/mutate.py 1889 --shared                 in the shared checks and effects of the core instead
python scripts/mutate.py 1889 --only powers.py:61:8    one of them again, with what the tests print

Nothing is written to disk. The process loads the program and the title's tests once. A first child runs all tests,
which must pass, and notes which test runs which lines. Then the process forks for each mutant. The child
exchanges the code of one function, wherever that function is referred to, and runs the tests that enter it until one
fails: first the tests beside the title, then its golden playthroughs. A test that never enters the function cannot
notice the error. The report says how many mutants were caught and shows each one that escaped.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import gc
import io
import os
import pickle
import random
import resource
import sys
import time
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import coverage
import pytest
from _pytest.runner import runtestprotocol

from railhead.conformance import every_rules
from railhead.titles import title

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Call = tuple[str, int, str]
"""A function: its file, its first line and its name."""
ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = {"__init__.py", "positions.py"}
"""Files of a title without checks or effects."""
SECONDS = 120
"""A mutant that takes more of the processor counts as caught: a suite that hangs is noticed."""
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}
"""An operator and the one that is put in its place."""


@dataclass(frozen=True)
class Mutant:
    """One small error: where it is, what it does, and the function with it."""

    path: Path
    line: int
    column: int
    what: str
    function: str
    body: range  # the lines of that function
    codes: tuple[CodeType, ...]  # its code, after that of the functions that it is made in

    @property
    def place(self) -> str:
        """Where it is, as it is named on the command line."""
        return f"{self.path.name}:{self.line}:{self.column}"


def is_judged(function: ast.FunctionDef) -> bool:
    """Whether a function is a check or an effect: it is decorated as one, or writes to a change."""
    checks = any("check" in ast.unparse(one).partition("(")[0] for one in function.decorator_list)
    first = function.args.args[0] if function.args.args else None
    return checks or (
        first is not None and first.annotation is not None and "Change" in ast.unparse(first.annotation)
    )


def functions(tree: ast.Module, helpers: bool) -> Iterator[ast.FunctionDef]:
    """The checks and effects of a module, those inside other functions too; or all functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and (helpers or is_judged(node)):
            yield node


def places(function: ast.FunctionDef) -> Iterator[tuple[ast.AST, str, str]]:
    """Where a function can be changed: the node, how, and in words."""
    for node in _inside(function):
        if isinstance(node, ast.Compare):
            yield node, "compare", f"{ast.unparse(node)}: {_swap(node.ops[0])}"
        elif isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in SWAPS:
            yield node, "operator", f"{ast.unparse(node)}: {_swap(node.op)}"
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, "not", f"{ast.unparse(node)}: not is gone"
        elif isinstance(node, ast.IfExp):
            yield node, "branches", f"{ast.unparse(node)}: the branches change places"
        elif isinstance(node, ast.If | ast.While):
            yield node, "condition", f"if {ast.unparse(node.test)}: the condition is turned round"
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield node, "number", f"{node.value} becomes {node.value + 1}"
        elif isinstance(node, ast.Constant) and type(node.value) is bool:
            yield node, "truth", f"{node.value} becomes {not node.value}"
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield node, "call", f"{ast.unparse(node)}: is left out"


def _inside(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """The nodes of a body without its docstring, its inner functions and the facts of refusals."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.FunctionDef | ast.Dict | ast.AnnAssign | ast.Lambda):
            continue
        yield node
        waiting.extend(ast.iter_child_nodes(node))


def _swap(operator: ast.AST) -> str:
    return f"{type(operator).__name__} becomes {SWAPS[type(operator)].__name__}"


def change(node: ast.AST, how: str) -> None:
    """Put the error into a node."""
    match how:
        case "compare":
            node.ops[0] = SWAPS[type(node.ops[0])]()  # type: ignore[attr-defined]
        case "operator":
            node.op = SWAPS[type(node.op)]()  # type: ignore[attr-defined]
        case "not":
            node.op = ast.UAdd()  # type: ignore[attr-defined]
            node.operand = ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])  # type: ignore[attr-defined]
        case "branches":
            node.body, node.orelse = node.orelse, node.body  # type: ignore[attr-defined]
        case "condition":
            node.test = ast.UnaryOp(ast.Not(), node.test)  # type: ignore[attr-defined]
        case "number":
            node.value += 1  # type: ignore[attr-defined]
        case "truth":
            node.value = not node.value  # type: ignore[attr-defined]
        case "call":
            node.value = ast.Constant(None)  # type: ignore[attr-defined]
    ast.fix_missing_locations(node)


@dataclass(frozen=True)
class Spot:
    """Where a mutant could be: the file, which of its functions, and which place in that function."""

    path: Path
    function: int
    place: int
    line: int
    column: int

    @property
    def name(self) -> str:
        """Its name on the command line."""
        return f"{self.path.name}:{self.line}:{self.column}"


def every_spot(folder: Path, helpers: bool) -> Iterator[Spot]:
    """Where the checks and effects in a folder can be changed; the functions that they call too, if asked."""
    for path in sorted(folder.glob("*.py")):
        if path.name in LEFT_OUT:
            continue
        for at, function in enumerate(functions(ast.parse(path.read_text(encoding="utf-8")), helpers)):
            for number, (node, _, _) in enumerate(places(function)):
                yield Spot(path, at, number, node.lineno, node.col_offset)  # type: ignore[attr-defined]


def mutant_at(spot: Spot, helpers: bool) -> Mutant:
    """The function with its error."""
    tree = ast.parse(spot.path.read_text(encoding="utf-8"))
    function = list(functions(tree, helpers))[spot.function]
    node, how, what = list(places(function))[spot.place]
    body = range(function.body[0].lineno, (function.end_lineno or 0) + 1)
    change(node, how)
    codes = _codes_to(compile(tree, str(spot.path), "exec"), function)
    return Mutant(spot.path, spot.line, spot.column, what, function.name, body, codes)


def _codes_to(module: CodeType, function: ast.FunctionDef) -> tuple[CodeType, ...]:
    """The code of a function in a compiled module, after that of the functions that it is made in."""
    waiting: list[tuple[CodeType, ...]] = [(module,)]
    first = min([function.lineno, *(one.lineno for one in function.decorator_list)])
    while waiting:
        codes = waiting.pop()
        if codes[-1].co_name == function.name and codes[-1].co_firstlineno == first:
            return codes[1:]
        waiting.extend((*codes, const) for const in codes[-1].co_consts if isinstance(const, CodeType))
    raise LookupError(function.name)


def in_use() -> set[Call]:
    """Every function that the program refers to."""
    return {call_of(thing.__code__) for thing in gc.get_objects() if isinstance(thing, FunctionType)}


def put_in(mutant: Mutant) -> None:
    """Replace the code of the function, wherever it is referred to, and where it is made."""
    codes = {call_of(code): code for code in mutant.codes}
    for thing in gc.get_objects():
        if not isinstance(thing, FunctionType):
            continue
        new = codes.get(call_of(thing.__code__))
        if new is not None:
            thing.__code__ = new


def call_of(code: CodeType) -> Call:
    """The name of a function in the notes of the first run."""
    return code.co_filename, code.co_firstlineno, code.co_name


class Mutation:
    """A plugin of pytest: in place of one run of the tests, one run for each mutant."""

    def __init__(self, name: str, folder: Path, mutants: list[Mutant], loud: bool) -> None:
        self.name, self.folder, self.mutants, self.loud = name, folder, mutants, loud
        self.caught, self.counted = 0, 0
        self.out = sys.stdout

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """The tests beside the title, then its golden playthroughs; no long or random games."""
        beside = title(self.name).folder / "tests"
        own = [one for one in items if one.path.is_relative_to(beside) and one.path.name != "test_random.py"]
        golden = [one for one in items if one.name.startswith(f"test_nothing_has_changed[{self.name}-")]
        items[:] = [one for one in (*own, *golden) if one.get_closest_marker("long") is None]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests without a mutant, then those that each mutant can make fail."""
        self.built = every_rules(title(self.name))  # some functions are made with the rules
        touching = in_child(lambda: _touching(session.items, self.folder), SECONDS * 4)
        if not isinstance(touching, dict):
            sys.exit(f"{self.name}: the tests fail without any mutant: {touching}")
        there = in_use()
        for mutant in self.mutants:
            if call_of(mutant.codes[-1]) not in there:
                print(f"{self.name} {mutant.place} {mutant.function}: not in use, not counted", file=self.out)
                continue
            lines = touching.get(str(mutant.path), {})
            tests = {int(at) for line in mutant.body for at in lines.get(line, ()) if at}
            chosen = [session.items[at] for at in sorted(tests)]
            answer = in_child(partial(self.judge, mutant, chosen), SECONDS)
            self.counted += 1
            self.caught += bool(answer)
            if not answer or self.loud:
                what = f"{self.name} {mutant.place} {mutant.function}: {mutant.what}"
                print(f"{what} | {answer or 'ESCAPED'} | {len(chosen)} tests run it", file=self.out, flush=True)
        return True

    def judge(self, mutant: Mutant, chosen: list[pytest.Item]) -> str:
        """The first test that fails with a mutant; empty if none does."""
        put_in(mutant)
        for item, following in pairwise([*chosen, None]):
            assert item is not None
            for report in runtestprotocol(item, log=False, nextitem=following):
                if report.failed:
                    return f"{item.name}\n{report.longreprtext}" if self.loud else item.name
        return ""


def _touching(items: list[pytest.Item], folder: Path) -> dict[str, dict[int, list[str]]] | str:
    """By file and line the tests that run it, or the first test that fails."""
    watch = coverage.Coverage(data_file=None, config_file=False, source=[str(folder)])
    watch.start()
    for at, (item, following) in enumerate(pairwise([*items, None])):
        assert item is not None
        watch.switch_context(str(at))
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
            return item.nodeid
    watch.stop()
    data = watch.get_data()
    return {name: data.contexts_by_lineno(name) for name in data.measured_files()}


def in_child(work: Callable[[], Any], seconds: int) -> Any:
    """The result of some work in a forked child; 'hung' if it takes more seconds of the processor."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        os.close(reader)
        try:
            answer = work()
        except BaseException as error:
            answer = f"crash {type(error).__name__}"
        with os.fdopen(writer, "wb") as pipe:
            pickle.dump(answer, pipe)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        written = pipe.read()
    os.waitpid(child, 0)
    return pickle.loads(written) if written else "hung"


def sample(name: str, folder: Path, asked: argparse.Namespace) -> tuple[list[Mutant], int]:
    """The mutants that are tried, and how many there are."""
    every = list(every_spot(folder, asked.helpers))
    chosen = [one for one in every if one.name == asked.only]
    if not asked.only:
        number = min(asked.mutants, len(every)) if asked.mutants else len(every)
        chosen = random.Random(f"{asked.seed} {name}").sample(every, number)
    chosen.sort(key=lambda one: (one.path.name, one.line, one.column))
    return [mutant_at(one, asked.helpers) for one in chosen], len(every)


def run(name: str, asked: argparse.Namespace) -> float:
    """Try mutants of a title and report each one; returns the share that was caught."""
    folder = ROOT / "railhead" / "core" if asked.shared else title(name).folder
    chosen, there = sample(name, folder, asked)
    begun, plugin = time.monotonic(), Mutation(name, folder, chosen, bool(asked.only))
    quiet = ["-q", "-p", "no:randomly", "-p", "no:xdist", "--assert=plain", "--rootdir", str(ROOT)]
    tests = [str(title(name).folder / "tests"), str(ROOT / "tests" / "test_playthroughs.py")]
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main([*quiet, *tests], plugins=[plugin])
    took = time.monotonic() - begun
    print(f"{name}: {plugin.caught} of {plugin.counted} caught, {there} mutants there are, {took:.0f} s", flush=True)
    return plugin.caught / max(plugin.counted, 1)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="+")
    parser.add_argument("--mutants", type=int, default=50, help="how many; 0 for all of them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="one mutant, by file, line and column")
    parser.add_argument("--helpers", action="store_true", help="also in functions that are no checks or effects")
    parser.add_argument("--shared", action="store_true", help="in the core instead of the title's folder")
    asked = parser.parse_args()
    worst = min(run(name, asked) for name in asked.titles)
    sys.exit(0 if worst >= 0.95 or asked.only else 1)


if __name__ == "__main__":
    main()

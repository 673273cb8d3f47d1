"""Mutation: small errors are put into the checks and effects of a title, and its tests must notice.

python scripts/mutate.py 1889                  fifty mutants of a title, chosen by the seed
python scripts/mutate.py 1889 1843 --mutants 20 --seed 7
python scripts/mutate.py 1889 --only powers.py:61:8    one of them again, with the tests' own words
python scripts/mutate.py 1889 --part 1:10 --quick      the first tenth of them, with the tests beside the title only

Nothing is written to disk. The process loads the program once and forks for each mutant; the child exchanges the
code of one function, wherever that function is referred to, and runs pytest until the first failure: the tests beside
the title, then its golden playthroughs. The report says how many were caught and shows each one that escaped.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import gc
import io
import os
import random
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from typing import TYPE_CHECKING

import pytest

from railhead.routes import warm
from railhead.titles import title

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = {"__init__.py", "positions.py"}
"""Files of a title without checks or effects."""
SECONDS = 240
"""A mutant that runs longer counts as caught: a suite that hangs is noticed."""
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
    code: CodeType

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


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The checks and effects of a module, those inside other functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and is_judged(node):
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


def every_mutant(folder: Path) -> list[Mutant]:
    """All mutants of a title's checks and effects."""
    found = []
    for path in sorted(folder.glob("*.py")):
        if path.name in LEFT_OUT:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for at, function in enumerate(functions(tree)):
            for number, (node, _, what) in enumerate(places(function)):
                changed = copy.deepcopy(tree)
                other = list(functions(changed))[at]
                target, how, _ = list(places(other))[number]
                change(target, how)
                with contextlib.suppress(SyntaxError):
                    code = _code_of(compile(changed, str(path), "exec"), function)
                    found.append(Mutant(path, node.lineno, node.col_offset, what, function.name, code))  # type: ignore[attr-defined]
    return found


def _code_of(module: CodeType, function: ast.FunctionDef) -> CodeType:
    """The code of a function in a compiled module."""
    waiting = [module]
    first = min([function.lineno, *(one.lineno for one in function.decorator_list)])
    while waiting:
        code = waiting.pop()
        if code.co_name == function.name and code.co_firstlineno == first:
            return code
        waiting.extend(const for const in code.co_consts if isinstance(const, CodeType))
    raise LookupError(function.name)


def put_in(mutant: Mutant) -> int:
    """Exchange the code of the function, wherever it is referred to; how many functions that were."""
    number = 0
    for thing in gc.get_objects():
        if not isinstance(thing, FunctionType):
            continue
        code = thing.__code__
        same = code.co_name == mutant.code.co_name and code.co_firstlineno == mutant.code.co_firstlineno
        if same and Path(code.co_filename) == mutant.path:
            thing.__code__ = mutant.code
            number += 1
    return number


def tests_of(name: str) -> list[list[str]]:
    """The stages of the tests of a title, the quick ones first."""
    beside = str(title(name).folder / "tests")
    kept = [str(ROOT / "tests" / "test_playthroughs.py"), "-k", f"test_nothing_has_changed and {name}-"]
    return [[beside, "-m", "not long", "--deselect", f"{beside}/test_random.py"], kept]


def caught_by(mutant: Mutant | None, stages: list[list[str]], loud: bool) -> str:
    """The stage that caught a mutant, or an empty string; without a mutant, the stage that fails anyway."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            answer = _judge(mutant, stages, loud)
        except BaseException as error:
            answer = f"crash {type(error).__name__}"
        os.write(writer, answer.encode())
        os._exit(0)
    os.close(writer)
    return _answer(reader, child)


def _answer(reader: int, child: int) -> str:
    until = time.monotonic() + SECONDS
    os.set_blocking(reader, False)
    answer = None
    while answer is None and time.monotonic() < until:
        with contextlib.suppress(BlockingIOError):
            answer = os.read(reader, 400).decode()
        if answer is None:
            time.sleep(0.05)
    if answer is None:
        os.kill(child, 9)
        answer = "hung"
    os.close(reader)
    os.waitpid(child, 0)
    return answer


def _judge(mutant: Mutant | None, stages: list[list[str]], loud: bool) -> str:
    if mutant is not None and not put_in(mutant):
        return "never used"
    for number, stage in enumerate(stages, 1):
        out = sys.stdout if loud else io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            quiet = ["-x", "-q", "--tb=short" if loud else "--tb=no", "--assert=plain", "-p", "no:randomly"]
            status = pytest.main([*quiet, "--rootdir", str(ROOT), *stage])
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return f"stage {number}"
    return ""


def part_of(mutants: list[Mutant], part: str) -> list[Mutant]:
    """A part of them, as 1:10 for the first tenth."""
    at, _, of = part.partition(":")
    return mutants[int(at) - 1 :: int(of)]


def run(name: str, number: int, seed: int, only: str, part: str, quick: bool) -> tuple[int, int]:
    """Try mutants of a title and say what came of them; how many were caught, and of how many."""
    stages = tests_of(name)[:1] if quick else tests_of(name)
    every = every_mutant(title(name).folder)
    rng = random.Random(f"{seed} {name}")
    chosen = [one for one in every if one.place == only] if only else rng.sample(every, min(number, len(every)))
    begun, caught, counted = time.monotonic(), 0, 0
    if not quick and (fails := caught_by(None, stages, loud=False)):
        sys.exit(f"{name}: the tests fail without any mutant ({fails})")
    chosen.sort(key=lambda one: (one.path.name, one.line, one.column))
    for mutant in part_of(chosen, part):
        answer = caught_by(mutant, stages, bool(only))
        if answer == "never used":
            print(f"{name} {mutant.place} {mutant.function}: not in use, not counted", flush=True)
            continue
        counted += 1
        caught += bool(answer)
        if not answer or only:
            print(f"{name} {mutant.place} {mutant.function}: {mutant.what} | {answer or 'ESCAPED'}", flush=True)
    took = time.monotonic() - begun
    print(f"{name}: {caught} of {counted} caught, {len(every)} mutants there are, {took:.0f} s", flush=True)
    return caught, counted


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="+")
    parser.add_argument("--mutants", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="one mutant, by file, line and column")
    parser.add_argument("--part", default="1:1", help="a part of them, as 1:10 for the first tenth")
    parser.add_argument("--quick", action="store_true", help="only the tests beside the title, which must be green")
    chosen = parser.parse_args()
    warm.ready()
    how = (chosen.mutants, chosen.seed, chosen.only, chosen.part, chosen.quick)
    results = [run(name, *how) for name in chosen.titles]
    worst = min(caught / max(counted, 1) for caught, counted in results)
    sys.exit(0 if worst >= 0.95 or chosen.only else 1)


if __name__ == "__main__":
    main()

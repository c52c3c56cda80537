"""Changes every function of scoring/core, one place at a time: does a test notice? See docs/mutation.md.

    python bench/mutants.py [--tests cases|all] [--workers N] [--only FILE] [--again] RESULTS.jsonl

The changes are those of mutmut 3, which has to be importable, and those of decorated functions, which
mutmut leaves alone; mutmut itself starts pytest for each of them, which would take hours. Here each change
is tried in a fork of a process that has everything in memory, calls the test functions one by one and ends at
the first that fails. A fork that works too long is stopped, and counts as noticed.

The first time the changed function gets its new code in place, and only the calls that reach it are made;
`--tests cases` leaves out what hypothesis tries. `--again` takes the survivors of the file of results, reads
the whole core anew with each change, makes all calls, and writes what became of them.
"""

from __future__ import annotations

import argparse
import difflib
import functools
import gc
import importlib
import json
import os
import pickle
import re
import resource
import sys
import tomllib
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from itertools import product
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
CORE: Final = ROOT / "scoring" / "core"
# A generator of deals, held to what holds for all of them, and not to single numbers.
LEFT_OUT: Final = "simulate"
OURS: Final = ("scoring", "tests.scoring")
SECONDS: Final = 15
BYTES: Final = 2 << 30
SURVIVED, NOTICED = 0, 1

CASES: Final = "cases"
# Which calls reach a function, by its file and its name.
Reached = dict[tuple[str, str], set[int]]


class Tests(NamedTuple):
    """The modules of tests that are called, and whether what hypothesis tries is among them."""

    modules: tuple[str, ...]
    properties: bool


class Mutant(NamedTuple):
    """One change: the function it is in, and the text of this function, or its class, before and after."""

    path: Path
    function: str
    old: str
    new: str

    @property
    def module(self) -> str:
        parts = self.path.relative_to(ROOT).with_suffix("").parts
        return ".".join(part for part in parts if part != "__init__")

    @property
    def changed(self) -> list[str]:
        lines = difflib.unified_diff(self.old.splitlines(), self.new.splitlines(), lineterm="", n=0)
        return [line for line in lines if line[:2] not in ("--", "++", "@@")]

    @property
    def told(self) -> dict[str, str | list[str]]:
        """The change as the file of results has it."""
        found = {"module": self.module, "function": self.function, "old": self.old, "new": self.new}
        return {**found, "changed": self.changed}

    @property
    def text(self) -> str:
        before, old, after = text_of(self.path).partition(self.old)
        if old != self.old:
            raise AssertionError(f"not found in {self.path}: {self.old}")
        return before + self.new + after


@functools.cache
def text_of(path: Path) -> str:
    """A file as it was when its changes were listed, whatever becomes of it meanwhile."""
    return path.read_text(encoding="utf-8")


# The changes.


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every change that mutmut makes to the functions of a file."""
    cst, mutation = (
        importlib.import_module("libcst"),
        importlib.import_module("mutmut.mutation.file_mutation"),
    )
    ignored = importlib.import_module("mutmut.mutation.pragma_handling").IgnoredCode(set(), set(), set())
    operators = importlib.import_module("mutmut.mutation.mutators").mutation_operators

    visitor_of_mutmut: Any = mutation.MutationVisitor

    class Visitor(visitor_of_mutmut):  # type: ignore[misc] # of a package that the project does not require
        def _skip_node_and_children(self, node: Any) -> bool:
            return not isinstance(node, cst.FunctionDef) and super()._skip_node_and_children(node)

    visitor = Visitor(operators, ignored)
    module = cst.metadata.MetadataWrapper(cst.parse_module(text_of(path))).visit(visitor)
    code_of = functools.cache(module.code_for_node)
    classes = {
        each: node for node in module.body if isinstance(node, cst.ClassDef) for each in node.body.body
    }
    for found in visitor.mutations:
        function = found.contained_by_top_level_function
        if isinstance(function, cst.FunctionDef):
            whole = classes.get(function, function)
            changed = mutation.deep_replace(whole, found.original_node, found.mutated_node)
            old, new = code_of(whole), module.code_for_node(changed)
            if old != new:
                yield Mutant(path, function.name.value, old, new)


def files(only: str) -> list[Path]:
    return [
        path
        for path in sorted(CORE.rglob("*.py"))
        if LEFT_OUT not in path.relative_to(CORE).parts and re.search(only, str(path.relative_to(ROOT)))
    ]


# One change tried.


class Changed(SourceFileLoader):
    """Finds and loads one module with another text."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(mutant.module, str(mutant.path))
        self.text = mutant.text

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        within = [str(Path(self.path).parent)] if self.path.endswith("__init__.py") else None
        return spec_from_file_location(fullname, self.path, loader=self, submodule_search_locations=within)

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.text, self.get_filename(fullname), "exec")


def tried(mutant: Mutant, tests: Tests, asked: Collection[int] | None) -> int:
    """Run in a fork: whether a test fails with the change."""
    try:
        if asked is None or not exchange(mutant):
            for name in [name for name in sys.modules if name.startswith(OURS)]:
                del sys.modules[name]
            sys.meta_path.insert(0, Changed(mutant))
        for at, call in enumerate(all_calls(tests)):
            if asked is None or at in asked:
                call()
    except BaseException:
        # Whatever goes wrong, the change was noticed.
        traceback.print_exc()
        return NOTICED
    return SURVIVED


def exchange(mutant: Mutant) -> bool:
    """Give every function the code that it has in the changed text; False where that cannot be."""
    module = sys.modules[mutant.module]
    space = dict(vars(module))
    exec(compile(mutant.text, mutant.path, "exec"), space)  # noqa: S102 - our own code, one place changed
    found, others = functions_of(module, vars(module)), functions_of(module, space)
    for name, function in found.items():
        other = others[name]
        if function.__code__.co_freevars != other.__code__.co_freevars:
            return False
        function.__code__ = other.__code__
        function.__defaults__, function.__kwdefaults__ = other.__defaults__, other.__kwdefaults__
    return True


def functions_of(module: ModuleType, space: Mapping[str, object]) -> dict[str, FunctionType]:
    """Functions and methods that a module defines, by their full names."""
    found: dict[str, FunctionType] = {}
    for name, value in space.items():
        if getattr(value, "__module__", None) != module.__name__:
            continue
        inner = vars(value).items() if isinstance(value, type) else [("", value)]
        for key, part in inner:
            bare = part.fget if isinstance(part, property) else getattr(part, "__wrapped__", part)
            if isinstance(bare, FunctionType) and bare.__code__.co_filename == module.__file__:
                found[f"{name}.{key}"] = bare
    return found


def all_calls(tests: Tests) -> Iterator[Callable[[], object]]:
    """Single cases first; what holds for whatever hypothesis finds takes longer."""
    properties = []
    for name in tests.modules:
        for test, called in calls(importlib.import_module(name)):
            if not hasattr(test, "hypothesis"):
                yield called
            elif tests.properties:
                properties.append(called)
    yield from properties


def calls(module: ModuleType) -> Iterator[tuple[object, Callable[[], object]]]:
    """The test functions of a module with each of their parameters, without those that need a fixture."""
    for name, test in list(vars(module).items()):
        marks = getattr(test, "pytestmark", [])
        if not name.startswith("test_") or any(mark.name == "long" for mark in marks):
            continue
        sets = [parameters(mark.args) for mark in marks if mark.name == "parametrize"]
        if fixtures(test) - {key for each in sets for key in each[0]}:
            continue
        for chosen in product(*sets):
            given = {key: value for each in chosen for key, value in each.items()}
            yield test, functools.partial(test, **given)


def fixtures(test: Any) -> set[str]:
    code = getattr(test, "__code__", None)
    return set(code.co_varnames[: code.co_argcount]) if code is not None else set()


def parameters(args: Sequence[Any]) -> list[dict[str, Any]]:
    names = args[0].split(",") if isinstance(args[0], str) else list(args[0])
    single = isinstance(args[0], str) and len(names) == 1
    # A set made with pytest.param has its values in a field.
    values = [value.values if hasattr(value, "marks") else (value,) if single else value for value in args[1]]
    return [dict(zip(names, each, strict=True)) for each in values]


# All of them.


def fork(mutant: Mutant, tests: Tests, asked: Collection[int] | None = None) -> int:
    child = os.fork()
    if child:
        return child
    if mutant.function:
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 1)
        os.dup2(null, 2)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    os._exit(tried(mutant, tests, asked))


def outcomes(
    mutants: Sequence[Mutant], tests: Tests, workers: int, reached: Reached | None
) -> Iterator[tuple[Mutant, bool]]:
    """Each change, and whether it survived."""
    waiting, running = list(reversed(mutants)), dict[int, Mutant]()
    while waiting or running:
        while waiting and len(running) < workers:
            mutant = waiting.pop()
            asked = None if reached is None else reached.get((str(mutant.path), mutant.function), set())
            running[fork(mutant, tests, asked)] = mutant
        child, status = os.wait()
        yield running.pop(child), status == SURVIVED


def reached_by(tests: Tests) -> Reached:
    """Which test calls reach which function, found out in a fork, so that nothing is remembered here.

    All test modules are in memory afterwards, so that forks need not read them.
    """
    for name in tests.modules:
        importlib.import_module(name)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        reached: dict[tuple[str, str], set[int]] = defaultdict(set)
        for at, call in enumerate(all_calls(tests)):
            for code in codes_of(call):
                for name in code.co_qualname.split("."):
                    reached[code.co_filename, name].add(at)
        with os.fdopen(writing, "wb") as out:
            pickle.dump(dict(reached), out)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        found: Reached = pickle.load(told)  # noqa: S301 - written by our own fork
    os.waitpid(child, 0)
    return found


def codes_of(call: Callable[[], object]) -> set[CodeType]:
    """The code that runs in a call, of this core."""
    found: set[CodeType] = set()
    sys.setprofile(lambda frame, _event, _arg: found.add(frame.f_code))
    try:
        call()
    finally:
        sys.setprofile(None)
    return {code for code in found if code.co_filename.startswith(str(CORE))}


def in_memory() -> None:
    """Everything that does not depend on a change."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    sys.path.insert(0, str(ROOT))
    importlib.import_module("tests.conftest")
    len(importlib.import_module("django.conf").settings.LANGUAGES)
    for name in ("pytest", "hypothesis.strategies", "bisect", "fnmatch"):
        importlib.import_module(name)
    tomllib.loads = functools.cache(tomllib.loads)
    for path in (ROOT / "fixtures").rglob("*.toml"):
        tomllib.loads(path.read_text(encoding="utf-8"))
    ours = [name for name in sys.modules if name.startswith("scoring.core")]
    if ours:
        raise AssertionError(f"in memory before any change: {ours}")


def chosen(results: Path, only: str, again: bool) -> list[Mutant]:
    mutants = [mutant for path in files(only) for mutant in mutants_of(path)]
    if not again:
        return mutants
    told = map(json.loads, results.read_text(encoding="utf-8").splitlines())
    alive = {(one["module"], one["function"], one["old"], one["new"]) for one in told if one["survived"]}
    return [each for each in mutants if (each.module, each.function, each.old, each.new) in alive]


def main() -> int:
    asked = options().parse_args()
    mutants = chosen(asked.results, asked.only, asked.again)
    in_memory()
    tests = Tests(test_modules(), asked.tests != CASES)
    reached = None if asked.again else reached_by(tests)
    gc.freeze()
    if not_changed(tests) != SURVIVED:
        raise AssertionError("a test fails before anything is changed")
    all_of, alive = Counter[str](), Counter[str]()
    with asked.results.open("w", encoding="utf-8") as out:
        for mutant, survived in outcomes(mutants, tests, asked.workers, reached):
            all_of[mutant.module] += 1
            alive[mutant.module] += survived
            out.write(json.dumps({**mutant.told, "survived": survived}) + "\n")
            out.flush()
    for name in sorted(all_of):
        print(f"{name:40}{all_of[name]:6}{alive[name]:6}")
    print(f"{'together':40}{all_of.total():6}{alive.total():6}")
    return 0


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("results", type=Path)
    parser.add_argument("--tests", choices=(CASES, "all"), default="all")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", default="")
    parser.add_argument("--again", action="store_true")
    return parser


def test_modules() -> tuple[str, ...]:
    """The worked deals first, which notice most; without the tests of the generator."""
    within = sorted((ROOT / "tests" / "scoring" / "core").glob("test_*.py"))
    names = [f"tests.scoring.core.{path.stem}" for path in within if LEFT_OUT not in path.stem]
    return ("tests.scoring.wording.test_worked_deals", *names)


def not_changed(tests: Tests) -> int:
    """The tests without a change."""
    path = CORE / "__init__.py"
    text = path.read_text(encoding="utf-8")
    return os.waitpid(fork(Mutant(path, "", text, text), tests), 0)[1]


if __name__ == "__main__":
    sys.exit(main())

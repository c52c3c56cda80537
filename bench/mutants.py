"""Changes every function of scoring/core, one place at a time, and runs the tests. See docs/mutation.md.

    python bench/mutants.py [--tests cases|all] [--workers N] [--only FILE] [--again] RESULTS.jsonl

The changes are those of mutmut 3, which has to be importable, and those of decorated functions, which
mutmut leaves alone; mutmut itself starts pytest for each of them, which would take hours. Here each change
is tried in a fork of a process with everything in memory, which calls the test functions one by one and ends
at the first failure. A fork that runs too long is stopped, and counts as noticed.

The first time the changed function gets its new code in place, and only the calls that reach it are made;
`--tests cases` leaves out the tests of hypothesis. `--again` takes the survivors of the file of results,
imports the whole core again with each change, makes all calls, and writes the new results.
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
# The generator of deals, whose tests check properties of all deals, not single numbers.
EXCLUDED: Final = "simulate"
# The tests of the tables need Django's apps; `tests/scoring/support/changed_tables.py` changes the tables.
EXCLUDED_TESTS: Final = (EXCLUDED, "rulesets")
OURS: Final = ("scoring", "tests.scoring")
SECONDS: Final = 15
BYTES: Final = 2 << 30
SURVIVED, NOTICED = 0, 1

CASES: Final = "cases"
# Which calls reach a function, by its file and its name.
Reached = dict[tuple[str, str], set[int]]


class Tests(NamedTuple):
    """The test modules to call, and whether the tests of hypothesis are included."""

    modules: tuple[str, ...]
    properties: bool


class Mutant(NamedTuple):
    """One change: its function, and the text of the function or its class before and after."""

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
    def as_data(self) -> dict[str, str | list[str]]:
        """The change as written to the file of results."""
        data = {"module": self.module, "function": self.function, "old": self.old, "new": self.new}
        return {**data, "changed": self.changed}

    @property
    def text(self) -> str:
        before, old, after = text_of(self.path).partition(self.old)
        if old != self.old:
            raise AssertionError(f"not found in {self.path}: {self.old}")
        return before + self.new + after


@functools.cache
def text_of(path: Path) -> str:
    """Return a file as it was when its changes were listed."""
    return path.read_text(encoding="utf-8")


# The changes.


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield every change that mutmut makes to the functions of a file."""
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
        member: node for node in module.body if isinstance(node, cst.ClassDef) for member in node.body.body
    }
    for mutation_found in visitor.mutations:
        function = mutation_found.contained_by_top_level_function
        if isinstance(function, cst.FunctionDef):
            whole = classes.get(function, function)
            changed = mutation.deep_replace(whole, mutation_found.original_node, mutation_found.mutated_node)
            old, new = code_of(whole), module.code_for_node(changed)
            if old != new:
                yield Mutant(path, function.name.value, old, new)


def files(only: str) -> list[Path]:
    return [
        path
        for path in sorted(CORE.rglob("*.py"))
        if EXCLUDED not in path.relative_to(CORE).parts and re.search(only, str(path.relative_to(ROOT)))
    ]


# Trying one change.


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


def try_mutant(mutant: Mutant, tests: Tests, call_numbers: Collection[int] | None) -> int:
    """Run in a fork: return whether a test fails with the change."""
    try:
        if call_numbers is None or not replace_code(mutant):
            for name in [name for name in sys.modules if name.startswith(OURS)]:
                del sys.modules[name]
            sys.meta_path.insert(0, Changed(mutant))
        for at, call in enumerate(all_calls(tests)):
            if call_numbers is None or at in call_numbers:
                call()
    except BaseException:
        # Any exception means that the change was noticed.
        traceback.print_exc()
        return NOTICED
    return SURVIVED


def replace_code(mutant: Mutant) -> bool:
    """Give every function its code of the changed text; return False where that is impossible."""
    module = sys.modules[mutant.module]
    space = dict(vars(module))
    exec(compile(mutant.text, mutant.path, "exec"), space)  # noqa: S102 - our own code, one place changed
    functions, changed = functions_of(module, vars(module)), functions_of(module, space)
    for name, function in functions.items():
        other = changed[name]
        if function.__code__.co_freevars != other.__code__.co_freevars:
            return False
        function.__code__ = other.__code__
        function.__defaults__, function.__kwdefaults__ = other.__defaults__, other.__kwdefaults__
    return True


def functions_of(module: ModuleType, space: Mapping[str, object]) -> dict[str, FunctionType]:
    """Return functions and methods that a module defines, by their full names."""
    functions: dict[str, FunctionType] = {}
    for name, value in space.items():
        if getattr(value, "__module__", None) != module.__name__:
            continue
        inner = vars(value).items() if isinstance(value, type) else [("", value)]
        for key, part in inner:
            bare = part.fget if isinstance(part, property) else getattr(part, "__wrapped__", part)
            if isinstance(bare, FunctionType) and bare.__code__.co_filename == module.__file__:
                functions[f"{name}.{key}"] = bare
    return functions


def all_calls(tests: Tests) -> Iterator[Callable[[], object]]:
    """Yield single cases first; the tests of hypothesis take longer."""
    properties = []
    for name in tests.modules:
        for test, call in calls(importlib.import_module(name)):
            if not hasattr(test, "hypothesis"):
                yield call
            elif tests.properties:
                properties.append(call)
    yield from properties


def calls(module: ModuleType) -> Iterator[tuple[object, Callable[[], object]]]:
    """Yield the test functions of a module with each of their parameters, without those with a fixture."""
    for name, test in list(vars(module).items()):
        marks = getattr(test, "pytestmark", [])
        if not name.startswith("test_") or any(mark.name == "long" for mark in marks):
            continue
        sets = [parameters(mark.args) for mark in marks if mark.name == "parametrize"]
        if fixtures(test) - {key for cases in sets for key in cases[0]}:
            continue
        for chosen in product(*sets):
            given = {key: value for case in chosen for key, value in case.items()}
            yield test, functools.partial(test, **given)


def fixtures(test: Any) -> set[str]:
    code = getattr(test, "__code__", None)
    return set(code.co_varnames[: code.co_argcount]) if code is not None else set()


def parameters(args: Sequence[Any]) -> list[dict[str, Any]]:
    names = args[0].split(",") if isinstance(args[0], str) else list(args[0])
    single = isinstance(args[0], str) and len(names) == 1
    # A set made with pytest.param has its values in a field.
    values = [value.values if hasattr(value, "marks") else (value,) if single else value for value in args[1]]
    return [dict(zip(names, case, strict=True)) for case in values]


# Trying all changes.


def fork(mutant: Mutant, tests: Tests, call_numbers: Collection[int] | None = None) -> int:
    child = os.fork()
    if child:
        return child
    if mutant.function:
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 1)
        os.dup2(null, 2)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    os._exit(try_mutant(mutant, tests, call_numbers))


def outcomes(
    mutants: Sequence[Mutant], tests: Tests, workers: int, reached: Reached | None
) -> Iterator[tuple[Mutant, bool]]:
    """Yield each change, and whether it survived."""
    waiting, running = list(reversed(mutants)), dict[int, Mutant]()
    while waiting or running:
        while waiting and len(running) < workers:
            mutant = waiting.pop()
            call_numbers = (
                None if reached is None else reached.get((str(mutant.path), mutant.function), set())
            )
            running[fork(mutant, tests, call_numbers)] = mutant
        child, status = os.wait()
        yield running.pop(child), status == SURVIVED


def reached_by(tests: Tests) -> Reached:
    """Return which test calls reach which function, tried in a fork, so that nothing is remembered here.

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
    with os.fdopen(reading, "rb") as pipe:
        reached_functions: Reached = pickle.load(pipe)  # noqa: S301 - written by our own fork
    os.waitpid(child, 0)
    return reached_functions


def codes_of(call: Callable[[], object]) -> set[CodeType]:
    """Return the code of the core that runs in a call."""
    codes: set[CodeType] = set()
    sys.setprofile(lambda frame, _event, _arg: codes.add(frame.f_code))
    try:
        call()
    finally:
        sys.setprofile(None)
    return {code for code in codes if code.co_filename.startswith(str(CORE))}


def import_unchanged_modules() -> None:
    """Import everything that does not depend on a change."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    sys.path.insert(0, str(ROOT))
    importlib.import_module("tests.conftest")
    len(importlib.import_module("django.conf").settings.LANGUAGES)
    for name in ("pytest", "hypothesis.strategies", "bisect", "fnmatch"):
        importlib.import_module(name)
    tomllib.loads = functools.cache(tomllib.loads)
    for path in (ROOT / "fixtures").rglob("*.toml"):
        tomllib.loads(path.read_text(encoding="utf-8"))
    imported = [name for name in sys.modules if name.startswith("scoring.core")]
    if imported:
        raise AssertionError(f"in memory before any change: {imported}")


def select_mutants(results: Path, only: str, again: bool) -> list[Mutant]:
    mutants = [mutant for path in files(only) for mutant in mutants_of(path)]
    if not again:
        return mutants
    results_before = map(json.loads, results.read_text(encoding="utf-8").splitlines())
    alive = {
        (result["module"], result["function"], result["old"], result["new"])
        for result in results_before
        if result["survived"]
    }
    return [mutant for mutant in mutants if (mutant.module, mutant.function, mutant.old, mutant.new) in alive]


def main() -> int:
    arguments = options().parse_args()
    mutants = select_mutants(arguments.results, arguments.only, arguments.again)
    import_unchanged_modules()
    tests = Tests(test_modules(), arguments.tests != CASES)
    reached = None if arguments.again else reached_by(tests)
    gc.freeze()
    if not_changed(tests) != SURVIVED:
        raise AssertionError("a test fails before anything is changed")
    all_of, alive = Counter[str](), Counter[str]()
    with arguments.results.open("w", encoding="utf-8") as out:
        for mutant, survived in outcomes(mutants, tests, arguments.workers, reached):
            all_of[mutant.module] += 1
            alive[mutant.module] += survived
            out.write(json.dumps({**mutant.as_data, "survived": survived}) + "\n")
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
    """Return the test modules, the worked deals first, which notice most; without the excluded ones."""
    paths = sorted((ROOT / "tests" / "scoring" / "core").glob("test_*.py"))
    names = [
        f"tests.scoring.core.{path.stem}"
        for path in paths
        if not any(part in path.stem for part in EXCLUDED_TESTS)
    ]
    return ("tests.scoring.wording.test_worked_deals", *names)


def not_changed(tests: Tests) -> int:
    """Run the tests without a change and return the status."""
    path = CORE / "__init__.py"
    text = path.read_text(encoding="utf-8")
    return os.waitpid(fork(Mutant(path, "", text, text), tests), 0)[1]


if __name__ == "__main__":
    sys.exit(main())

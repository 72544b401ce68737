"""The files of the instructor, and what stands in them."""

import ast
import base64
import os
import re
import shutil
import sys

# The folder in which a test runs, below that of the submission.
FOLDER = ".yardstick-test"

# Files that would change how pytest behaves. Only the instructor can have them.
SETTINGS = {"conftest.py", "pytest.ini", ".pytest.ini", "pyproject.toml", "setup.cfg", "tox.ini", "sitecustomize.py"}

# Words by which a test says that it may be skipped, or is expected to fail.
SKIPS = {"SkipTest", "Skipped", "importorskip", "skip", "skipIf", "skipTest", "skipUnless", "skipif"}

FAILS = {"expectedFailure", "xfail"}


class Files:
    """The files of the instructor, which are laid out beside those of the submission in a fresh folder."""

    def __init__(self, request):
        self.base = os.getcwd()
        self.folder = os.path.join(self.base, FOLDER)
        self.contents = {path: base64.b64decode(content) for path, content in request["files"].items()}
        self.test = self.path(request["file"])
        # A class may have the test from a base in another file.
        self.origin = self.path(request.get("origin") or request["file"])
        self.theirs = frozenset(self.path(path) for path in self.contents)
        self.asked = frozenset(part for path in request.get("asked", ()) for part in path.split("/"))
        self.source = self.contents[request["file"]].decode("utf-8-sig")
        self.lines = {
            file: self.contents[self.name(file)].decode("utf-8-sig", "replace").splitlines(keepends=True)
            for file in (self.test, self.origin)
        }

    def lay_out(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        os.mkdir(self.folder)
        for entry in os.listdir(self.base):
            source, target = os.path.join(self.base, entry), os.path.join(self.folder, entry)
            if entry.startswith(".yardstick") or entry in SETTINGS or entry.endswith((".egg-info", ".dist-info")):
                continue
            if os.path.isdir(source) and not os.path.islink(source):
                others = shutil.ignore_patterns(*SETTINGS)
                shutil.copytree(source, target, symlinks=True, ignore=others, copy_function=shutil.copy)
            else:
                shutil.copy(source, target, follow_symlinks=False)
        for path, content in self.contents.items():
            target = self.path(path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "wb") as file:
                file.write(content)
        os.chdir(self.folder)
        sys.path[:1] = [self.folder]

    def is_own(self, file):
        """Tells whether a file is one of the submission."""
        return type(file) is str and file.startswith(self.base + os.sep) and file not in self.theirs

    def own(self, file):
        """Returns the file of the submission that has this path, also where one of the instructor is in its place."""
        return os.path.join(self.base, self.name(file)) if file in self.theirs else file

    def has(self, module):
        """Tells whether the submission has a module of this name."""
        return any(
            os.path.exists(path) and path not in self.theirs
            for path in (os.path.join(self.folder, module + ".py"), os.path.join(self.folder, module))
        )

    def is_asked(self, module):
        """Tells whether a module of this name may be meant as the submission's own: nothing says which files are."""
        return not self.asked or self.is_named(module)

    def is_named(self, module):
        """Tells whether the submission is asked for a file or a folder of this name."""
        return module in self.asked or module + ".py" in self.asked

    def is_of_instructor(self, module):
        """Tells whether the instructor has a module or a package of this name, beside the test or above it."""
        names = [name.split("/") for name in self.contents]
        return any(module in name or module + ".py" == name[-1] for name in names)

    def path(self, name):
        return os.path.normpath(os.path.join(self.folder, name))

    def name(self, file):
        return os.path.relpath(file, self.folder).replace(os.sep, "/")

    def without_folder(self, text):
        text = text.replace(self.folder + os.sep, "").replace(self.base + os.sep, "")
        return re.sub(r"\b0x[0-9a-fA-F]{6,}", "0x…", text)

    def trees(self):
        """Returns the syntax trees of the files of the instructor that are Python, by their paths."""
        trees = {}
        for name, content in self.contents.items():
            if name.endswith(".py"):
                try:
                    trees[self.path(name)] = ast.parse(content, "<instructor>")
                except (SyntaxError, ValueError):
                    pass
        return trees


def words(node):
    """Returns the names that stand in a syntax tree."""
    found = set()
    for one in ast.walk(node):
        found.update(getattr(one, field) for field in ("id", "attr", "name") if type(getattr(one, field, 0)) is str)
    return found


def words_at(tree, line):
    """Returns the names in the statements of a tree that stand in this line, without those around them."""
    found, begins = set(), 0
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.lineno <= line <= getattr(node, "end_lineno", line):
            if node.lineno >= begins:
                found = words(node) | (found if node.lineno == begins else set())
                begins = node.lineno
    return found


def is_meant(trees, via, allowed):
    """Tells whether a test is skipped, or fails as expected, because the instructor wrote so.

    `via` is the place of the instructor's files where the exception for it was raised; `None` if a mark did it.
    """
    if via is not None:
        path, line = via
        return path in trees and bool(words_at(trees[path], line) & allowed)
    return any(words(tree) & allowed for tree in trees.values())


# Functions to which a test says in a text, or by a keyword, which name they replace, and methods.
REPLACING = {"delattr", "patch", "setattr"}
REPLACING_METHODS = REPLACING | {"multiple", "object"}


def assigned(trees):
    """Returns the attributes and the global names that the instructor's files set themselves, as far as it shows."""
    free, calls, every = set(), [], [node for tree in trees.values() for node in ast.walk(tree)]
    for node in every:
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            # What an object is given is no change of its class.
            if not (isinstance(node.value, ast.Name) and node.value.id == "self"):
                free.add(node.attr)
        elif isinstance(node, ast.Global):
            free.update(node.names)
        elif isinstance(node, ast.Call) and is_replacing(node.func):
            calls.append(node)
            free.update(keyword.arg for keyword in node.keywords if keyword.arg)
    told = [text_of(one) for node in calls for one in node.args[:2]]
    # Where the name stands elsewhere, it may be any text.
    is_told = all(getattr(one.func, "attr", "") == "multiple" or any(map(text_of, one.args[:2])) for one in calls)
    known = told if is_told else map(text_of, every)
    free.update(text.rpartition(".")[2] for text in known if text and len(text) < 100)
    return free


def is_replacing(function):
    """Tells whether a function that is called is one of those that replace names."""
    if isinstance(function, ast.Attribute):
        return function.attr in REPLACING_METHODS
    return isinstance(function, ast.Name) and function.id in REPLACING


def text_of(node):
    """Returns the text that a node is, or `None`."""
    value = getattr(node, "value", getattr(node, "s", None))
    is_constant = isinstance(node, ast.Str if sys.version_info < (3, 8) else ast.Constant)
    return value if is_constant and type(value) is str else None


def imported(nodes):
    """Returns the modules that some nodes import, by their whole names, without relative ones."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
    return found


def stored(nodes):
    """Returns the names that get a value in some nodes."""
    found = set()
    for node in nodes:
        if is_stored(node):
            found.add(node.id)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).partition(".")[0])
        elif type(getattr(node, "name", None)) is str:
            found.add(node.name)
    return found


def is_stored(node):
    return isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)

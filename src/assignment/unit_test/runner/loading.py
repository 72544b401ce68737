"""Executes the files of the instructor."""

import __future__
import ast
import builtins
import contextlib
import importlib
import os
import sys
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location

from . import memory
from .compared import mark, watching
from .seals import Seal, codes, seal_of, seal_of_libraries
from .sources import imported, is_stored, stored, words
from .state import State, is_foreign
from .watch import hidden, hold

# Packages with more modules than this are only sealed where the instructor names one.
MOST_MODULES = 60

# What is built in, as it was before the submission.
BUILTINS = vars(builtins).copy()

# Trees of before Python 3.8 have other constants.
OLD = sys.version_info < (3, 8)

# The function that the code of a test calls first, and the one around imports of what a file of the submission hides.
REACHED, LIBRARY = "__yardstick_reached__", "__yardstick_library__"

# The function around calls that import, and those.
CALLED, IMPORTING = "__yardstick_called__", ("__import__", "import_module")


class Finder:
    """Finds the files of the instructor before anybody else does, so that each is known from its beginning."""

    def __init__(self, loader):
        def find_spec(name, path=None, target=None):
            return ask(None).spec_of(name, path, self)

        def exec_module(module):
            ask(None).execute_file(module)

        # Whoever finds this object finds nothing in it.
        ask = hold(loader, find_spec, exec_module)
        self.find_spec, self.exec_module, self.create_module = find_spec, exec_module, lambda spec: None


class Known:
    """Gives a file of the instructor that imports another, and is imported by it, the module that there is already."""

    def __init__(self, module):
        self.create_module, self.exec_module = lambda spec: module, lambda module: None


class Loader:
    """Executes the files of the instructor.

    Nothing can find the module of such a file while that imports the submission: until its first function or class, it
    is no module that is known. From then on each of its names must keep its value.
    """

    def __init__(self, files, tell, path):
        self.files = files
        self.tell = tell
        self.path = path
        self.given = watching(tell)
        self.stems = {os.path.splitext(part)[0] for name in files.contents for part in name.split("/")}
        self.open, self.made = {}, {}
        self.removed = {}
        # Modules of libraries that files of the submission hide, though nobody asked for these files.
        self.hidden = {}
        self.is_ready = self.is_guarded = False

    def spec_of(self, name, path, finder):
        """Returns where a module stands if it is one of the instructor, and what loads it."""
        if name == memory.NAME and self.is_guarded:
            return ModuleSpec(name, Known(self.memory()), is_package=True)
        if name.rpartition(".")[2] not in self.stems:
            return None
        frame = sys._getframe(2)
        while frame.f_code.co_filename.startswith("<frozen"):
            frame = frame.f_back
        asks = frame.f_code.co_filename
        is_theirs = asks in self.files.theirs or not is_foreign(asks)
        # Each finds its own before that of the other.
        ways = (self.file_of, self.own_file_of) if is_theirs else (self.own_file_of, self.file_of)
        file = ways[0](name, path) or ways[1](name, path)
        if file is None:
            return None
        loader = finder if file in self.files.theirs else None
        if file in self.open:
            if not self.tell(("own", frame.f_code)):
                return None
            loader = Known(self.open[file])
        below = [os.path.dirname(file)] if os.path.basename(file) == "__init__.py" else None
        return spec_from_file_location(name, file, loader=loader, submodule_search_locations=below)

    def file_of(self, name, path=None):
        """Returns the file of the instructor with a module of this name, whatever the submission has of that name."""
        above = name.split(".")[:-1]
        bases = (self.files.folder, os.path.dirname(self.files.test))
        folders = [os.path.join(base, *above) for base in ([*sys.path, *bases] if path is None else bases)]
        return first(places(name, [*(path or ()), *folders]), self.files.theirs.__contains__)

    def own_file_of(self, name, path=None):
        """Returns the file of the submission with a module of this name."""
        above = name.split(".")[:-1]
        folders = [os.path.join(folder, *above) for folder in sys.path] if path is None else path
        return first(map(self.files.own, places(name, folders)), os.path.isfile)

    def put(self, module, names, level):
        """Puts modules in their places while the instructor's `module` imports them, and returns what stood there."""
        package = module.__package__ or ""
        for _ in range(level - 1):
            package = package.rpartition(".")[0]
        if level and package:
            names = [package, *(package + "." + name for name in names)]
        if any(name.partition(".")[0] in self.hidden for name in names):
            names = [*names, *self.hidden]
        before = []

        def swap(space, name, value, stays=True):
            old = space.pop(name, None)
            if value is not None:
                space[name] = value
            if old is not value if old is not None else not stays:
                before.append((space, name, old))

        for name in names:
            above, _, last = name.rpartition(".")
            file = self.file_of(name)
            if file and above and above not in sys.modules and self.file_of(above) not in self.open:
                # What stands for the folder must be there before it is looked at. If it fails, so does the import.
                with contextlib.suppress(Exception):
                    importlib.import_module(above)
            parent = sys.modules.get(above)
            if name in self.hidden:
                swap(sys.modules, name, self.hidden[name], stays=False)
            elif file:
                made = None if file in self.open else self.made.get(name)
                swap(sys.modules, name, made, stays=self.own_file_of(name) is None)
                if type(parent) is type(sys) and self.made.get(above) is not parent:
                    swap(vars(parent), last, made)
                    swap(vars(parent), "__getattr__", None)
            elif self.is_folder(name):
                swap(sys.modules, name, self.folder(name), stays=self.own_file_of(name) is None)
        return before

    def is_folder(self, name):
        """Tells whether a module is a folder of the instructor without a file for it, and not one that is asked for."""
        top = name.partition(".")[0]
        below = os.path.join(self.files.folder, *name.split(".")) + os.sep
        return not self.files.is_named(top) and any(file.startswith(below) for file in self.files.theirs)

    def folder(self, name):
        """Returns the module of such a folder."""
        if name not in self.made:
            module = self.made[name] = type(sys)(name)
            module.__path__ = [os.path.join(self.files.folder, *name.split("."))]
        return self.made[name]

    def memory(self):
        """Returns what stands in the place of `ctypes`."""

        def load():
            self.is_guarded = False
            try:
                sys.modules.update(self.removed)
                real = importlib.import_module(memory.NAME)
                for name in (memory.NAME, "_" + memory.NAME):
                    sys.modules.pop(name, None)
                return real
            finally:
                self.is_guarded = True

        return memory.stand_in(load, is_foreign, self.tell)

    def execute_file(self, module):
        file = module.__spec__.origin
        self.execute(ast.parse(self.files.contents[self.files.name(file)], file), module, file)

    def prepare(self):
        """Loads what the instructor's files import of others, before the submission can change it, and seals it."""
        self.is_ready = True
        if "pytest" in sys.modules:
            self.tell(("settled", None))
        named = {name for tree in self.files.trees().values() for name in imported(ast.walk(tree))}
        tops = {name.partition(".")[0] for name in named}
        theirs = {top for top in tops if self.files.has(top) and self.files.is_asked(top)}
        theirs |= {top for top in tops if self.files.is_of_instructor(top)}
        # What a test may replace in `builtins`, and what not, is known.
        named = {name for name in named if name.partition(".")[0] not in theirs} - {"builtins"}
        known, path = set(sys.modules), sys.path[:]
        sys.path[:] = [folder for folder in path if not (folder + os.sep).startswith(State.base) and folder]
        for name in sorted(named):
            try:
                importlib.import_module(name)
            except Exception:  # The test will meet it, too.
                pass
        sys.path[:] = path
        if memory.NAME not in tops:
            # Whatever found it already keeps it.
            self.is_guarded = True
            for name in [name for name in sys.modules if name.partition(".")[0] in (memory.NAME, "_" + memory.NAME)]:
                self.removed[name] = sys.modules.pop(name)
        below = {top: [one for one in sys.modules if one.startswith(top + ".")] for top in tops - theirs}
        few = {one for modules in below.values() if len(modules) <= MOST_MODULES for one in modules}
        self.tell(("near", seal_of_libraries(named - State.sealed)))
        hidden = {name for name in set(sys.modules) - known if self.hides(name.partition(".")[0])}
        self.hidden = {name: sys.modules[name] for name in hidden}
        self.tell(("sealed", seal_of_libraries(few - named - State.sealed)))
        for name in hidden:
            del sys.modules[name]

    def hides(self, top):
        """Tells whether a file of the submission has the name of a library, and nobody asked for it."""
        return self.files.has(top) and not self.files.is_asked(top) and not self.files.is_of_instructor(top)

    def execute(self, tree, module, file):
        """Executes a file of the instructor in its module."""
        files, tell, name = self.files, self.tell, module.__name__
        if not self.is_ready:
            self.prepare()
        if file in (files.test, files.origin):
            with open(file, "wb"):
                pass  # Nothing can read it from now on.
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        body = tree.body
        place = next((place for place, node in enumerate(body) if isinstance(node, kinds)), len(body))
        nodes_before = [one for node in body[:place] for one in ast.walk(node)]
        nodes = [one for node in body[place:] for one in ast.walk(node)]
        bound = stored(nodes)
        mark(tree)
        imports = Imports(lambda top: top in self.hidden or files.is_of_instructor(top))
        tree = imports.visit(tree)
        if imports.found:
            put = hidden(lambda names, level: self.put(module, names, level))
            vars(module)[LIBRARY], vars(module)[CALLED] = library(put)
        is_noted = file == files.origin and note_beginning(nodes, nodes_before, self.path, files)
        tree.body = body[:place]
        first = compile(tree, file, "exec", dont_inherit=True)
        tree.body = body[place:]
        future = first.co_flags & sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
        then = compile(tree, file, "exec", flags=future, dont_inherit=True)
        tell(("code", [*codes(first), *codes(then)]))
        # Those of what executes it are not for others: whoever has the module has these.
        vars(module).update(self.given, __builtins__=dict(BUILTINS))
        if is_noted:
            vars(module)[REACHED] = lambda: tell(("reached", None))
            tell(("noted", None))
        sys.modules.pop(name, None)
        self.open[file], self.made[name] = module, module
        try:
            exec(first, vars(module))
        finally:
            sys.modules[name] = module
            del self.open[file]
        names = Seal(is_strict=True)
        names.add_values(module, bound)
        names.add_builtins(vars(module)["__builtins__"])
        tell(("near", names))
        looks = tell(("loaded", None))
        exec(then, vars(module))
        tell(("near", seal_of(module)))
        if tell(("back", None)) > looks + 1:  # It called something.
            tell(("loaded", None))


class Imports(ast.NodeTransformer):
    """Lets the code of the instructor import its own modules, and libraries that files of the submission hide."""

    def __init__(self, is_meant):
        self.is_meant = is_meant
        self.found = False

    def visit_Import(self, node):
        if not any(self.is_guarded(alias.name) for alias in node.names):
            return node
        each = [ast.copy_location(ast.Import([alias]), node) for alias in node.names]
        return [self.around(one, [one.names[0].name]) if self.is_guarded(one.names[0].name) else one for one in each]

    def visit_ImportFrom(self, node):
        if not node.level and not self.is_guarded(node.module):
            return node
        start = [node.module] if node.module else []
        return self.around(node, [".".join([*start, alias.name]) for alias in node.names], node.level)

    def visit_Call(self, node):
        self.generic_visit(node)
        if getattr(node.func, "attr", getattr(node.func, "id", "")) not in IMPORTING:
            return node
        self.found = True
        call = ast.Call(ast.Name(CALLED, ast.Load()), [node.func, *node.args], node.keywords)
        return ast.fix_missing_locations(ast.copy_location(call, node))

    def is_guarded(self, name):
        return name != "__future__" and self.is_meant(name.partition(".")[0])

    def around(self, statement, names, level=0):
        """Returns a statement while which these modules are in their places, and those above them."""
        self.found = True
        whole = {above: None for name in names for above in all_above(name)}
        given = [ast.Tuple([ast.Str(one) if OLD else ast.Constant(one) for one in whole], ast.Load())]
        given.append(ast.Num(level) if OLD else ast.Constant(level))
        put = ast.withitem(ast.Call(ast.Name(LIBRARY, ast.Load()), given, []), None)
        return ast.fix_missing_locations(ast.copy_location(ast.With([put], [statement]), statement))


def places(name, path):
    """Returns where the file of a module may be, in the order of Python: a package stands before a file."""
    last = name.rpartition(".")[2]
    for folder in sys.path if path is None else path:
        yield os.path.join(folder, last, "__init__.py")
        yield os.path.join(folder, last + ".py")


def all_above(name):
    """Returns the packages that a module is in, and itself."""
    parts = name.split(".")
    return [".".join(parts[: count + 1]) for count in range(len(parts))]


def first(found, is_it):
    return next((one for one in found if is_it(one)), None)


def library(put):
    """Returns what has modules put in their places while the instructor imports them, and what calls a function so."""

    @contextlib.contextmanager
    def places(names, level):
        before, error = put((names, level))
        if error is not None:
            raise error
        yield
        for space, name, old in reversed(before):
            space.pop(name, None)
            if old is not None:
                space[name] = old

    def called(function, *arguments, **named):
        name = arguments[0] if arguments else named.get("name")
        with places(all_above(name) if type(name) is str and name[:1] != "." else (), 0):
            return function(*arguments, **named)

    return places, called


def note_beginning(nodes, nodes_before, path, files):
    """Lets the code of a test tell that it begins: a decorator may have put another function in its place.

    Returns whether it will. Decorators of the instructor's own may have a reason not to call a test.
    """
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    around = [node for node in nodes if isinstance(node, (*functions, ast.ClassDef)) and node.name in path]
    found = [node for node in around if isinstance(node, functions) and node.name == path[-1]]
    decorators = [decorator for node in around for decorator in node.decorator_list]
    if decorators:
        used, kinds = set().union(*map(words, decorators)), (*functions, ast.ClassDef)
        others = [one for tree in files.trees().values() for one in ast.walk(tree)]
        all_nodes = [*nodes_before, *nodes, *others]
        made = {node.name for node in all_nodes if isinstance(node, kinds)}
        if used & (made | {node.id for node in all_nodes if is_stored(node)}):
            return False
    for node in found:
        place = 1 if ast.get_docstring(node, clean=False) is not None else 0
        call = ast.Expr(ast.Call(ast.Name(REACHED, ast.Load()), [], []))
        near = node.body[min(place, len(node.body) - 1)]
        node.body.insert(place, ast.fix_missing_locations(ast.copy_location(call, near)))
    return bool(found)

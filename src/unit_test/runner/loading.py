"""Executes the files of the instructor."""

import __future__
import ast
import importlib
import os
import sys

from .seals import Seal, codes, seal_module
from .sources import imported, is_stored, stored, words

# Modules of Python with which tests compare. If a test imports one, its functions must stay the same, too.
COMPARING = {
    *("cmath", "collections", "contextlib", "copy", "datetime", "decimal", "fractions", "functools", "io", "itertools"),
    *("math", "operator", "re", "statistics"),
}

# The function that the code of a test calls first.
REACHED = "__yardstick_reached__"


def execute(tree, files, module, tell, path):
    """Executes the file of a test.

    Nothing can find its module while it imports the submission: until its first function or class, it is no module
    that is known. From then on each of its names must keep its value.
    """
    with open(files.test, "wb"):
        pass  # Nothing can read it from now on.
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    body = tree.body
    place = next((place for place, node in enumerate(body) if isinstance(node, kinds)), len(body))
    nodes_before = [one for node in body[:place] for one in ast.walk(node)]
    nodes = [one for node in body[place:] for one in ast.walk(node)]
    comparing, bound, names_imported = Seal(), stored(nodes), imported(nodes_before) | imported(nodes)
    is_noted = note_beginning(nodes, nodes_before, path, files)
    for name in sorted(names_imported & COMPARING):
        comparing.add_callables(importlib.import_module(name))
    tree.body = body[:place]
    first = compile(tree, files.test, "exec", dont_inherit=True)
    tree.body = body[place:]
    future = first.co_flags & sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
    then = compile(tree, files.test, "exec", flags=future, dont_inherit=True)
    tell(("code", [*codes(first), *codes(then)]))
    if is_noted:
        vars(module)[REACHED] = lambda: tell(("reached", None))
        tell(("noted", None))
    tell(("sealed", comparing))
    sys.modules.pop(module.__name__, None)
    try:
        for helper in helpers(names_imported, files):
            seal_module(helper, tell)
        exec(first, vars(module))
    finally:
        sys.modules[module.__name__] = module
    names = Seal()
    names.add_values(module, bound)
    tell(("sealed", names))
    exec(then, vars(module))


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


def helpers(names, files):
    """Imports what the instructor's other files hold, before the submission can change it, and returns the modules.

    Those that import the submission themselves must wait for it.
    """
    trees, found = files.trees(), []
    for name in sorted(names):
        path = os.path.join(os.path.dirname(files.test), name + ".py")
        if path not in trees or path == files.test:
            continue
        if any(files.has(other) for other in imported(ast.walk(trees[path]))):
            continue
        try:
            found.append(importlib.import_module(name))
        except Exception:  # The test will meet it, too.
            pass
    return found

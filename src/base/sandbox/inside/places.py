"""Where states of a program may be compared: the places at which nothing is hidden on the stack of values of a frame.

That is the beginning of a statement that is one line long. The iterator of a `for` around it is hidden too; so each
place has the lines of the headers of these loops, and what is proved at that place counts only if none of them was
passed meanwhile. Comprehensions are hidden loops, handlers of exceptions have hidden exceptions: no place is in them.
"""

ONLY_TREE = 0x400  # `ast.PyCF_ONLY_AST`; importing `ast` would be seen in `sys.modules`.

COMPREHENSIONS = {"ListComp", "SetComp", "DictComp", "GeneratorExp"}
WAITS = {"Await", "Yield", "YieldFrom"}
CONSTANTS = {"Constant", "NameConstant", "Ellipsis"}  # Until 3.7 `None` is a `NameConstant`.


class Places:
    """The places of one file, and what stands in its lines."""

    def __init__(self, path):
        with open(path, "rb") as file:
            source = file.read()
        tree = compile(source, path, "exec", ONLY_TREE, True)
        # The text of each line; the first one has number 1.
        self.texts = ["", *source.decode("utf-8", "replace").splitlines()]
        # For each place the lines of the headers of the loops around it, together.
        self.headers = {}
        # The names in each line, and those in conditions of `while`.
        self.names, self.conditions = {}, []
        # All that is looked up in something else: `sys.path` looks up `path`.
        self.attributes = set()
        # The lines that may change a set without a call.
        self.set_changes = set()
        # Whether it asks with `is` for anything but a constant: a state does not tell equal numbers apart.
        self.asks_which = False
        self.unsafe = set()
        self.find(tree.body, frozenset())
        for node in nodes(tree):
            self.look_at(node)
        for line in self.unsafe:
            self.headers.pop(line, None)

    def find(self, statements, around):
        """Finds the places among statements that have these headers around them."""
        for node in statements:
            kind = kind_of(node)
            if kind == "FunctionDef":
                self.unsafe |= lines_of(node.args, *node.decorator_list)
                self.find(node.body, frozenset())
            elif kind == "ClassDef":
                functions = [inner for inner in node.body if kind_of(inner) == "FunctionDef"]
                self.unsafe |= lines_of(*node.bases, *(inner for inner in node.body if inner not in functions))
                self.find(functions, frozenset())
            elif kind == "For":
                header = lines_of(node.target, node.iter) | {node.lineno}
                self.unsafe |= header
                self.find(node.body, around | header)
                self.find(node.orelse, around)
            elif kind in ("While", "If"):
                self.add(node.lineno, node.test, around)
                self.find(node.body, around)
                self.find(node.orelse, around)
            elif kind in ("With", "Try"):
                self.unsafe |= {node.lineno} | lines_of(*getattr(node, "items", ()))
                self.find(node.body, around)
                self.find(getattr(node, "orelse", ()), around)
            elif not hasattr(node, "body"):
                self.add(node.lineno, node, around)

    def add(self, line, tree, around):
        lines = lines_of(tree) | {line}
        if len(lines) == 1:
            self.headers[line] = self.headers.get(line, frozenset()) | around
        else:
            self.unsafe |= lines

    def look_at(self, node):
        kind = kind_of(node)
        if kind in COMPREHENSIONS or kind in WAITS:
            self.unsafe |= lines_of(node)
        elif kind == "Name":
            self.names.setdefault(node.lineno, []).append(node.id)
        elif kind == "While":
            self.conditions += [one.id for one in nodes(node.test) if kind_of(one) == "Name"]
        elif kind == "Attribute":
            self.attributes.add(node.attr)
        elif kind == "ImportFrom":
            self.attributes |= {one.name for one in node.names}
        elif kind == "AugAssign" and kind_of(node.op) in ("BitOr", "BitAnd", "BitXor", "Sub"):
            self.set_changes.add(node.lineno)
        elif kind == "Compare" and {kind_of(op) for op in node.ops} & {"Is", "IsNot"}:
            self.asks_which |= not any(kind_of(one) in CONSTANTS for one in (node.left, *node.comparators))


def kind_of(node):
    return type(node).__name__


def nodes(*trees):
    """All nodes of syntax trees, from the outside to the inside."""
    todo = list(trees)
    for node in todo:
        for field in node._fields:
            value = getattr(node, field, None)
            todo += [one for one in (value if type(value) is list else [value]) if hasattr(one, "_fields")]
    return todo


def lines_of(*trees):
    """The lines in which nodes begin or end, and all between the first and the last."""
    lines = set()
    for node in nodes(*trees):
        lines |= {getattr(node, name) for name in ("lineno", "end_lineno") if getattr(node, name, None)}
    return set(range(min(lines), max(lines) + 1)) if lines else lines

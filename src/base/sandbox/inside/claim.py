"""What an endless program claims about itself, as JSON: which lines repeat, and what the names in them mean.

`src/traces/trace/endless.rs` reads it. It is written without `json`, because every import would be seen in
`sys.modules`.
"""

# The most lines and names that are told, and the longest line and value, in characters.
MOST_LINES, MOST_NAMES = 16, 8
LONGEST_LINE, LONGEST_VALUE = 120, 60

# The beginning of a claim; with the prover's exit code it says that there is a proof.
MARK = b"\0endless "

# The deepest nesting of a value that is told.
DEEPEST = 3


def shown(value, deepest=DEEPEST):
    """A value as Python writes it, if it is short and made of Python's own types; else `None`."""
    kind = type(value)
    if kind in (int, bool, float, type(None)) or kind is str and len(value) <= LONGEST_VALUE:
        text = repr(value) if kind is not int or value.bit_length() < 4 * LONGEST_VALUE else ""
    elif kind in (list, tuple) and deepest and len(value) <= LONGEST_VALUE:
        inner = [shown(one, deepest - 1) for one in value]
        if None in inner:
            return None
        brackets = "[]" if kind is list else "()" if len(inner) != 1 else ["(", ",)"]
        text = ", ".join(inner).join(brackets)
    else:
        return None
    return text if 0 < len(text) <= LONGEST_VALUE else None


def claim(watch):
    """The claim of a watch that has seen one whole turn, on a line of its own."""
    frame = watch.frame
    places = watch.program.places_of(frame)
    lines = sorted(watch.visits)
    steady = []
    for name in sorted(watch.values, key=lambda name: (name not in places.conditions, lines_with(name, places, lines))):
        values = watch.values[name]
        if None not in values and len(set(values)) == 1:
            steady.append([name, values[0]])
    told = {
        "file": watch.program.name_of(frame),
        "function": None if frame.f_code.co_name == "<module>" else frame.f_code.co_name,
        "last": lines[-1],
        "lines": [[line, places.texts[line][:LONGEST_LINE]] for line in lines[:MOST_LINES]],
        "turns": min(watch.visits.values()),
        "steady": steady[:MOST_NAMES],
        "prints": watch.prints,
    }
    return MARK + json(told).encode() + b"\n"


def lines_with(name, places, lines):
    return [line for line in lines if name in places.names.get(line, ())]


def json(value):
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if type(value) is str:
        return '"' + "".join(map(escaped, value)) + '"'
    if type(value) is list:
        return "[" + ",".join(map(json, value)) + "]"
    if type(value) is dict:
        return "{" + ",".join(json(key) + ":" + json(value[key]) for key in value) + "}"
    return str(int(value))


def escaped(character):
    """A character of a text; what is not printable ASCII is told by its code units."""
    if " " <= character <= "~" and character not in '"\\':
        return character
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join("\\u" + units[place : place + 4] for place in range(0, len(units), 4))

//! What to do about an error of Python, by its class and its message.

use std::collections::BTreeSet;

use super::{Guidance, SourceLine};
use crate::compare::Annotation;
use crate::trace::Sources;
use crate::untrusted::{Text, Untrusted};

/// Modules that are often installed on the machine of a student and hardly ever where programs are graded.
const OFTEN_INSTALLED: [&str; 12] = [
    "numpy",
    "pandas",
    "matplotlib",
    "pygame",
    "colorama",
    "requests",
    "termcolor",
    "rich",
    "scipy",
    "keyboard",
    "tabulate",
    "pyfiglet",
];

/// Names of Python that beginners misspell.
const NAMES_OF_PYTHON: [&str; 19] = [
    "True",
    "False",
    "None",
    "print",
    "input",
    "range",
    "len",
    "int",
    "str",
    "list",
    "float",
    "enumerate",
    "sum",
    "min",
    "max",
    "sorted",
    "isinstance",
    "open",
    "random",
];

/// The guidance for a program that ended with an error at this place.
pub(super) fn guidance(place: &Annotation, sources: &Sources) -> Option<Guidance> {
    // Other languages have other errors of the same names.
    let file = place.file.expose();
    if !file.ends_with(".py") && !file.contains(".ipynb, cell ") {
        return None;
    }
    let message = place.message.expose();
    let (class, said) = message.split_once(": ").unwrap_or((message, ""));
    let quoted: Vec<&str> = said.split('\'').skip(1).step_by(2).collect();
    let line = place.line.and_then(|line| SourceLine::of(sources, &place.file, line));
    let code = line.as_ref().map(|line| line.text.expose()).unwrap_or_default();
    if let Some(hidden) = hidden_module(class, said, code, sources) {
        return Some(hidden);
    }
    let suggested = match class {
        "AttributeError" | "ImportError" | "ModuleNotFoundError" => suggestion(said),
        _ => None,
    };
    if let (None, "ModuleNotFoundError", Some(module)) = (&suggested, class, quoted.first()) {
        return Some(without_module(module));
    }
    let todo = match class {
        _ if suggested.is_some() => suggested?,
        "ImportError" => match (quoted.first(), imported_from(code)) {
            (Some(name), Some(module)) => {
                format!("Look whether `{name}` is spelled right: `{module}` has no such name.")
            }
            _ => return None,
        },
        "NameError" => {
            let name = quoted.first()?;
            defined_later(name, place, sources).unwrap_or_else(|| unknown_name(name, sources))
        }
        "UnboundLocalError" => format!(
            "Give `{}` a value before this line, on every way that leads here. A function that changes a variable from \
             outside needs `global`, or better a parameter.",
            quoted.first()?
        ),
        "IndexError" if code.contains("sys.argv") => {
            "Do not use `sys.argv`: the program is started without arguments.".to_owned()
        }
        "IndexError" => {
            "Compare the index with the length before you use it: it is too large, or the list is empty."
                .to_owned()
        }
        "KeyError" => "Ask with `in` whether the key is there before you use it.".to_owned(),
        "ValueError" if said.starts_with("invalid literal for int()") => {
            let text = said.split_once("base 10: ").map_or("", |(_, text)| text);
            format!("Look at the text before you call `int`: here it was `{text}`, which is no whole number.")
        }
        "ValueError" if said.starts_with("could not convert string to float") => {
            "Look at the text before you call `float`: here it was no number.".to_owned()
        }
        "ValueError" if said.contains("unpack") => {
            "The number of names before the `=` must be the number of values behind it.".to_owned()
        }
        "TypeError" if said.contains("NoneType") => NOTHING_CAME_BACK.to_owned(),
        "AttributeError" if said.contains("NoneType") => NOTHING_CAME_BACK.to_owned(),
        "AttributeError" => {
            format!("Look whether `{}` is spelled right, and what stands before the dot.", quoted.get(1)?)
        }
        "TypeError" if said.contains("can only concatenate str") || said.contains("must be str, not") => {
            "Make a text of the number before you add it to a text: `str(…)`, or an f-string.".to_owned()
        }
        "TypeError" if said.contains("unsupported operand") || said.contains("not supported between") => {
            "The two values are of different types: `input` gives a text, and `int(…)` makes a number of it."
                .to_owned()
        }
        "TypeError" if said.starts_with("'str' object cannot be interpreted as an integer") => {
            "A whole number is needed here: `input` gives a text, and `int(…)` makes a number of it.".to_owned()
        }
        "TypeError" if said.starts_with("'float' object cannot be interpreted as an integer") => {
            "A whole number is needed here: `//` divides whole numbers, and `/` always gives a fraction.".to_owned()
        }
        "TypeError" if said.contains("argument") && is_of_python(said) => {
            "Look up what this function takes: it was given too many values or too few.".to_owned()
        }
        "TypeError" if said.contains("argument") => {
            "Compare the call with the line that begins with `def`: the number of arguments must be the same."
                .to_owned()
        }
        "TypeError" if said.contains("not callable") => {
            "The name in front of `(` is no function here: was it given another value before?".to_owned()
        }
        "TypeError" if said.contains("indices must be integers") => {
            "An index is a number: make one of the text with `int(…)`.".to_owned()
        }
        "RecursionError" => {
            "This function calls itself again and again: say first when it does not. If it is only to repeat something, use \
             a `while` loop."
                .to_owned()
        }
        "ZeroDivisionError" => "Look whether the divisor is 0 before you divide.".to_owned(),
        "FileNotFoundError" => {
            "Look at the name: only the files that are handed in and those of the scenario are there, in the folder of \
             the program."
                .to_owned()
        }
        "SyntaxError" if said.starts_with("Non-UTF-8 code") => {
            "Save it again in your editor, with the encoding UTF-8.".to_owned()
        }
        "EOFError" => "The input has ended: read only as many lines as the assignment asks for.".to_owned(),
        _ => return None,
    };
    Some(Guidance { todo: Some(todo.into()), ..Guidance::default() })
}

/// How Python suggests something at the end of a message, with what stands behind it. The words of each version stand in `words.yaml`.
const SUGGESTIONS: [(&str, &str); 4] = [
    (". Did you mean: '", "'"),
    (". Did you mean '.", "'"),
    (". Did you mean to use a '", "'"),
    (". Use ", "."),
];

/// What to do by what Python suggests.
fn suggestion(said: &str) -> Option<String> {
    SUGGESTIONS.iter().find_map(|(before, behind)| {
        let (_, rest) = said.split_once(before)?;
        let meant = &rest[..rest.rfind(behind).filter(|_| *behind == ".").or_else(|| rest.find(behind))?];
        Some(match *before {
            ". Did you mean to use a '" => {
                format!("Only a `{meant}` has this: look at how the value before the dot is made.")
            }
            ". Did you mean '." if meant.contains('.') => format!("Write `.{meant}`."),
            _ => format!("Write `{meant}`."),
        })
    })
}

/// Modules of Python after which students call their files.
const OFTEN_HIDDEN: [&str; 58] = [
    "abc",
    "argparse",
    "array",
    "ast",
    "asyncio",
    "bisect",
    "calendar",
    "cmd",
    "code",
    "codecs",
    "collections",
    "colorsys",
    "copy",
    "csv",
    "ctypes",
    "curses",
    "datetime",
    "decimal",
    "dis",
    "email",
    "enum",
    "fractions",
    "functools",
    "graphlib",
    "heapq",
    "html",
    "http",
    "inspect",
    "io",
    "itertools",
    "json",
    "keyword",
    "locale",
    "logging",
    "math",
    "numbers",
    "operator",
    "os",
    "pickle",
    "platform",
    "profile",
    "queue",
    "random",
    "re",
    "secrets",
    "select",
    "signal",
    "socket",
    "statistics",
    "string",
    "struct",
    "subprocess",
    "symtable",
    "time",
    "token",
    "turtle",
    "types",
    "typing",
];

/// What is wrong where a file of the submission is imported in the place of a module of Python, or files import each other.
fn hidden_module(class: &str, said: &str, code: &str, sources: &Sources) -> Option<Guidance> {
    let is_partial = said.contains("partially initialized m");
    let module = match class {
        "AttributeError" => {
            let (_, rest) = said
                .split_once("module '")
                .filter(|(before, _)| ["", "partially initialized "].contains(before))?;
            rest.split('\'').next()?
        }
        "ImportError" if said.starts_with("cannot import name ") => imported_from(code)?,
        _ => return None,
    };
    let file = format!("{module}.py");
    let is_own = sources.iter().any(|source| source.path.expose() == file);
    let (headline, todo) = match is_own {
        true if OFTEN_HIDDEN.contains(&module) => (
            format!("Your file `{file}` is imported in the place of Python's own module `{module}`."),
            format!("Give your file another name than `{file}`."),
        ),
        true if is_partial => (
            format!("`{file}` is imported while it is still being read: two files import each other."),
            "Move what both need into a third file, or import inside of the function that needs it."
                .to_owned(),
        ),
        _ => return None,
    };
    Some(Guidance { headline: Some(headline.into()), lines: Vec::new(), todo: Some(todo.into()) })
}

/// The module from which a line imports names.
fn imported_from(code: &str) -> Option<&str> {
    code.trim_start().strip_prefix("from ")?.split_whitespace().next()
}

/// Whether a message about arguments begins with a function of Python itself.
fn is_of_python(said: &str) -> bool {
    let name = said.split([' ', '(']).next().unwrap_or_default();
    NAMES_OF_PYTHON.contains(&name)
}

/// A value is used that a function should have returned.
const NOTHING_CAME_BACK: &str =
    "A value is `None` here: look for a function that ends without `return`, or that prints its result.";

fn without_module(module: &str) -> Guidance {
    let root = module.split('.').next().unwrap_or(module);
    let headline = format!("There is no module `{root}` where this is graded.");
    let todo = match OFTEN_INSTALLED.contains(&root) {
        true => "Do without it: only Python's own modules are there.".to_owned(),
        false => format!(
            "If it is a file of yours, hand in `{root}.py` too. If not, do without it: only Python's own modules are there."
        ),
    };
    Guidance { headline: Some(headline.into()), lines: Vec::new(), todo: Some(todo.into()) }
}

/// What to do about a name that is defined, but only below the line that uses it, or in a later cell.
fn defined_later(name: &str, place: &Annotation, sources: &Sources) -> Option<String> {
    let (file, used) = (place.file.expose(), place.line?);
    let cell = |file: &str| file.rsplit_once(", cell ").and_then(|(_, number)| number.parse::<usize>().ok());
    let is_later = |other: &str, line: usize| match (cell(file), cell(other)) {
        (Some(own), Some(other)) if own != other => other > own,
        _ => other == file && line > used,
    };
    let defines = |line: &str| {
        let rest = ["def ", "async def ", "class "].iter().find_map(|word| line.strip_prefix(word));
        let rest = rest.unwrap_or(line).strip_prefix(name)?;
        let rest = rest.trim_start();
        let is_value = rest.starts_with('=') && !rest.starts_with("==");
        (is_value || line.ends_with(':') && (rest.starts_with('(') || rest == ":")).then_some(())
    };
    sources.iter().find_map(|source| {
        let other = source.path.expose();
        let lines = source.text.expose().lines().enumerate();
        let mut later = lines.filter(|(at, line)| is_later(other, at + 1) && defines(line.trim_end()).is_some());
        let (at, _) = later.next()?;
        Some(format!(
            "`{name}` is defined only in line {} of `{other}`, which runs later: put that above the line that uses it.",
            at + 1
        ))
    })
}

fn unknown_name(name: &str, sources: &Sources) -> String {
    let mut known: BTreeSet<Untrusted> = NAMES_OF_PYTHON.iter().map(|&name| name.into()).collect();
    for source in sources.iter() {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let words =
            source.text.expose().split(|c| !is_part(c)).filter(|word| word.len() > 1 && *word != name);
        known.extend(words.map(Untrusted::from));
    }
    match Untrusted::from(name).most_alike(&known) {
        Some(meant) => format!("Is `{name}` misspelled? There is `{}`.", meant.expose()),
        None => format!("Give `{name}` a value before this line, or put it in quotes if it is a text."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{Origin, Severity};

    fn advised(message: &str, source: &str) -> Guidance {
        let place = Annotation {
            file: "main.py".into(),
            line: Some(1),
            column: None,
            message: message.into(),
            severity: Severity::Error,
            origin: Origin::Traceback,
        };
        guidance(&place, &Sources::of_one("main.py", source)).unwrap_or_default()
    }

    #[test]
    fn every_error_of_a_beginner_is_told_what_to_do_about() {
        for (message, todo) in [
            ("NameError: name 'Ture' is not defined", "There is `True`."),
            ("NameError: name 'x9' is not defined", "Give `x9` a value"),
            ("UnboundLocalError: local variable 'turn' referenced before assignment", "Give `turn` a value"),
            ("IndexError: list index out of range", "Compare the index"),
            ("KeyError: 'a'", "Ask with `in`"),
            ("ValueError: invalid literal for int() with base 10: 'a'", "here it was `'a'`"),
            ("ValueError: not enough values to unpack (expected 2, got 1)", "number of names"),
            ("TypeError: 'NoneType' object is not subscriptable", "without `return`"),
            ("TypeError: can only concatenate str (not \"int\") to str", "`str(…)`"),
            ("TypeError: f() takes 1 positional argument but 2 were given", "begins with `def`"),
            ("TypeError: input expected at most 1 argument, got 2", "Look up what this function takes"),
            ("TypeError: unsupported operand type(s) for +: 'int' and 'str'", "different types"),
            ("TypeError: 'int' object is not callable", "is no function here"),
            ("TypeError: list indices must be integers or slices, not str", "An index is a number"),
            ("TypeError: 'str' object cannot be interpreted as an integer", "`int(…)` makes a number"),
            ("TypeError: 'float' object cannot be interpreted as an integer", "`//` divides"),
            (
                "AttributeError: 'list' object has no attribute 'apend'. Did you mean: 'append'?",
                "Write `append`.",
            ),
            ("AttributeError: 'list' object has no attribute 'push'", "`push` is spelled right"),
            ("RecursionError: maximum recursion depth exceeded", "`while` loop"),
            ("ZeroDivisionError: division by zero", "divisor is 0"),
            ("FileNotFoundError: [Errno 2] No such file or directory: 'a.txt'", "handed in"),
        ] {
            let guidance = advised(message, "while Ture:\n    pass\n");
            assert!(
                guidance.todo.as_ref().is_some_and(|told| told.contains(&todo)),
                "{message}: {guidance:?}"
            );
        }
        assert_eq!(advised("MyError: no", ""), Guidance::default());
    }

    #[test]
    fn a_name_that_is_defined_below_is_not_told_to_be_misspelled() {
        let later = |source: &str| advised("NameError: name 'total' is not defined", source).todo.unwrap();
        for definition in ["def total(numbers):", "class total:", "total = 3"] {
            let told = later(&format!("print(total)\n{definition}\n    pass\n"));
            assert!(told.contains(&"only in line 2 of `main.py`"), "{told:?}");
        }
        assert!(!later("print(total)\nif total == 3:\n    total(4)\n").contains(&"only in line"));
    }

    #[test]
    fn a_module_that_is_not_there_is_told_apart_from_a_file_that_was_not_handed_in() {
        let numpy = advised("ModuleNotFoundError: No module named 'numpy.linalg'", "import numpy");
        assert_eq!(numpy.headline, Some("There is no module `numpy` where this is graded.".into()));
        assert_eq!(numpy.todo, Some("Do without it: only Python's own modules are there.".into()));
        let own = advised("ModuleNotFoundError: No module named 'helper'", "import helper");
        assert!(own.todo.unwrap().contains(&"hand in `helper.py` too"));
    }

    #[test]
    fn arguments_that_nobody_gives_are_named() {
        let guidance = advised("IndexError: list index out of range", "name = sys.argv[1]");
        assert_eq!(
            guidance.todo,
            Some("Do not use `sys.argv`: the program is started without arguments.".into())
        );
    }
}

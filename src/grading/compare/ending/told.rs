//! What a compiler, an interpreter or a virtual machine says about a failure: the message, and the line of the program that it
//! names. Each writes it in a form of its own. What is said may have been made up by the program: it is no more than said.

use super::spot::{Spot, place_in};

/// What is said about a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Told<'t> {
    /// The message, in the words of the language.
    pub message: &'t str,
    /// The place in the program that it names.
    pub place: Option<Spot<'t>>,
}

/// Reads what is said about a program that ended with an error, but for the tracebacks of Python; `None` if no language is known that
/// says it so.
pub(crate) fn of_failure(text: &str) -> Option<Told<'_>> {
    python(text)
        .or_else(|| virtual_machine(text))
        .or_else(|| launcher(text))
        .or_else(|| rust(text))
        .or_else(|| php(text))
        .or_else(|| node(text))
        .or_else(|| haskell(text))
        .or_else(|| ruby(text))
        .or_else(|| lua(text))
        .or_else(|| line_by_line(text))
}

/// Reads the first place that a compiler names, and what it says there.
pub(crate) fn of_complaint(text: &str) -> Option<Told<'_>> {
    let mut lines = text.lines();
    loop {
        let line = lines.next()?;
        let Some(found) = place_in(line) else { continue };
        let message = found.beside(line);
        let message = match message {
            // Node shows the line and a mark below it first.
            "" => lines.find(is_error_of_node).unwrap_or(message),
            // GHC writes the message below.
            _ if says_nothing(message) => {
                lines.next().map_or(message, |next| next.trim_start_matches([' ', '•', '*']))
            }
            _ => message,
        };
        return Some(Told { message, place: Some(found.spot) });
    }
}

/// Tells whether what stands beside a place is no message: since version 9.4 GHC writes the number of the error, `error: [GHC-39999]`.
pub(crate) fn says_nothing(message: &str) -> bool {
    let number = message.strip_prefix("error:").map(str::trim);
    message.is_empty()
        || number.is_some_and(|rest| rest.is_empty() || rest.starts_with('[') && rest.ends_with(']'))
}

/// Python, about bytes in a comment: there is no traceback, because nothing ran.
fn python(text: &str) -> Option<Told<'_>> {
    let (message, behind) = text.split_once(" in file ")?;
    let is_its = message.starts_with("SyntaxError: ");
    is_its.then(|| Told { message, place: place_in(behind).map(|found| found.spot) })
}

/// The launcher of Java: a class without `main`, or none of that name.
fn launcher(text: &str) -> Option<Told<'_>> {
    let said = text.lines().find_map(|line| line.strip_prefix("Error: "))?;
    let is_its = said.starts_with("Main method ") || said.contains(" main class ");
    let message = said.split(", please define").next().unwrap_or(said);
    is_its.then_some(Told { message, place: None })
}

/// Go, Java, Kotlin and Mono: the message, then the calls, the innermost one first.
fn virtual_machine(text: &str) -> Option<Told<'_>> {
    let mut lines = text.lines();
    let message = lines.by_ref().find_map(|line| {
        let of_java = || line.strip_prefix("Exception in thread \"")?.split_once("\" ").map(|(_, said)| said);
        // Where a run of Go cannot go on at all, such as when all goroutines wait for each other.
        let of_go = || line.strip_prefix("fatal error: ").filter(|_| text.contains("\ngoroutine "));
        line.strip_prefix("panic: ")
            .or_else(of_go)
            .or_else(of_java)
            .or_else(|| line.strip_prefix("Unhandled Exception:"))
    })?;
    let message = if message.is_empty() { lines.next()? } else { message };
    let is_own = |line: &&str| {
        let call = line.trim_start();
        !["at java.", "at jdk.", "at sun.", "at kotlin."].iter().any(|library| call.starts_with(library))
    };
    let place = lines.filter(is_own).find_map(place_in).map(|found| found.spot);
    Some(Told { message: message.trim(), place })
}

fn rust(text: &str) -> Option<Told<'_>> {
    let mut lines = text.lines();
    let line = lines.find(|line| line.starts_with("thread '") && line.contains(" panicked at "))?;
    let said = line.split_once(" panicked at ")?.1;
    let place = place_in(line).map(|found| found.spot);
    // Before Rust 1.73 the message stands in the same line, in quotes.
    let quoted = said.strip_prefix('\'').and_then(|rest| rest.rsplit_once("',")).map(|(message, _)| message);
    Some(Told { message: quoted.or_else(|| lines.next())?.trim(), place })
}

fn php(text: &str) -> Option<Told<'_>> {
    let errors = ["PHP Fatal error:  ", "Fatal error: ", "PHP Parse error:  ", "Parse error: "];
    let mut all = text.lines().filter_map(|line| {
        let said = errors.iter().find_map(|start| line.strip_prefix(start))?;
        let found = place_in(said)?;
        Some((said, found))
    });
    let (said, found) = all.next()?;
    let message = said[..found.start].trim_end().trim_end_matches(" in").trim_end();
    Some(Told { message: message.strip_prefix("Uncaught ").unwrap_or(message), place: Some(found.spot) })
}

fn node(text: &str) -> Option<Told<'_>> {
    if let Some(rest) = text.strip_prefix(UNSETTLED) {
        let place = rest.lines().find(|line| line.contains("file://"));
        let place = place.and_then(|line| place_in(line.rsplit('/').next()?));
        let message = UNSETTLED.strip_prefix("Warning: ").unwrap_or(UNSETTLED);
        return Some(Told { message, place: place.map(|found| found.spot) });
    }
    text.lines().rfind(|line| !line.trim().is_empty()).filter(|last| last.starts_with("Node.js v"))?;
    // Without an error there is what was thrown, which stands after the line and the mark below it.
    let thrown =
        || text.lines().skip_while(|line| line.trim() != "^").skip(1).find(|line| !line.trim().is_empty());
    // What a promise was rejected with stands at the end of a long line.
    let rejected = || {
        let (at, _) = text.rmatch_indices("The promise rejected with the reason ").next()?;
        text[at..].lines().next().map(|rest| rest.split(".]").next().unwrap_or(rest).trim_end_matches('.'))
    };
    let message = text.lines().find(is_error_of_node).or_else(rejected).or_else(thrown)?;
    let place = text.lines().find_map(place_in).map(|found| found.spot);
    Some(Told { message: message.trim(), place })
}

fn is_error_of_node(line: &&str) -> bool {
    let class = line.strip_prefix("Uncaught ").unwrap_or(line).split([':', ' ']).next().unwrap_or_default();
    class.ends_with("Error") && class.chars().all(char::is_alphanumeric)
}

/// How Node begins if the input has ended, and a module still waits.
const UNSETTLED: &str = "Warning: Detected unsettled top-level await";

fn haskell(text: &str) -> Option<Told<'_>> {
    let message = text.lines().find_map(|line| line.strip_prefix("yardstick-program: "))?;
    // GHC also names calls in its own library, by paths as of a program.
    let called = text.lines().filter(|line| line.contains(", called at ") && line.ends_with(" in main:Main"));
    let place = called.filter_map(place_in).next_back();
    // Some versions name the class of the exception first, and what it says below.
    let message = match message.strip_prefix("Uncaught exception ") {
        Some(_) => text.lines().skip(1).find(|line| !line.trim().is_empty()).unwrap_or(message),
        None => message,
    };
    // What does not match any pattern is told with its place: `a.hs:2:1-7: Non-exhaustive patterns in function f`.
    let (message, place) =
        match (place_in(message).filter(|found| found.start == 0), message.split_once(": ")) {
            (Some(found), Some((_, message))) => (message, Some(found)),
            _ => (message, place),
        };
    Some(Told { message: message.trim(), place: place.map(|found| found.spot) })
}

/// Lua: the message, then the calls, if an object that is no text was thrown.
fn lua(text: &str) -> Option<Told<'_>> {
    let mut lines = text.lines();
    let (_, message) = lines.next()?.split_once("lua: ")?;
    let is_its = message.starts_with("(error object is ");
    is_its.then_some(Told { message, place: lines.find_map(place_in).map(|found| found.spot) })
}

/// Ruby: the method and the message, then the calls, the innermost one first. Methods of its own that are written in Ruby are among them, as
/// is `Integer` since Ruby 3.3; quotes begin with a backquote before 3.4.
fn ruby(text: &str) -> Option<Told<'_>> {
    let mut lines = text.lines().skip_while(|line| line.trim().is_empty());
    let first = lines.next()?;
    let (_, said) = first.split_once(":in ")?;
    let (_, message) = said.strip_prefix(['`', '\''])?.split_once("': ")?;
    let calls = lines.filter_map(|line| line.strip_prefix("\tfrom "));
    let place = std::iter::once(first).chain(calls).find_map(place_in)?;
    Some(Told { message: message.trim_end(), place: Some(place.spot) })
}

/// Lua, Perl and Bash write the place and the message in one line; SQLite only the number of the line.
fn line_by_line(text: &str) -> Option<Told<'_>> {
    let is_sqlite = |line: &&str| {
        ["Parse error near line ", "Runtime error near line ", "Error: near line "]
            .iter()
            .any(|start| line.starts_with(start))
    };
    if let Some(message) = text.lines().find(is_sqlite) {
        return Some(Told { message, place: None });
    }
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    let told = |line| {
        let found = place_in(line)?;
        Some(Told { message: found.beside(line), place: Some(found.spot) })
    };
    // Perl and Bash may have warned before.
    let is_last_word = |line: &&str| line.contains(" line ") && place_in(line).is_some();
    text.lines().rfind(is_last_word).and_then(told).or_else(|| {
        let found = place_in(first)?;
        // A tool may have written its name before.
        let before = first[..found.start].trim_end();
        (before.is_empty() || before.ends_with(':')).then(|| told(first)).flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(told: Option<Told>) -> (String, Option<(String, usize, Option<usize>)>) {
        let told = told.expect("something is said");
        (told.message.to_owned(), told.place.map(|spot| (spot.file.to_owned(), spot.line, spot.column)))
    }

    #[test]
    fn every_language_tells_its_failures_in_its_own_form() {
        for (text, message, place) in [
            (
                "panic: runtime error: index out of range [10] with length 0\n\ngoroutine 1 [running]:\n\
                 main.main()\n\ta.go:17 +0xac\n",
                "runtime error: index out of range [10] with length 0",
                Some(("a.go", 17, None)),
            ),
            (
                "Exception in thread \"main\" java.lang.NumberFormatException: For input string: \"x\"\n\
                 \tat java.base/java.lang.Integer.parseInt(Integer.java:668)\n\tat AKt.main(a.kt:2)\n",
                "java.lang.NumberFormatException: For input string: \"x\"",
                Some(("a.kt", 2, None)),
            ),
            (
                "\nUnhandled Exception:\nSystem.FormatException: Input string was not right.\n\
                   at System.Int32.Parse (System.String s) [0x00019] in <12b418>:0 \n  \
                   at Steps.Main () [0x00010] in a.cs:9 \n[ERROR] FATAL UNHANDLED EXCEPTION: System\n",
                "System.FormatException: Input string was not right.",
                Some(("a.cs", 9, None)),
            ),
            (
                "SyntaxError: Non-UTF-8 code starting with '\\xfc' in file a.py on line 2, but no encoding declared; see https://peps.python.org/pep-0263/\n",
                "SyntaxError: Non-UTF-8 code starting with '\\xfc'",
                Some(("a.py", 2, None)),
            ),
            (
                "thread 'main' panicked at a.rs:3:5:\nno goal\nnote: run with `RUST_BACKTRACE=1`\n",
                "no goal",
                Some(("a.rs", 3, Some(5))),
            ),
            (
                "thread 'main' panicked at 'no goal', a.rs:3:5\nnote: run with `RUST_BACKTRACE=1`\n",
                "no goal",
                Some(("a.rs", 3, Some(5))),
            ),
            (
                "Fatal error: Uncaught DivisionByZeroError: Division by zero in a.php:2\nStack trace:\n#0 {main}\n  \
                 thrown in a.php on line 2\n",
                "DivisionByZeroError: Division by zero",
                Some(("a.php", 2, None)),
            ),
            (
                "a.js:1\nconst x = undefined; x.y\n                       ^\n\nTypeError: Cannot read properties\n    \
                 at Object.<anonymous> (a.js:1:24)\n    at node:internal/main:28:49\n\nNode.js v20.20.2\n",
                "TypeError: Cannot read properties",
                Some(("a.js", 1, None)),
            ),
            (
                "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\nmain.main()\n\td.go:8 +0x7d\n",
                "all goroutines are asleep - deadlock!",
                Some(("d.go", 8, None)),
            ),
            (
                "Warning: Detected unsettled top-level await at file:///folder/a.mjs:3\nconst n = await rl.question('n: ');\n          ^\n\n\n",
                "Detected unsettled top-level await",
                Some(("a.mjs", 3, None)),
            ),
            (
                "node:internal/process/promises:392\n      new UnhandledPromiseRejection(reason);\n      ^\n\n\
                 UnhandledPromiseRejection: This error originated either by throwing inside of an async function without a catch \
                 block, or by rejecting a promise which was not handled with .catch(). The promise rejected with the reason \
                 \"bad\".\n    at throwUnhandledRejectionsMode (node:internal/process/promises:392:7) {\n  code: 'ERR_UNHANDLED_REJECTION'\n}\n\nNode.js v20.20.2\n",
                "The promise rejected with the reason \"bad\"",
                None,
            ),
            (
                "yardstick-program: Uncaught exception ghc-internal:GHC.Internal.IO.Exception.IOException:\n\n\
                 <stdin>: hGetLine: end of file\n\nHasCallStack backtrace:\n  ioException, called at \
                 libraries/ghc-internal/src/GHC/Internal/IO/Exception.hs:319:5 in ghc-internal:GHC.Internal.IO.Exception\n",
                "<stdin>: hGetLine: end of file",
                None,
            ),
            ("yardstick-program: Prelude.read: no parse\n", "Prelude.read: no parse", None),
            (
                "yardstick-program: Maybe.fromJust: Nothing\nCallStack (from HasCallStack):\n  error, called at \
                 libraries/base/Data/Maybe.hs:148:21 in base:Data.Maybe\n  fromJust, called at a.hs:14:50 in main:Main\n",
                "Maybe.fromJust: Nothing",
                Some(("a.hs", 14, Some(50))),
            ),
            (
                "lua: a.lua:1: attempt to index a nil value (global 'nothing')\nstack traceback:\n\ta.lua:1: in main \
                 chunk\n\t[C]: in ?\n",
                "attempt to index a nil value (global 'nothing')",
                Some(("a.lua", 1, None)),
            ),
            (
                "<internal:kernel>:307:in `Integer': invalid value for Integer(): \"x: y\" (ArgumentError)\n\
                 \tfrom a.rb:2:in `block in <main>'\n\tfrom a.rb:1:in `each'\n\tfrom a.rb:1:in `<main>'\n",
                "invalid value for Integer(): \"x: y\" (ArgumentError)",
                Some(("a.rb", 2, None)),
            ),
            (
                "a.rb:2:in 'Shop#price': undefined method 'cost' for nil (NoMethodError)\n\n  nil.cost\n     ^^^^^\n\
                 \tfrom a.rb:5:in '<main>'\n",
                "undefined method 'cost' for nil (NoMethodError)",
                Some(("a.rb", 2, None)),
            ),
            (
                "a.rb:1:in `Integer': invalid value for Integer(): \"x\" (ArgumentError)\n\tfrom a.rb:1:in `<main>'\n",
                "invalid value for Integer(): \"x\" (ArgumentError)",
                Some(("a.rb", 1, None)),
            ),
            (
                "a.js:1\nthrow 'text';\n^\ntext\n(Use `node --trace-uncaught ...` to show where the exception was thrown)\n\nNode.js v24.22.2\n",
                "text",
                Some(("a.js", 1, None)),
            ),
            (
                "Error: Main method not found in class P, please define the main method as:\n   public static void main(String[] args)\nor a \
                 JavaFX application class must extend javafx.application.Application\n",
                "Main method not found in class P",
                None,
            ),
            (
                "/usr/bin/lua: (error object is a table value)\nstack traceback:\n\t[C]: in function 'error'\n\ta.lua:3: in main chunk\n\t[C]: in ?\n",
                "(error object is a table value)",
                Some(("a.lua", 3, None)),
            ),
            (
                "yardstick-program: a.hs:2:1-7: Non-exhaustive patterns in function f\n\n",
                "Non-exhaustive patterns in function f",
                Some(("a.hs", 2, Some(1))),
            ),
            (
                "yardstick-program: a.hs:(4,1)-(5,7): Non-exhaustive patterns in function f\n\n",
                "Non-exhaustive patterns in function f",
                Some(("a.hs", 4, Some(1))),
            ),
            ("no goal at a.pl line 5, <STDIN> line 1.\n", "no goal", Some(("a.pl", 5, None))),
            (
                "a.sh: line 4: nothing: command not found\n",
                "nothing: command not found",
                Some(("a.sh", 4, None)),
            ),
            (
                "Parse error near line 3: no such column: weight\n  SELECT weight FROM pets;\n         ^--- error here\n",
                "Parse error near line 3: no such column: weight",
                None,
            ),
        ] {
            let place = place.map(|(file, line, column)| (file.to_owned(), line, column));
            assert_eq!(plain(of_failure(text)), (message.to_owned(), place));
        }
    }

    #[test]
    fn what_a_program_says_itself_is_in_no_form() {
        for text in [
            "usage: main FILE\n",
            "12:30 is too late\n",
            "error\n",
            "",
            "see a.txt for 3 reasons\n",
            "x.y: 3 of 4\n",
        ] {
            assert_eq!(of_failure(text), None, "{text}");
        }
    }

    #[test]
    fn every_compiler_names_the_place_in_its_own_form() {
        for (text, message, place) in [
            (
                "a.cs(9,17): error CS1525: Unexpected symbol `=='\n",
                "error CS1525: Unexpected symbol `=='",
                ("a.cs", 9, Some(17)),
            ),
            (
                "# command-line-arguments\n./a.go:15:31: assignment mismatch\n",
                "assignment mismatch",
                ("a.go", 15, Some(31)),
            ),
            (
                "\na.hs:14:30: error:\n    • Couldn't match expected type\n",
                "Couldn't match expected type",
                ("a.hs", 14, Some(30)),
            ),
            (
                "a.hs:2:17: error: [GHC-39999]\n    * No instance for `Num String' arising from the literal `3'\n    * In the first argument\n",
                "No instance for `Num String' arising from the literal `3'",
                ("a.hs", 2, Some(17)),
            ),
            (
                "a.js:1\nconsole.log((1;\n              ^\n\nSyntaxError: Unexpected token ';'\n    at wrapSafe\n\nNode.js v24.22.2\n",
                "SyntaxError: Unexpected token ';'",
                ("a.js", 1, None),
            ),
            (
                "/usr/bin/luac: a.lua:7: unexpected symbol near '='\n",
                "unexpected symbol near '='",
                ("a.lua", 7, None),
            ),
            (
                "Parse error: syntax error, unexpected token \";\" in a.php on line 3\n",
                "Parse error: syntax error, unexpected token \";\"",
                ("a.php", 3, None),
            ),
            (
                "syntax error at a.pl line 6, near \") {\"\na.pl had compilation errors.\n",
                "syntax error",
                ("a.pl", 6, None),
            ),
            ("a.sh: line 21: unexpected EOF\n", "unexpected EOF", ("a.sh", 21, None)),
        ] {
            let (file, line, column) = place;
            assert_eq!(
                plain(of_complaint(text)),
                (message.to_owned(), Some((file.to_owned(), line, column)))
            );
        }
    }
}

//! What a submission must leave alone so that sanitizers see all that it does.

use std::path::Path;

use super::symbols::Symbols;
use crate::submission::Snapshot;
use crate::untrusted::Untrusted;

/// Words that only somebody writes who wants to be looked at less.
const WORDS: [&str; 6] =
    ["no_sanitize", "no_address_safety_analysis", "__asan_", "__ubsan_", "__lsan_", "__sanitizer_"];

/// The functions through which memory is given and taken back. Sanitizers look at the memory that theirs give.
const ALLOCATOR: [&str; 12] = [
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "free",
    "cfree",
    "memalign",
    "aligned_alloc",
    "posix_memalign",
    "valloc",
    "pvalloc",
    "malloc_usable_size",
];

/// The operators of C++ that do the same: `new`, `new[]`, `delete`, `delete[]`.
const OPERATORS: [&str; 4] = ["_Znw", "_Zna", "_Zdl", "_Zda"];

/// Those of them that only say where something is made. A header defines them.
const PLACING: [&str; 4] = ["_ZnwmPv", "_ZnamPv", "_ZdlPvS_", "_ZdaPvS_"];

/// Functions of the library that sanitizers call themselves (those of gcc 12, tried one by one): what a program has in their place, they call.
const CALLED: [&str; 5] = ["dlsym", "getpid", "getrlimit", "mmap", "sysconf"];

/// Functions of the sanitizers that take something out of their sight.
const BLINDERS: [&str; 3] = ["__asan_unpoison_memory_region", "__asan_set_", "__lsan_"];

/// Returns why sources cannot be sanitized; `None` if they can.
pub(super) fn refused_source(files: &Snapshot) -> Option<Untrusted> {
    files.iter().find_map(|(path, file)| {
        let text = joined(&file.content);
        let word = WORDS.into_iter().find(|word| memchr::memmem::find(&text, word.as_bytes()).is_some())?;
        Some(refusal(path, word))
    })
}

fn refusal(path: &Path, word: &str) -> Untrusted {
    let path: Untrusted = path.display().to_string().into();
    Untrusted::concat(&[
        &"`",
        &path,
        &format!("` says `{word}…`, and here sanitizers look at the whole program: take it out"),
    ])
}

/// Returns a text with the lines joined that go on in the next one.
fn joined(text: &[u8]) -> Vec<u8> {
    let mut joined = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, after @ ..] = rest {
        let behind = rest.strip_prefix(b"\\").or_else(|| rest.strip_prefix(b"??/")).and_then(|behind| {
            // The compiler allows blanks between the sign and the end of its line.
            let end = behind.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c))?;
            behind[end..].strip_prefix(b"\n")
        });
        rest = behind.unwrap_or_else(|| {
            joined.push(*first);
            after
        });
    }
    joined
}

/// Returns why a sanitized program is not looked at as a whole; `None` if it is.
pub(super) fn refused_program(symbols: &Symbols) -> Option<Untrusted> {
    let is_operator = |name: &str| {
        OPERATORS.iter().any(|beginning| name.starts_with(beginning)) && !PLACING.contains(&name)
    };
    let allocator = |name: &&String| ALLOCATOR.contains(&name.as_str()) || is_operator(name);
    if let Some(name) = symbols.defined.iter().find(allocator) {
        let name = match &name[..name.len().min(4)] {
            "_Znw" | "_Zna" => "operator new",
            "_Zdl" | "_Zda" => "operator delete",
            _ => name,
        };
        return Some(
            format!(
                "your program defines `{name}`, through which memory is given: here sanitizers look at it, so use the one of the \
                 library, and give yours another name"
            )
            .into(),
        );
    }
    if let Some(name) = symbols.defined.iter().find(|name| CALLED.contains(&name.as_str())) {
        let reason =
            "which sanitizers call themselves, and need as it is in the library: give yours another name";
        return Some(format!("your program defines `{name}`, {reason}").into());
    }
    let blinder = |name: &&String| BLINDERS.iter().any(|beginning| name.starts_with(beginning));
    let name = symbols.needed.iter().find(blinder)?;
    Some(
        format!("your program calls `{name}`, and here sanitizers look at the whole program: take it out")
            .into(),
    )
}

/// Whether a program can have another one in its own place: then nobody of this one sees its end.
pub(super) fn may_be_replaced(symbols: &Symbols) -> bool {
    symbols.needed.iter().any(|name| name.starts_with("exec") || name == "fexecve")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::submission::File;

    #[test]
    fn a_word_is_found_however_its_line_is_broken() {
        let refused = |text: &str| {
            let file = File { content: text.as_bytes().to_vec(), executable: false };
            refused_source(&[("a.c".into(), file)].into_iter().collect()).is_some()
        };
        for text in [
            "__attribute__((no_sanitize(\"address\")))",
            "[[gnu::no_sanitize_address]] int f(void);",
            "__attribute__((__no_sanitize__(\"address\")))",
            "#undef no_san\\\nitize\n",
            "#undef no_san\\ \r\nitize\n",
            "#undef no_san??/\nitize\n",
            "void __asan_set_death_callback(void (*)(void));",
        ] {
            assert!(refused(text), "{text}");
        }
        for text in
            ["int sanitize(int n);", "#ifdef __SANITIZE_ADDRESS__\n", "puts(\"no\\nsanitize\");", "\\", ""]
        {
            assert!(!refused(text), "{text}");
        }
    }
}

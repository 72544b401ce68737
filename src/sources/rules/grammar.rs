//! The languages whose sources are parsed, and the grammar of each.

use std::path::Path;

use tree_sitter::Language;

/// A language whose sources can be parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grammar {
    /// Python.
    Python,
    /// C.
    C,
    /// C++.
    Cpp,
    /// Java.
    Java,
    /// JavaScript.
    JavaScript,
}

thread_local! {
    // In a module it cannot be shared between threads, although there is only one.
    static PYTHON: &'static Language = kept(tree_sitter_python::LANGUAGE);
}

/// Their grammars are larger than the rest of a page's module, and a page runs only Python.
#[cfg(target_family = "wasm")]
fn other_than_python(_: Grammar) -> Option<&'static Language> {
    None
}

#[cfg(not(target_family = "wasm"))]
fn other_than_python(grammar: Grammar) -> Option<&'static Language> {
    use std::sync::LazyLock;

    static C: LazyLock<&Language> = LazyLock::new(|| kept(tree_sitter_c::LANGUAGE));
    static CPP: LazyLock<&Language> = LazyLock::new(|| kept(tree_sitter_cpp::LANGUAGE));
    static JAVA: LazyLock<&Language> = LazyLock::new(|| kept(tree_sitter_java::LANGUAGE));
    static JAVASCRIPT: LazyLock<&Language> = LazyLock::new(|| kept(tree_sitter_javascript::LANGUAGE));
    match grammar {
        Grammar::Python => None,
        Grammar::C => Some(*C),
        Grammar::Cpp => Some(*CPP),
        Grammar::Java => Some(*JAVA),
        Grammar::JavaScript => Some(*JAVASCRIPT),
    }
}

/// Keeps a language until the program ends: a pointer to a table.
fn kept(language: impl Into<Language>) -> &'static Language {
    Box::leak(Box::new(language.into()))
}

impl Grammar {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Python, Self::C, Self::Cpp, Self::Java, Self::JavaScript];

    /// Returns the grammar of a file, by the ending of its name. A header that may belong to C or C++ counts as C.
    pub fn of_file(name: &str) -> Option<Self> {
        let ending = Path::new(name).extension()?.to_str()?.to_ascii_lowercase();
        Self::ALL.into_iter().find(|grammar| grammar.endings().contains(&ending.as_str()))
    }

    /// Returns the endings of its files.
    pub fn endings(self) -> &'static [&'static str] {
        match self {
            // A notebook is looked at as the module that is made of it.
            Self::Python => &["py", "ipynb"],
            Self::C => &["c", "h"],
            Self::Cpp => &["cpp", "cc", "cxx", "hpp"],
            Self::Java => &["java"],
            Self::JavaScript => &["js", "mjs"],
        }
    }

    /// Returns the name in a sentence.
    pub fn title(self) -> &'static str {
        match self {
            Self::Python => "Python",
            Self::C => "C",
            Self::Cpp => "C++",
            Self::Java => "Java",
            Self::JavaScript => "JavaScript",
        }
    }

    /// Tells whether sources are put together by a preprocessor.
    pub fn has_preprocessor(self) -> bool {
        matches!(self, Self::C | Self::Cpp)
    }

    /// Tells whether nodes of this kind are functions, whose `body` runs when they are called.
    pub(super) fn is_function(self, kind: &str) -> bool {
        match self {
            Self::Python => matches!(kind, "function_definition" | "lambda"),
            Self::C => kind == "function_definition",
            Self::Cpp => matches!(kind, "function_definition" | "lambda_expression"),
            Self::Java => matches!(
                kind,
                "method_declaration"
                    | "constructor_declaration"
                    | "compact_constructor_declaration"
                    | "lambda_expression"
            ),
            Self::JavaScript => matches!(
                kind,
                "function_declaration"
                    | "function_expression"
                    | "generator_function"
                    | "generator_function_declaration"
                    | "arrow_function"
                    | "method_definition"
            ),
        }
    }

    /// Returns the grammar itself; a page has that of Python alone.
    pub(super) fn language(self) -> Option<&'static Language> {
        match self {
            Self::Python => Some(PYTHON.with(|language| *language)),
            Self::C | Self::Cpp | Self::Java | Self::JavaScript => other_than_python(self),
        }
    }
}

//! The languages whose sources are parsed, and the grammar of each.

use std::num::NonZeroU16;
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

/// A language, and the names of its kinds of nodes and of its fields by their numbers: the language itself measures a name
/// each time that it is asked for it.
#[derive(Debug)]
pub(super) struct Tables {
    pub language: Language,
    kinds: Vec<&'static str>,
    fields: Vec<Option<&'static str>>,
}

impl Tables {
    /// Keeps them until the program ends.
    fn kept(language: impl Into<Language>) -> &'static Self {
        let language: &'static Language = Box::leak(Box::new(language.into()));
        let numbers = |count: usize| 0..u16::try_from(count).unwrap_or(u16::MAX);
        Box::leak(Box::new(Self {
            language: language.clone(),
            kinds: numbers(language.node_kind_count())
                .map(|id| language.node_kind_for_id(id).unwrap_or("ERROR"))
                .collect(),
            fields: numbers(language.field_count() + 1).map(|id| language.field_name_for_id(id)).collect(),
        }))
    }

    /// Returns the name of a kind of node.
    pub(super) fn kind(&self, id: u16) -> &'static str {
        self.kinds.get(usize::from(id)).copied().unwrap_or("ERROR")
    }

    /// Returns the name of a field.
    pub(super) fn field(&self, id: NonZeroU16) -> Option<&'static str> {
        self.fields.get(usize::from(id.get())).copied().flatten()
    }
}

thread_local! {
    // In a module it cannot be shared between threads, although there is only one.
    static PYTHON: &'static Tables = Tables::kept(tree_sitter_python::LANGUAGE);
}

/// Their grammars are larger than the rest of a page's module, and a page runs only Python.
#[cfg(target_family = "wasm")]
fn other_than_python(_: Grammar) -> Option<&'static Tables> {
    None
}

#[cfg(not(target_family = "wasm"))]
fn other_than_python(grammar: Grammar) -> Option<&'static Tables> {
    use std::sync::LazyLock;

    static C: LazyLock<&Tables> = LazyLock::new(|| Tables::kept(tree_sitter_c::LANGUAGE));
    static CPP: LazyLock<&Tables> = LazyLock::new(|| Tables::kept(tree_sitter_cpp::LANGUAGE));
    static JAVA: LazyLock<&Tables> = LazyLock::new(|| Tables::kept(tree_sitter_java::LANGUAGE));
    static JAVASCRIPT: LazyLock<&Tables> = LazyLock::new(|| Tables::kept(tree_sitter_javascript::LANGUAGE));
    match grammar {
        Grammar::Python => None,
        Grammar::C => Some(*C),
        Grammar::Cpp => Some(*CPP),
        Grammar::Java => Some(*JAVA),
        Grammar::JavaScript => Some(*JAVASCRIPT),
    }
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
    pub(super) fn tables(self) -> Option<&'static Tables> {
        match self {
            Self::Python => Some(PYTHON.with(|tables| *tables)),
            Self::C | Self::Cpp | Self::Java | Self::JavaScript => other_than_python(self),
        }
    }
}

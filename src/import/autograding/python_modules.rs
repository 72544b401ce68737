//! Which modules a Python file imports, and which files of the repository these are.

use super::super::Package;
use super::super::unit_tests::standard;
use super::roles::{folder_of, has_word};
use crate::rules::{Node, Source};

/// What a file imports.
#[derive(Debug, Default)]
pub(super) struct Modules {
    /// Files of the repository, in the order of the imports.
    pub(super) files: Vec<String>,
    /// The first names of modules that are neither there nor installed with Python.
    pub(super) unknown: Vec<String>,
}

/// The modules that a file imports. Modules are looked for at the top, beside the file, and in `src`.
pub(super) fn imported(package: &Package, path: &str) -> Modules {
    let mut modules = Modules::default();
    let Some(source) = package.get(path).and_then(|content| Source::parse(path, content).ok()) else {
        return modules;
    };
    let mut names = Vec::new();
    collect(source.root(), &mut names);
    for Import { module, names } in names {
        let (base, module) = match module.strip_prefix('.') {
            Some(relative) => {
                let up = relative.chars().take_while(|sign| *sign == '.').count();
                let folder = (0..up).fold(folder_of(path), |folder, _| folder_of(folder));
                (vec![folder.to_owned()], relative.trim_start_matches('.').to_owned())
            }
            None => (vec![String::new(), folder_of(path).to_owned(), "src".to_owned()], module),
        };
        let found = base.iter().find_map(|folder| {
            let joined = |name: &str| {
                let name = name.replace('.', "/");
                [folder.as_str(), &name]
                    .into_iter()
                    .filter(|part| !part.is_empty())
                    .collect::<Vec<_>>()
                    .join("/")
            };
            let file = |name: &str| Some(joined(name) + ".py").filter(|file| package.has(file));
            // A name may be a module of a package, or something in its `__init__.py`.
            let below: Vec<String> =
                names.iter().filter_map(|name| file(&format!("{module}.{name}"))).collect();
            let own = file(&module).or_else(|| file(&format!("{module}.__init__")));
            let all: Vec<String> = below.into_iter().chain(own).collect();
            (!all.is_empty()).then_some(all)
        });
        match found {
            Some(files) => {
                for file in files.into_iter().filter(|file| file != path) {
                    if !modules.files.contains(&file) {
                        modules.files.push(file);
                    }
                }
            }
            None => {
                let first = module.split('.').next().unwrap_or_default().to_owned();
                if !first.is_empty() && !standard::is_installed(&first) && !modules.unknown.contains(&first) {
                    modules.unknown.push(first);
                }
            }
        }
    }
    modules
}

/// The Python files of the repository whose names stand in quotes in a file, such as those that it starts.
pub(super) fn named_in(package: &Package, path: &str, is_asked: impl Fn(&str) -> bool) -> Vec<String> {
    let text = package.get(path).map(String::from_utf8_lossy).unwrap_or_default();
    let is_named = |file: &&str| {
        let name = file.rsplit('/').next().unwrap_or_default();
        let stem = name.strip_suffix(".py").unwrap_or_default();
        let quoted =
            |name: &str| ["'", "\""].iter().any(|quote| text.contains(&format!("{quote}{name}{quote}")));
        name.ends_with(".py") && (has_word(&text, name) || quoted(stem)) && *file != path && is_asked(file)
    };
    package.paths().filter(is_named).map(str::to_owned).collect()
}

/// `import a.b` and `from a import b`.
struct Import {
    /// With a dot in front of it for each folder of a relative import.
    module: String,
    names: Vec<String>,
}

fn collect(root: Node, imports: &mut Vec<Import>) {
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        if node.is("import_statement") {
            for part in node.parts() {
                let module = part.field("name").filter(|_| part.is("aliased_import")).unwrap_or(part);
                imports.push(Import { module: module.text().to_owned(), names: Vec::new() });
            }
        } else if let (true, Some(module)) = (node.is("import_from_statement"), node.field("module_name")) {
            let names = node.parts().filter(|part| part.field_name() == Some("name"));
            let names = names.map(|part| {
                part.field("name").filter(|_| part.is("aliased_import")).unwrap_or(part).text().to_owned()
            });
            imports.push(Import { module: module.text().to_owned(), names: names.collect() });
        }
        let mut children: Vec<Node> = node.children().collect();
        children.reverse();
        waiting.append(&mut children);
    }
}

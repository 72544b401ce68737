//! The classes of some Python files that import each other, and what they are derived from.

use std::collections::BTreeSet;
use std::ops::Range;

use super::source::{Node, Source};
use super::unit_test_marks::marks;

/// A class, by the place of its file among the files and its own place in that.
pub(super) type Id = (usize, usize);

/// A class, with what is needed to find its tests.
pub(super) struct Class<'a> {
    /// Its name, with those of the classes around it.
    pub path: Vec<String>,
    /// What it is derived from, as it is written: `base.Shared`.
    bases: Vec<Vec<&'a str>>,
    pub functions: Vec<Function<'a>>,
    /// Names that it takes from its bases away: `test_a = None`.
    pub emptied: Vec<&'a str>,
    pub is_skipped: bool,
}

impl Class<'_> {
    pub(super) fn name(&self) -> &str {
        self.path.last().map_or("", String::as_str)
    }
}

/// A function or a method.
pub(super) struct Function<'a> {
    pub name: &'a str,
    pub node: Node<'a>,
    /// The node with its decorators.
    pub whole: Node<'a>,
}

impl Function<'_> {
    pub(super) fn place(&self) -> Range<usize> {
        self.whole.start()..self.whole.end()
    }
}

/// What a name in a file stands for, besides classes.
enum Bound<'a> {
    /// `import a.b as name`, and `import a`.
    Module(Vec<&'a str>),
    /// `from .a import b as name`: the dots, the module, and what is taken from it.
    Part(usize, Vec<&'a str>, &'a str),
    /// `name = a.b`.
    Alias(Vec<&'a str>),
}

/// A file of Python.
pub(super) struct Module<'a> {
    pub path: &'a str,
    pub source: &'a Source,
    pub classes: Vec<Class<'a>>,
    /// Functions outside of classes that are tests.
    pub functions: Vec<Function<'a>>,
    /// Names that are taken away again: `del Base`.
    pub deleted: Vec<&'a str>,
    names: Vec<(&'a str, Bound<'a>)>,
    /// `from .a import *`: the dots and the module.
    stars: Vec<(usize, Vec<&'a str>)>,
}

impl<'a> Module<'a> {
    pub(super) fn new(path: &'a str, source: &'a Source) -> Self {
        let (classes, functions, names) = (Vec::new(), Vec::new(), Vec::new());
        let mut module =
            Self { path, source, classes, functions, deleted: Vec::new(), names, stars: Vec::new() };
        module.block(source.root(), &mut Inside::default());
        module
    }

    /// Looks at the statements of a file or a class, also at those that are carried out on a condition.
    fn block(&mut self, block: Node<'a>, inside: &mut Inside<'a>) {
        for statement in block.parts() {
            let (whole, inner) = match statement.field("definition") {
                Some(inner) if statement.is("decorated_definition") => (statement, inner),
                _ => (statement, statement),
            };
            let is_outside = inside.path.is_empty();
            if inner.is("function_definition") {
                let Some(name) = inner.field("name") else { continue };
                let function = Function { name: name.text(), node: inner, whole };
                match is_outside {
                    _ if marks(whole).is_fixture => {}
                    true if name.text().starts_with("test") => self.functions.push(function),
                    true => {}
                    false => inside.functions.push(function),
                }
            } else if inner.is("class_definition") {
                self.class(inner, whole, &inside.path);
            } else if inner.is("expression_statement") {
                let Some(assignment) = inner.parts().next().filter(|one| one.is("assignment")) else {
                    continue;
                };
                let (left, right) = (assignment.field("left"), assignment.field("right"));
                let (Some(left), Some(right)) = (left.filter(|left| left.is("identifier")), right) else {
                    continue;
                };
                if !is_outside && right.is("none") {
                    inside.emptied.push(left.text());
                } else if is_outside && (right.is("identifier") || right.is("attribute")) {
                    self.names.push((left.text(), Bound::Alias(dotted(right))));
                }
            } else if inner.is("import_statement") && is_outside {
                self.import(inner);
            } else if inner.is("import_from_statement") && is_outside {
                self.import_from(inner);
            } else if inner.is("delete_statement") && is_outside {
                let names = inner.descendants().filter(|one| one.is("identifier"));
                self.deleted.extend(names.map(Node::text));
            } else if inner.kind().ends_with("_statement")
                || inner.kind().ends_with("_clause")
                || inner.is("block")
            {
                self.block(inner, inside);
            }
        }
    }

    fn class(&mut self, node: Node<'a>, whole: Node<'a>, path: &[String]) {
        let (Some(name), Some(body)) = (node.field("name"), node.field("body")) else { return };
        let path: Vec<String> = path.iter().cloned().chain([name.text().to_owned()]).collect();
        let bases = node.field("superclasses").into_iter().flat_map(Node::parts);
        // `Base[int]` is derived from `Base`.
        let bases = bases.map(|base| base.field("value").filter(|_| base.is("subscript")).unwrap_or(base));
        let bases = bases.filter(|base| base.is("identifier") || base.is("attribute"));
        let bases = bases.map(dotted).collect();
        let mut inside = Inside { path, ..Inside::default() };
        self.block(body, &mut inside);
        let Inside { path, functions, emptied } = inside;
        self.classes.push(Class { path, bases, functions, emptied, is_skipped: marks(whole).is_skipped });
    }

    fn import(&mut self, node: Node<'a>) {
        for part in node.parts() {
            match (part.field("name"), part.field("alias")) {
                (Some(module), Some(alias)) => {
                    self.names.push((alias.text(), Bound::Module(dotted(module))));
                }
                _ => {
                    let first = dotted(part).into_iter().take(1).collect::<Vec<_>>();
                    self.names
                        .extend(first.first().copied().map(|name| (name, Bound::Module(first.clone()))));
                }
            }
        }
    }

    fn import_from(&mut self, node: Node<'a>) {
        let Some(from) = node.field("module_name") else { return };
        let (dots, module) = origin_of(from);
        for part in node.parts().filter(|part| part.index() != from.index()) {
            if part.is("wildcard_import") {
                self.stars.push((dots, module.clone()));
                continue;
            }
            let name = part.field("name").filter(|_| part.is("aliased_import")).unwrap_or(part);
            let known_as = part.field("alias").unwrap_or(name);
            self.names.push((known_as.text(), Bound::Part(dots, module.clone(), name.text())));
        }
    }

    /// Returns the modules that may be imported, each as its dots and its parts.
    fn all_imports(&self) -> Vec<(usize, Vec<&'a str>)> {
        let mut found = Vec::new();
        for node in self.source.nodes() {
            if node.is("import_statement") {
                let modules = node
                    .parts()
                    .map(|part| part.field("name").filter(|_| part.is("aliased_import")).unwrap_or(part));
                found.extend(modules.map(|module| (0, dotted(module))));
            } else if node.is("import_from_statement") {
                let Some(from) = node.field("module_name") else { continue };
                let (dots, module) = origin_of(from);
                found.push((dots, module.clone()));
                for part in node.parts().filter(|part| part.index() != from.index()) {
                    let name = part.field("name").filter(|_| part.is("aliased_import")).unwrap_or(part);
                    found.push((dots, [module.clone(), dotted(name)].concat()));
                }
            }
        }
        found
    }

    /// Returns where a module may lie, as paths without their endings, the nearest folder first.
    fn places(&self, dots: usize, module: &[&str]) -> Vec<String> {
        let folders: Vec<&str> = self.path.split('/').collect();
        let folders = &folders[..folders.len() - 1];
        let below = |count: usize| [&folders[..count], module].concat().join("/");
        match dots {
            0 => (0..=folders.len()).rev().map(below).collect(),
            dots => (folders.len() + 1).checked_sub(dots).map(below).into_iter().collect(),
        }
    }
}

/// What is found inside of a class.
#[derive(Default)]
struct Inside<'a> {
    path: Vec<String>,
    functions: Vec<Function<'a>>,
    emptied: Vec<&'a str>,
}

/// Returns the parts of `a.b.c`.
fn dotted(node: Node<'_>) -> Vec<&str> {
    node.text().split('.').map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Returns the dots before the module of an import, and its parts.
fn origin_of(module: Node<'_>) -> (usize, Vec<&str>) {
    let dots = module.text().chars().take_while(|c| *c == '.' || c.is_whitespace()).filter(|c| *c == '.');
    (dots.count(), dotted(module))
}

/// What a base is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Base {
    Ours(Id),
    /// A class that stands in none of the files, by the last part of its name.
    Foreign(String),
}

/// A name of more parts is not followed.
const LONGEST_NAME: usize = 8;

/// The files.
pub(super) struct Modules<'a>(pub Vec<Module<'a>>);

impl<'a> Modules<'a> {
    pub(super) fn class(&self, id: Id) -> &Class<'a> {
        &self.0[id.0].classes[id.1]
    }

    /// Tells whether a class is a test case of `unittest`.
    pub(super) fn is_case(&self, id: Id) -> bool {
        let line = self.line(id);
        let foreign = line.iter().flat_map(|one| self.bases(*one)).filter_map(|base| match base {
            Base::Foreign(name) => Some(name),
            Base::Ours(_) => None,
        });
        let foreign: Vec<String> = foreign.filter(|name| name != "object" && name != "ABC").collect();
        // What a base outside of the files is, its name tells, or that of what is derived from it.
        foreign.iter().any(|name| name.ends_with("TestCase"))
            || !foreign.is_empty()
                && line[1..].iter().any(|one| self.class(*one).name().ends_with("TestCase"))
    }

    /// Tells whether a class in another file is derived from this one.
    pub(super) fn is_base_elsewhere(&self, id: Id) -> bool {
        let others = self.0.iter().enumerate().filter(|(at, _)| *at != id.0);
        let mut others =
            others.flat_map(|(at, module)| (0..module.classes.len()).map(move |place| (at, place)));
        others.any(|other| self.line(other).contains(&id))
    }

    /// Returns a class and all that it is derived from, in the order in which Python looks for a method.
    pub(super) fn line(&self, id: Id) -> Vec<Id> {
        let (mut line, mut waiting, mut steps) = (Vec::new(), vec![(id, Vec::new())], 0);
        while let Some((one, above)) = waiting.pop() {
            steps += 1;
            // Of classes that are met on several ways the last place counts.
            line.retain(|other| *other != one);
            line.push(one);
            if steps > 1000 {
                continue;
            }
            let above: Vec<Id> = [above, vec![one]].concat();
            let bases = self.bases(one).into_iter().filter_map(|base| match base {
                Base::Ours(base) if !above.contains(&base) => Some((base, above.clone())),
                _ => None,
            });
            waiting.extend(bases.collect::<Vec<_>>().into_iter().rev());
        }
        line
    }

    fn bases(&self, id: Id) -> Vec<Base> {
        let class = self.class(id);
        let mut all: Vec<Base> = Vec::new();
        for name in &class.bases {
            let mut found = self.named(id.0, name, &mut BTreeSet::new());
            if found.iter().all(|base| matches!(base, Base::Foreign(_))) {
                // A class inside of another one is found from there by its last name.
                let near = self.0[id.0].classes.iter().enumerate();
                let near =
                    near.filter(|(_, other)| other.path.len() > 1 && Some(&other.name()) == name.last());
                let near: Vec<Base> = near.map(|(place, _)| Base::Ours((id.0, place))).collect();
                found = if near.is_empty() { found } else { near };
            }
            if found.is_empty() {
                found.extend(name.last().map(|name| Base::Foreign((*name).to_owned())));
            }
            all.extend(found.into_iter().filter(|base| *base != Base::Ours(id)));
        }
        all
    }

    /// Returns the classes for which a name may stand in a file.
    fn named(&self, at: usize, name: &[&str], seen: &mut BTreeSet<(usize, String)>) -> Vec<Base> {
        let Some((first, rest)) = name.split_first() else { return Vec::new() };
        // `x = x.y` would make a longer one again and again.
        if name.len() > LONGEST_NAME || !seen.insert((at, name.join("."))) {
            return Vec::new();
        }
        let module = &self.0[at];
        let classes = module.classes.iter().enumerate().filter(|(_, class)| class.path == name);
        let mut found: Vec<Base> = classes.map(|(place, _)| Base::Ours((at, place))).collect();
        let foreign = |name: &str| vec![Base::Foreign(name.to_owned())];
        for (_, bound) in module.names.iter().filter(|(known_as, _)| known_as == first) {
            let more = match bound {
                Bound::Module(parts) => {
                    let parts: Vec<&str> = parts.iter().chain(rest).copied().collect();
                    self.below(module, (0, 0), &parts, seen)
                }
                Bound::Part(dots, from, part) => {
                    let parts: Vec<&str> = from.iter().chain([part]).chain(rest).copied().collect();
                    let more = self.below(module, (*dots, 0), &parts, seen);
                    if more.is_empty() { foreign(rest.last().unwrap_or(part)) } else { more }
                }
                Bound::Alias(parts) => {
                    let parts: Vec<&str> = parts.iter().chain(rest).copied().collect();
                    let more = self.named(at, &parts, seen);
                    if more.is_empty() { foreign(parts.last().unwrap_or(&"")) } else { more }
                }
            };
            found.extend(more);
        }
        if found.is_empty() {
            for (dots, from) in &module.stars {
                let parts: Vec<&str> = from.iter().chain(name).copied().collect();
                found.extend(self.below(module, (*dots, from.len()), &parts, seen));
            }
        }
        found
    }

    /// Looks for a class in a module: its name begins with that of the module, as long as there is such a file, and has at least so
    /// many parts.
    fn below(
        &self,
        module: &Module,
        (dots, least): (usize, usize),
        parts: &[&str],
        seen: &mut BTreeSet<(usize, String)>,
    ) -> Vec<Base> {
        for end in (least..parts.len()).rev() {
            for place in module.places(dots, &parts[..end]) {
                let Some(at) = self.file(&place) else { continue };
                let found = self.named(at, &parts[end..], seen);
                if !found.is_empty() {
                    return found;
                }
            }
        }
        Vec::new()
    }

    /// Returns the file of a module.
    fn file(&self, place: &str) -> Option<usize> {
        let (module, package) = (format!("{place}.py"), format!("{place}/__init__.py"));
        let package = package.trim_start_matches('/');
        self.0.iter().position(|one| one.path == package || one.path == module)
    }

    /// Returns the files that one of them imports, in all steps.
    pub(super) fn needs(&self, at: usize) -> BTreeSet<String> {
        let (mut needed, mut waiting) = (BTreeSet::from([at]), vec![at]);
        while let Some(at) = waiting.pop() {
            let module = &self.0[at];
            for (dots, parts) in module.all_imports() {
                let all = (0..=parts.len()).flat_map(|end| module.places(dots, &parts[..end]));
                let found: Vec<usize> = all.filter_map(|place| self.file(&place)).collect();
                waiting.extend(found.into_iter().filter(|file| needed.insert(*file)));
            }
        }
        needed.into_iter().filter(|one| *one != at).map(|one| self.0[one].path.to_owned()).collect()
    }
}

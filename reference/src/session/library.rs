//! How a reference offers its functions and classes to sessions: as tables.
//!
//! A function gets its arguments already sorted out and says what it gives; who types what is not
//! its business.

use std::rc::Rc;

use super::objects::display;
use super::objects::fault::{Fault, Outcome};
use super::objects::{Instance, NativeFunction, Object, Type};
use super::terminal::Terminal;
use crate::{Console, Deviations};

/// A file of Python, by what it defines.
pub(crate) struct Module {
    /// The name of the file, without `.py`.
    pub(crate) name: &'static str,
    /// The modules whose names are visible too.
    pub(crate) imports: &'static [&'static Module],
    /// Its functions.
    pub(crate) functions: &'static [Function],
    /// Its classes.
    pub(crate) classes: &'static [&'static Class],
    /// Its constants, by name.
    pub(crate) constants: &'static [(&'static str, Constant)],
}

impl Module {
    /// What a name of the module stands for.
    pub(super) fn find(&'static self, name: &str) -> Option<Object> {
        self.names().find(|(own, _)| *own == name).map(|(_, object)| object)
    }

    /// Every name of the module, and what it stands for.
    pub(super) fn names(&'static self) -> impl Iterator<Item = (&'static str, Object)> {
        let modules = || std::iter::once(self).chain(self.imports.iter().copied());
        let functions = modules().flat_map(|module| module.functions);
        let classes = modules().flat_map(|module| module.classes.iter().copied());
        let constants = modules().flat_map(|module| module.constants);
        functions
            .map(|function| (function.name, Object::Function(NativeFunction { class: None, function })))
            .chain(classes.map(|class| (class.name, Object::Type(Type::Class(class)))))
            .chain(constants.map(|(name, constant)| (*name, constant.object())))
    }
}

/// A constant of a module.
pub(crate) enum Constant {
    /// A string.
    Str(&'static str),
    /// A number.
    Int(i64),
}

impl Constant {
    fn object(&self) -> Object {
        match self {
            Self::Str(text) => Object::str(*text),
            Self::Int(number) => Object::int(*number),
        }
    }
}

/// A class of a module.
pub(crate) struct Class {
    /// `Board`
    pub(crate) name: &'static str,
    /// The module that it is defined in.
    pub(crate) module: &'static str,
    /// What is in it.
    pub(crate) kind: ClassKind,
}

/// The two sorts of classes.
pub(crate) enum ClassKind {
    /// With these methods, `__init__` among them.
    Plain { methods: &'static [Function] },
    /// An `Enum` with these members.
    Enum { members: &'static [(&'static str, i64)] },
}

/// A function or method.
pub(crate) struct Function {
    /// As it was written: `__checkWinVertical`, not mangled.
    pub(crate) name: &'static str,
    /// The names of all parameters, of a method with `self`.
    pub(crate) parameters: &'static [&'static str],
    /// What it does.
    pub(crate) run: fn(&mut Call) -> Outcome<Object>,
}

impl Function {
    /// The name under which a class keeps it: `_Board__checkWinVertical`.
    pub(super) fn mangled_name(&self, class: &Class) -> String {
        let is_private = self.name.starts_with("__") && !self.name.ends_with("__");
        if is_private { format!("_{}{}", class.name, self.name) } else { self.name.to_owned() }
    }
}

/// One call of a function.
pub(crate) struct Call<'a> {
    /// What is called.
    pub(super) function: &'static Function,
    /// One for each parameter.
    pub(super) arguments: Vec<Object>,
    /// Where it prints and asks.
    pub(super) terminal: &'a mut Terminal,
    /// The ways in which it differs from the plain reference.
    pub(crate) deviations: &'a Deviations,
}

impl Call<'_> {
    /// Where the function prints and asks.
    pub(crate) fn console(&mut self) -> Console<'_> {
        Console::new(self.terminal)
    }

    /// An argument, whatever it is.
    pub(crate) fn any(&self, place: usize) -> Object {
        self.arguments[place].clone()
    }

    /// An argument that must be a whole number; one beyond 64 bits counts as the nearest within.
    pub(crate) fn int(&self, place: usize) -> Outcome<i64> {
        let argument = &self.arguments[place];
        argument.as_integer().map(|number| number.saturating()).ok_or_else(|| self.wrong(place, "an int"))
    }

    /// An argument that must be a number of things.
    pub(crate) fn count(&self, place: usize) -> Outcome<usize> {
        const MOST: usize = 1000;
        let number = usize::try_from(self.int(place)?).ok().filter(|number| (1..=MOST).contains(number));
        number.ok_or_else(|| self.wrong(place, "an int from 1 to 1000"))
    }

    /// An argument that must be a string.
    pub(crate) fn str(&self, place: usize) -> Outcome<Rc<str>> {
        match &self.arguments[place] {
            Object::Str(text) => Ok(text.clone()),
            _ => Err(self.wrong(place, "a str")),
        }
    }

    /// The character that an argument is; `None` if it is another string.
    pub(crate) fn character(&self, place: usize) -> Outcome<Option<char>> {
        let text = self.str(place)?;
        let mut characters = text.chars();
        Ok(characters.next().filter(|_| characters.next().is_none()))
    }

    /// An argument that must be an object of a class of the reference.
    pub(crate) fn instance(&self, place: usize, class: &'static Class) -> Outcome<Rc<Instance>> {
        let instance = self.arguments[place].instance(class);
        instance.ok_or_else(|| self.wrong(place, &format!("a {}", class.name)))
    }

    /// The complaint that an argument is not what the assignment defines the function for.
    pub(crate) fn wrong(&self, place: usize, expected: &str) -> Fault {
        let Function { name, parameters, .. } = self.function;
        let found = display::repr(&self.arguments[place]);
        let found = found.unwrap_or_else(|_| self.arguments[place].type_name().to_owned());
        Fault::unsupported(format!(
            "the assignment does not say what `{name}` does when `{}` is `{found}`: pass {expected}",
            parameters[place]
        ))
    }
}

/// What the functions of a reference ask of their arguments.
impl Object {
    /// The text of a string.
    pub(crate) fn as_str(&self) -> Option<&str> {
        match self {
            Self::Str(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list.
    pub(crate) fn as_list(&self) -> Option<Vec<Self>> {
        match self {
            Self::List(items) => Some(items.borrow().clone()),
            _ => None,
        }
    }

    /// The cells of a list of lists that are equally long, if there is a cell and all of them can be read.
    pub(crate) fn as_rows<T>(&self, cell: impl Fn(&Self) -> Option<T>) -> Option<Vec<Vec<T>>> {
        let row = |row: &Self| row.as_list()?.iter().map(&cell).collect();
        let rows: Vec<Vec<T>> = self.as_list()?.iter().map(row).collect::<Option<_>>()?;
        let width = rows.first().map_or(0, Vec::len);
        (width > 0 && rows.iter().all(|row| row.len() == width)).then_some(rows)
    }

    /// Changes an item of a list in a list, for all who know that list.
    pub(crate) fn set_in_rows(&self, row: usize, column: usize, item: Self) {
        if let Some(row) = self.as_list().and_then(|rows| rows.into_iter().nth(row)) {
            row.set(column, item);
        }
    }

    /// Changes an item of a list, for all who know the list.
    pub(crate) fn set(&self, place: usize, item: Self) {
        if let Self::List(items) = self
            && let Some(old) = items.borrow_mut().get_mut(place)
        {
            *old = item;
        }
    }

    /// The object of a class of the reference that it is.
    pub(crate) fn instance(&self, class: &'static Class) -> Option<Rc<Instance>> {
        match self {
            Self::Instance(instance) if std::ptr::eq(instance.class, class) => Some(instance.clone()),
            _ => None,
        }
    }
}

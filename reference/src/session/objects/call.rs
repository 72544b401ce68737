//! The arguments of a call, and how the functions of a reference read them.
//!
//! A function gets its arguments already bound to parameters and returns an object; it does not know who calls it.

use std::rc::Rc;

use super::class::{Class, Function, Instance};
use super::{Object, display};
use crate::session::fault::{Fault, Outcome};
use crate::session::terminal::Terminal;
use crate::{Console, Deviations};

/// The arguments in the parentheses of a call.
#[derive(Default)]
pub(crate) struct Arguments {
    pub(crate) positional: Vec<Object>,
    pub(crate) keywords: Vec<(String, Object)>,
}

/// One call of a function.
pub(crate) struct Call<'a> {
    /// The function.
    pub(crate) function: &'static Function,
    /// The arguments, one for each parameter.
    pub(crate) arguments: Vec<Object>,
    /// The terminal for output and input.
    pub(crate) terminal: &'a mut Terminal,
    /// The deviations from the plain reference.
    pub(crate) deviations: &'a Deviations,
}

impl Call<'_> {
    /// Returns the console for output and input.
    pub(crate) fn console(&mut self) -> Console<'_> {
        Console::new(self.terminal)
    }

    /// Returns an argument of any type.
    pub(crate) fn any(&self, place: usize) -> Object {
        self.arguments[place].clone()
    }

    /// Returns an argument that must be a whole number; one beyond 64 bits is cut to the nearest possible one.
    pub(crate) fn int(&self, place: usize) -> Outcome<i64> {
        let argument = &self.arguments[place];
        let number = argument.as_integer().ok_or_else(|| self.wrong(place, "an int"))?;
        Ok(number.clamp(i64::MIN.into(), i64::MAX.into()) as i64)
    }

    /// Returns an argument that must be a count.
    pub(crate) fn count(&self, place: usize) -> Outcome<usize> {
        const MOST: usize = 1000;
        let number = usize::try_from(self.int(place)?).ok().filter(|number| (1..=MOST).contains(number));
        number.ok_or_else(|| self.wrong(place, "an int from 1 to 1000"))
    }

    /// Returns an argument that must be a string.
    pub(crate) fn str(&self, place: usize) -> Outcome<Rc<str>> {
        match &self.arguments[place] {
            Object::Str(text) => Ok(text.clone()),
            _ => Err(self.wrong(place, "a str")),
        }
    }

    /// Returns the character of an argument; `None` if the string has another length.
    pub(crate) fn character(&self, place: usize) -> Outcome<Option<char>> {
        let text = self.str(place)?;
        let mut characters = text.chars();
        Ok(characters.next().filter(|_| characters.next().is_none()))
    }

    /// Returns an argument that must be an object of a class of the reference.
    pub(crate) fn instance(&self, place: usize, class: &'static Class) -> Outcome<Rc<Instance>> {
        let instance = self.arguments[place].instance(class);
        instance.ok_or_else(|| self.wrong(place, &format!("a {}", class.name)))
    }

    /// Returns the fault for an argument for which the assignment does not define the function.
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

/// Reads arguments as the types that the functions of a reference need.
impl Object {
    /// Returns the text of a string.
    pub(crate) fn as_str(&self) -> Option<&str> {
        match self {
            Self::Str(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the items of a list.
    pub(crate) fn as_list(&self) -> Option<Vec<Self>> {
        match self {
            Self::List(items) => Some(items.borrow().clone()),
            _ => None,
        }
    }

    /// Returns the cells of a list of lists of equal length, if there is a cell and all of them can be read.
    pub(crate) fn as_rows<T>(&self, cell: impl Fn(&Self) -> Option<T>) -> Option<Vec<Vec<T>>> {
        let row = |row: &Self| row.as_list()?.iter().map(&cell).collect();
        let rows: Vec<Vec<T>> = self.as_list()?.iter().map(row).collect::<Option<_>>()?;
        let width = rows.first().map_or(0, Vec::len);
        (width > 0 && rows.iter().all(|row| row.len() == width)).then_some(rows)
    }

    /// Changes an item of a list in a list, for all references to that list.
    pub(crate) fn set_in_rows(&self, row: usize, column: usize, item: Self) {
        if let Some(row) = self.as_list().and_then(|rows| rows.into_iter().nth(row)) {
            row.set(column, item);
        }
    }

    /// Changes an item of a list, for all references to the list.
    pub(crate) fn set(&self, place: usize, item: Self) {
        if let Self::List(items) = self
            && let Some(old) = items.borrow_mut().get_mut(place)
        {
            *old = item;
        }
    }

    /// Returns the object of a class of the reference.
    pub(crate) fn instance(&self, class: &'static Class) -> Option<Rc<Instance>> {
        match self {
            Self::Instance(instance) if std::ptr::eq(instance.class, class) => Some(instance.clone()),
            _ => None,
        }
    }
}

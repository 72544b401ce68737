//! Executes statements and keeps the names of a session.

mod call;
mod evaluate;

use std::collections::HashMap;

use crate::Deviations;
use crate::session::builtins::{self, set_attribute};
use crate::session::fault::{Fault, Outcome};
use crate::session::objects::Object;
use crate::session::objects::class::Module;
use crate::session::objects::convert;
use crate::session::objects::display::repr;
use crate::session::objects::subscript::set_item;
use crate::session::syntax::{Expression, Statement};
use crate::session::terminal::Terminal;
use crate::session::value::Value;

/// An interpreter of the Python subset that sessions need.
pub(super) struct Interpreter<'a> {
    /// The modules that can be imported.
    modules: &'static [&'static Module],
    globals: HashMap<String, Object>,
    /// The names of the active comprehensions, the innermost last.
    locals: Vec<HashMap<String, Object>>,
    pub(super) terminal: Terminal,
    /// Where a statement shows values, those so far.
    shown: Option<Vec<Shown>>,
    deviations: &'a Deviations,
    steps: usize,
}

/// A value that a statement shows, such as in a loop.
pub(super) struct Shown {
    /// How many bytes were printed before.
    pub(super) after: usize,
    pub(super) value: Value,
    pub(super) text: String,
}

impl<'a> Interpreter<'a> {
    /// Creates an interpreter with only the built-in names.
    pub(super) fn new(
        modules: &'static [&'static Module],
        terminal: Terminal,
        deviations: &'a Deviations,
    ) -> Self {
        Self {
            modules,
            globals: HashMap::new(),
            locals: Vec::new(),
            terminal,
            shown: None,
            deviations,
            steps: 0,
        }
    }

    /// Executes a line; returns the value if the line is one expression. Of a script of several statements, nothing is shown.
    pub(super) fn run(&mut self, statements: &[Statement], is_script: bool) -> Outcome<Option<Object>> {
        self.locals.clear();
        self.steps = 0;
        self.shown = (!is_script).then(Vec::new);
        if let [Statement::Expression(expression)] = statements {
            return self.evaluate(expression).map(Some);
        }
        self.execute_all(statements).map(|()| None)
    }

    /// Returns the values that the last line showed as a statement.
    pub(super) fn take_shown(&mut self) -> Vec<Shown> {
        self.shown.take().unwrap_or_default()
    }

    /// Binds all names of a module, as `from module import *` does.
    pub(super) fn import_all(&mut self, module: &str) -> Outcome<()> {
        let names = self.module(module)?.names();
        self.globals.extend(names.map(|(name, object)| (name.to_owned(), object)));
        Ok(())
    }

    /// Returns the object of a name.
    pub(super) fn look_up(&self, name: &str) -> Outcome<Object> {
        let scopes = self.locals.iter().rev().chain([&self.globals]);
        match scopes.filter_map(|scope| scope.get(name)).next() {
            Some(object) => Ok(object.clone()),
            None => builtins::find(name),
        }
    }

    /// Counts a step, and stops an endless evaluation.
    pub(super) fn step(&mut self) -> Outcome<()> {
        const MOST: usize = 2_000_000;
        self.steps += 1;
        if self.steps <= MOST {
            return Ok(());
        }
        Err(Fault::unsupported("the line takes too long: a session may take two million steps"))
    }

    fn execute_all(&mut self, statements: &[Statement]) -> Outcome<()> {
        statements.iter().try_for_each(|statement| self.execute(statement))
    }

    fn execute(&mut self, statement: &Statement) -> Outcome<()> {
        self.step()?;
        match statement {
            Statement::Expression(expression) => {
                let object = self.evaluate(expression)?;
                if let (Some(shown), false) = (&mut self.shown, matches!(object, Object::None)) {
                    let (value, text) = (convert::value(&object)?, repr(&object)?);
                    shown.push(Shown { after: self.terminal.printed.len(), value, text });
                }
                Ok(())
            }
            Statement::Assign(target, value) => {
                let value = self.evaluate(value)?;
                self.assign(target, value)
            }
            Statement::Import(name) => {
                let module = self.module(name)?;
                self.globals.insert(name.clone(), Object::Module(module));
                Ok(())
            }
            Statement::ImportFrom(module, None) => self.import_all(module),
            Statement::ImportFrom(module, Some(names)) => self.import_names(module, names),
            Statement::For(target, iterable, body) => {
                self.evaluate(iterable)?.items()?.into_iter().try_for_each(|item| {
                    self.assign(target, item)?;
                    self.execute_all(body)
                })
            }
            Statement::If(test, body, otherwise) => {
                let is_true = self.evaluate(test)?.is_true();
                self.execute_all(if is_true { body } else { otherwise })
            }
        }
    }

    /// `target = value`
    fn assign(&mut self, target: &Expression, value: Object) -> Outcome<()> {
        match target {
            Expression::Name(name) => {
                self.locals.last_mut().unwrap_or(&mut self.globals).insert(name.clone(), value);
                Ok(())
            }
            Expression::Attribute(owner, name) => set_attribute(&self.evaluate(owner)?, name, value),
            Expression::Subscript(container, index) => {
                set_item(&self.evaluate(container)?, &self.evaluate(index)?, value)
            }
            Expression::Tuple(targets) => {
                let values = unpack(&value, targets.len())?;
                targets.iter().zip(values).try_for_each(|(target, value)| self.assign(target, value))
            }
            _ => Err(Fault::unsupported("a slice cannot be assigned to: assign to its items")),
        }
    }

    fn import_names(&mut self, module: &str, names: &[String]) -> Outcome<()> {
        let found = self.module(module)?;
        for name in names {
            let object = found.find(name).ok_or_else(|| {
                Fault::unsupported(format!("`{module}` has no `{name}`: the assignment defines no such name"))
            })?;
            self.globals.insert(name.clone(), object);
        }
        Ok(())
    }

    fn module(&self, name: &str) -> Outcome<&'static Module> {
        let module = self.modules.iter().copied().find(|module| module.name == name);
        module.ok_or_else(|| {
            let known: Vec<_> = self.modules.iter().map(|module| format!("`{}`", module.name)).collect();
            let known = known.join(", ");
            Fault::unsupported(format!("no module `{name}`: a session of this assignment can import {known}"))
        })
    }
}

/// Returns the items of a value, which must be as many as the targets.
fn unpack(value: &Object, targets: usize) -> Outcome<Vec<Object>> {
    let items = value.items().map_err(|fault| match fault {
        Fault::Raised(_) => {
            Fault::type_error(format!("cannot unpack non-iterable {} object", value.type_name()))
        }
        Fault::Unsupported(_) | Fault::Endless => fault,
    })?;
    match items.len() {
        length if length < targets => {
            Err(Fault::value_error(format!("not enough values to unpack (expected {targets}, got {length})")))
        }
        length if length > targets => {
            Err(Fault::value_error(format!("too many values to unpack (expected {targets})")))
        }
        _ => Ok(items),
    }
}

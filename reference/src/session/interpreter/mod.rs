//! Carries out statements and keeps the names of a session.

pub(crate) mod attribute;
pub(crate) mod call;
pub(crate) mod evaluate;
pub(crate) mod subscript;

use std::collections::HashMap;

use crate::session::builtins;
use crate::session::library::Module;
use crate::session::objects::Object;
use crate::session::objects::arithmetic;
use crate::session::objects::display;
use crate::session::objects::fault::{Fault, Outcome};
use crate::session::syntax::{BinaryOperator, Expression, Statement};
use crate::session::terminal::Terminal;
use crate::session::value::code_point;
use crate::{Deviations, Host};

/// Python, as much of it as sessions need.
pub(crate) struct Interpreter<'a> {
    /// What can be imported.
    modules: &'static [&'static Module],
    globals: HashMap<String, Object>,
    /// The names of the comprehensions that are being evaluated, the innermost last.
    pub(crate) locals: Vec<HashMap<String, Object>>,
    pub(crate) terminal: Terminal,
    pub(crate) deviations: &'a Deviations,
    steps: usize,
}

/// Where to go on after a statement.
enum Flow {
    Next,
    Break,
    Continue,
}

/// What can be assigned to, when everything in it has been evaluated.
enum Place {
    Name(String),
    Attribute(Object, String),
    Item(Object, Object),
    Several(Vec<Place>),
}

impl<'a> Interpreter<'a> {
    /// An interpreter with no names but the built-in ones.
    pub(crate) fn new(
        modules: &'static [&'static Module],
        terminal: Terminal,
        deviations: &'a Deviations,
    ) -> Self {
        Self { modules, globals: HashMap::new(), locals: Vec::new(), terminal, deviations, steps: 0 }
    }

    /// Carries out a line; gives the value if it is one expression.
    pub(crate) fn run(&mut self, statements: &[Statement]) -> Outcome<Option<Object>> {
        self.locals.clear();
        self.steps = 0;
        if let [Statement::Expression(expression)] = statements {
            return self.evaluate(expression).map(Some);
        }
        match self.execute_all(statements)? {
            Flow::Next => Ok(None),
            Flow::Break => Err(Fault::unsupported("`break` stands outside a loop")),
            Flow::Continue => Err(Fault::unsupported("`continue` stands outside a loop")),
        }
    }

    /// Binds all names of a module, as `from module import *` does.
    pub(crate) fn import_all(&mut self, module: &str) -> Outcome<()> {
        let names = self.module(module)?.names();
        self.globals.extend(names.map(|(name, object)| (name.to_owned(), object)));
        Ok(())
    }

    /// What a name stands for.
    pub(crate) fn look_up(&self, name: &str) -> Outcome<Object> {
        let scopes = self.locals.iter().rev().chain([&self.globals]);
        match scopes.filter_map(|scope| scope.get(name)).next() {
            Some(object) => Ok(object.clone()),
            None => builtins::find(name)?
                .ok_or_else(|| Fault::raised("NameError", format!("name '{name}' is not defined"))),
        }
    }

    /// Counts a step, and stops what would go on for ever.
    pub(crate) fn step(&mut self) -> Outcome<()> {
        const MOST: usize = 2_000_000;
        self.steps += 1;
        if self.steps <= MOST {
            return Ok(());
        }
        Err(Fault::unsupported("the line takes too long: a session may take two million steps"))
    }

    /// Writes to standard output.
    pub(crate) fn print(&mut self, text: &str) -> Outcome<()> {
        if text.contains(|character| u32::from(character) != code_point(character)) {
            return Err(Fault::unsupported("a lone surrogate cannot be printed: show its `repr`"));
        }
        self.terminal.print(text);
        Ok(())
    }

    fn execute_all(&mut self, statements: &[Statement]) -> Outcome<Flow> {
        for statement in statements {
            match self.execute(statement)? {
                Flow::Next => {}
                flow @ (Flow::Break | Flow::Continue) => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    fn execute(&mut self, statement: &Statement) -> Outcome<Flow> {
        self.step()?;
        match statement {
            Statement::Expression(expression) => {
                self.evaluate(expression)?;
            }
            Statement::Assign(targets, value) => {
                let value = self.evaluate(value)?;
                targets.iter().try_for_each(|target| self.assign(target, value.clone()))?;
            }
            Statement::Augment(target, operator, operand) => self.augment(target, *operator, operand)?,
            Statement::Delete(targets) => targets.iter().try_for_each(|target| self.delete(target))?,
            Statement::Assert(test, message) => self.assert(test, message.as_ref())?,
            Statement::Import(modules) => {
                for (module, name) in modules {
                    let module = self.module(module)?;
                    self.globals.insert(name.clone(), Object::Module(module));
                }
            }
            Statement::ImportFrom(module, None) => self.import_all(module)?,
            Statement::ImportFrom(module, Some(names)) => self.import_names(module, names)?,
            Statement::For(target, iterable, body) => {
                for item in self.evaluate(iterable)?.items()? {
                    self.step()?;
                    self.assign(target, item)?;
                    if let Flow::Break = self.execute_all(body)? {
                        break;
                    }
                }
            }
            Statement::While(test, body) => {
                while self.evaluate(test)?.is_true() {
                    if let Flow::Break = self.execute_all(body)? {
                        break;
                    }
                }
            }
            Statement::If(test, body, otherwise) => {
                let is_true = self.evaluate(test)?.is_true();
                return self.execute_all(if is_true { body } else { otherwise });
            }
            Statement::Break => return Ok(Flow::Break),
            Statement::Continue => return Ok(Flow::Continue),
            Statement::Pass => {}
        }
        Ok(Flow::Next)
    }

    /// Assigns to whatever may stand before `=`.
    pub(crate) fn assign(&mut self, target: &Expression, value: Object) -> Outcome<()> {
        let place = self.place(target)?;
        self.store(place, value)
    }

    fn place(&mut self, target: &Expression) -> Outcome<Place> {
        Ok(match target {
            Expression::Name(name) => Place::Name(name.clone()),
            Expression::Attribute(owner, name) => Place::Attribute(self.evaluate(owner)?, name.clone()),
            Expression::Subscript(container, index) => {
                Place::Item(self.evaluate(container)?, self.evaluate(index)?)
            }
            Expression::Tuple(targets) | Expression::List(targets) => {
                Place::Several(targets.iter().map(|target| self.place(target)).collect::<Outcome<_>>()?)
            }
            _ => return Err(Fault::unsupported("only names, attributes and subscripts can be assigned to")),
        })
    }

    fn load(&mut self, place: &Place) -> Outcome<Object> {
        match place {
            Place::Name(name) => self.look_up(name),
            Place::Attribute(owner, name) => self.attribute(owner, name),
            Place::Item(container, index) => self.item(container, index),
            Place::Several(_) => Err(Fault::unsupported("several targets cannot be changed at once")),
        }
    }

    fn store(&mut self, place: Place, value: Object) -> Outcome<()> {
        match place {
            Place::Name(name) => {
                self.locals.last_mut().unwrap_or(&mut self.globals).insert(name, value);
                Ok(())
            }
            Place::Attribute(owner, name) => self.set_attribute(&owner, &name, value),
            Place::Item(container, index) => self.set_item(&container, &index, value),
            Place::Several(places) => {
                let values = unpack(&value, places.len())?;
                places.into_iter().zip(values).try_for_each(|(place, value)| self.store(place, value))
            }
        }
    }

    fn augment(
        &mut self,
        target: &Expression,
        operator: BinaryOperator,
        operand: &Expression,
    ) -> Outcome<()> {
        let place = self.place(target)?;
        let old = self.load(&place)?;
        let operand = self.evaluate(operand)?;
        let new = match (&old, operator) {
            (Object::List(_), BinaryOperator::Add) => {
                arithmetic::binary(&old, operator, &Object::list(operand.items()?), true)?
            }
            _ => arithmetic::binary(&old, operator, &operand, true)?,
        };
        // What can change is changed in place, for all who know it.
        let new = match (old, new) {
            (Object::List(old), Object::List(new)) => Object::List(replaced(old, &new)),
            (Object::Set(old), Object::Set(new)) => Object::Set(replaced(old, &new)),
            (_, new) => new,
        };
        self.store(place, new)
    }

    fn delete(&mut self, target: &Expression) -> Outcome<()> {
        match self.place(target)? {
            Place::Name(name) if self.globals.remove(&name).is_some() => Ok(()),
            Place::Name(name) => Err(Fault::raised("NameError", format!("name '{name}' is not defined"))),
            Place::Attribute(owner, name) => self.delete_attribute(&owner, &name),
            Place::Item(container, index) => self.delete_item(&container, &index),
            Place::Several(_) => Err(Fault::unsupported("write one `del` for each target")),
        }
    }

    fn assert(&mut self, test: &Expression, message: Option<&Expression>) -> Outcome<()> {
        if self.evaluate(test)?.is_true() {
            return Ok(());
        }
        let message = message.map_or(Ok(String::new()), |message| display::str(&self.evaluate(message)?))?;
        Err(Fault::raised("AssertionError", message))
    }

    fn import_names(&mut self, module: &str, names: &[(String, String)]) -> Outcome<()> {
        let module = self.module(module)?;
        for (name, own) in names {
            let object = module.find(name).ok_or_else(|| {
                let file = module.name;
                Fault::unsupported(format!("`{file}` has no `{name}`: the assignment defines no such name"))
            })?;
            self.globals.insert(own.clone(), object);
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

fn replaced<T: Clone>(
    old: std::rc::Rc<std::cell::RefCell<Vec<T>>>,
    new: &std::cell::RefCell<Vec<T>>,
) -> std::rc::Rc<std::cell::RefCell<Vec<T>>> {
    old.replace(new.take());
    old
}

/// As many items as there are targets.
fn unpack(value: &Object, targets: usize) -> Outcome<Vec<Object>> {
    let items = value.items().map_err(|fault| match fault {
        Fault::Raised(_) => {
            Fault::type_error(format!("cannot unpack non-iterable {} object", value.type_name()))
        }
        Fault::Unsupported(_) => fault,
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

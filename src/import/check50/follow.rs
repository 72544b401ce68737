//! Follows what a check does, as far as it is decided by constants.
//!
//! It is no interpreter of Python: it knows the few things that checks are made of, refuses everything else by its
//! name, and counts its steps. Nothing outside of the package is looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::super::Package;
use super::super::python::{Expr, Function, Stmt, Work};
use super::composed::{Part, Source};
use super::observed::{Event, Run, Wanted};
use super::value::{Value, binary};
use super::ways::{fails, returns};

/// The largest number of statements of a check.
const MOST_STEPS: usize = 20_000;
/// How much all values together may weigh.
const MOST_WORK: usize = 1_000_000;
/// How deep functions may call each other.
const MOST_CALLS: usize = 20;

/// The files of the checks, and what they define.
pub(super) struct Checks<'a> {
    pub(super) package: &'a Package,
    pub(super) names: BTreeMap<String, Value>,
}

/// What one check does.
#[derive(Clone, Debug, Default)]
pub(super) struct Deeds {
    pub(super) runs: Vec<Run>,
    /// The files that must be handed in.
    pub(super) exists: Vec<String>,
    /// The files that are compiled, with the name of the program.
    pub(super) built: Vec<(String, Vec<String>)>,
    /// The files and folders that are laid beside the program.
    pub(super) included: Vec<String>,
    /// The files of the checks that are read.
    pub(super) opened: BTreeSet<String>,
    /// The files that are written, with what comes one after the other.
    pub(super) written: BTreeMap<String, Vec<Part>>,
    /// What `make` is asked for, if it is: a target, or what it builds by itself.
    pub(super) made: Option<Option<String>>,
    /// Whether it looks if a file is handed in.
    pub(super) looks_for_files: bool,
    pub(super) uses_library: bool,
}

/// A check that is followed.
pub(super) struct Follower<'a> {
    pub(super) checks: &'a Checks<'a>,
    pub(super) deeds: Deeds,
    scopes: Vec<BTreeMap<String, Value>>,
    steps: usize,
    work: usize,
}

/// How a block ended.
enum Flow {
    Next,
    Return(Value),
}

impl<'a> Follower<'a> {
    pub(super) fn new(checks: &'a Checks<'a>) -> Self {
        Self { checks, deeds: Deeds::default(), scopes: vec![BTreeMap::new()], steps: 0, work: 0 }
    }

    /// Follows a function without arguments.
    pub(super) fn check(mut self, function: &Rc<Function>) -> Result<Deeds, String> {
        self.call(function, Vec::new())?;
        Ok(self.deeds)
    }

    /// Follows the statements of a file, outside of functions; its names.
    pub(super) fn top(mut self, statements: &[Stmt]) -> BTreeMap<String, Value> {
        for statement in statements {
            // What cannot be followed is missed only where it is used.
            let is_of_names = matches!(statement.work, Work::Assign(..) | Work::Define(_) | Work::Import(_));
            if is_of_names {
                let _ = self.statement(statement, &[]);
            }
        }
        self.scopes.pop().unwrap_or_default()
    }

    /// Calls a function of the checks with these arguments.
    pub(super) fn call(
        &mut self,
        function: &Rc<Function>,
        arguments: Vec<(Option<String>, Value)>,
    ) -> Result<Value, String> {
        let odd = || format!("it calls `{}` in a way that is not known here", function.name);
        if self.scopes.len() > MOST_CALLS {
            return Err(format!("`{}` calls itself", function.name));
        }
        let parameters = function.parameters.as_ref().ok_or_else(odd)?;
        let mut scope = BTreeMap::new();
        for (place, (name, value)) in arguments.into_iter().enumerate() {
            let name = match name {
                Some(name) => {
                    parameters.iter().find(|(parameter, _)| *parameter == name).map(|(name, _)| name)
                }
                None => parameters.get(place).map(|(name, _)| name),
            };
            scope.insert(name.ok_or_else(odd)?.clone(), value);
        }
        for (name, usual) in parameters {
            if !scope.contains_key(name) {
                let usual = self.value(usual.as_ref().ok_or_else(odd)?)?;
                scope.insert(name.clone(), usual);
            }
        }
        self.scopes.push(scope);
        let flow = self.block(&function.body);
        self.scopes.pop();
        Ok(match flow? {
            Flow::Next => Value::Known(Expr::None),
            Flow::Return(value) => value,
        })
    }

    fn block(&mut self, statements: &[Stmt]) -> Result<Flow, String> {
        for (place, statement) in statements.iter().enumerate() {
            match self.statement(statement, &statements[place + 1..])? {
                Flow::Next => {}
                Flow::Return(value) => return Ok(Flow::Return(value)),
            }
        }
        Ok(Flow::Next)
    }

    /// Follows a statement. `rest` is what stands behind it in its block.
    fn statement(&mut self, statement: &Stmt, rest: &[Stmt]) -> Result<Flow, String> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err("it does too much to be followed".to_owned());
        }
        let own = |what: &str| Err(format!("line {}: {what}", statement.line));
        match &statement.work {
            Work::Value(Expr::Str(_)) | Work::Nothing => {}
            Work::Value(value) => drop(self.value(value)?),
            Work::Assign(target, value) => {
                let value = self.value(value)?;
                self.assign(target, &value)?;
            }
            Work::Change(target, sign, value) => {
                let (old, more) = (self.value(target)?, self.value(value)?);
                let new = binary(&old, sign, &more).ok_or("it computes something that is not known here")?;
                self.assign(target, &new)?;
            }
            Work::For(target, over, body) => {
                let items =
                    self.value(over)?.items().ok_or("it goes through something that only a run tells")?;
                for item in items {
                    self.assign(target, &item)?;
                    if let Flow::Return(value) = self.block(body)? {
                        return Ok(Flow::Return(value));
                    }
                }
            }
            Work::If(condition, then, otherwise) => return self.choose(condition, then, otherwise, rest),
            Work::Try(body, handlers) => {
                if !handlers.iter().all(|handler| fails(handler)) {
                    return own("it goes on after an error");
                }
                return self.block(body);
            }
            Work::With(value, name, body) => {
                let value = self.value(value)?;
                self.assign(&Expr::Name(name.clone()), &value)?;
                return self.block(body);
            }
            Work::Return(value) => {
                let value = value.as_ref().map(|value| self.value(value)).transpose()?;
                return Ok(Flow::Return(value.unwrap_or(Value::Known(Expr::None))));
            }
            Work::Raise => return own("it fails whatever the program does"),
            Work::Assert(condition) => {
                let condition = self.value(condition)?;
                self.want(condition)?;
            }
            Work::Define(function) => {
                let function = Value::Function(Rc::clone(function));
                self.assign(&Expr::Name(name_of(&function)), &function)?;
            }
            Work::Import(names) => {
                for (name, path) in names {
                    self.assign(&Expr::Name(name.clone()), &Value::Module(path.clone()))?;
                }
            }
            Work::ImportAll(_) => {}
            Work::Other(text) => return own(&format!("it has code of its own: `{text}`")),
        }
        Ok(Flow::Next)
    }

    /// Goes the way that a condition decides. Where only a run tells it, one way must fail, and the other one is wanted.
    fn choose(
        &mut self,
        condition: &Expr,
        then: &[Stmt],
        otherwise: &[Stmt],
        rest: &[Stmt],
    ) -> Result<Flow, String> {
        let condition = self.value(condition)?;
        if let Some(holds) = condition.is_true() {
            return self.block(if holds { then } else { otherwise });
        }
        if fails(then) {
            self.want(negated(condition)?)?;
            return self.block(otherwise);
        }
        if fails(otherwise) || (otherwise.is_empty() && fails(rest) && returns(then)) {
            self.want(condition)?;
            return self.block(then);
        }
        Err("it decides by what the program does".to_owned())
    }

    fn want(&mut self, condition: Value) -> Result<(), String> {
        match condition {
            Value::Whether(Wanted { run, event: Some(event), .. }) => {
                self.deeds.runs[run].events.push(event);
                Ok(())
            }
            Value::Whether(_) => Err("it wants that something is not printed".to_owned()),
            Value::Several(all) => all.into_iter().try_for_each(|one| self.want(one)),
            known if known.is_true() == Some(true) => Ok(()),
            _ => Err("it fails whatever the program does".to_owned()),
        }
    }

    fn assign(&mut self, target: &Expr, value: &Value) -> Result<(), String> {
        match target {
            Expr::Name(name) => {
                self.scopes
                    .last_mut()
                    .into_iter()
                    .for_each(|scope| drop(scope.insert(name.clone(), value.clone())));
                Ok(())
            }
            Expr::Tuple(targets) | Expr::List(targets) => {
                let items = value.items().filter(|items| items.len() == targets.len());
                let items = items.ok_or("it takes something apart that is not known here")?;
                targets.iter().zip(items).try_for_each(|(target, item)| self.assign(target, &item))
            }
            _ => Err("it changes a part of something".to_owned()),
        }
    }

    /// Counts what a value weighs.
    pub(super) fn count(&mut self, weight: usize) -> Result<(), String> {
        self.work = self.work.saturating_add(weight);
        if self.work > MOST_WORK { Err("it does too much to be followed".to_owned()) } else { Ok(()) }
    }

    /// What a name means.
    pub(super) fn named(&self, name: &str) -> Option<Value> {
        let own = self.scopes.last().and_then(|scope| scope.get(name));
        own.or_else(|| self.checks.names.get(name)).cloned()
    }

    /// The text of a file: one of the checks, or a source that is handed in.
    pub(super) fn text_of(&mut self, path: &str) -> Result<Value, String> {
        let own = path.trim_start_matches("./");
        match !self.checks.package.has(own) && own.ends_with(".c") {
            true => Ok(Value::Source(Source { file: own.to_owned(), edits: Vec::new() })),
            false => self.content(path).map(Value::text),
        }
    }

    /// A text of a file of the checks.
    pub(super) fn content(&mut self, path: &str) -> Result<String, String> {
        let path = path.trim_start_matches("./").to_owned();
        let content = self
            .checks
            .package
            .get(&path)
            .ok_or_else(|| format!("it opens `{path}`, which is not in the package"))?;
        let text = std::str::from_utf8(content).map_err(|_| format!("`{path}` is not text"))?;
        self.deeds.opened.insert(path);
        Ok(text.replace("\r\n", "\n"))
    }

    pub(super) fn run(&mut self, command: String, env: Vec<(String, String)>, is_watched: bool) -> Value {
        self.deeds.runs.push(Run { command, env, is_watched, events: Vec::new() });
        Value::Run(self.deeds.runs.len() - 1)
    }

    pub(super) fn event(&mut self, run: usize, event: Event) {
        self.deeds.runs[run].events.push(event);
    }
}

fn name_of(function: &Value) -> String {
    match function {
        Value::Function(function) => function.name.clone(),
        _ => String::new(),
    }
}

/// The condition that holds if this one does not.
pub(super) fn negated(condition: Value) -> Result<Value, String> {
    match condition {
        Value::Whether(wanted) => Ok(Value::Whether(wanted.opposite())),
        known => {
            let holds = known.is_true().ok_or("it decides by what the program does")?;
            Ok(Value::Known(Expr::Bool(!holds)))
        }
    }
}

//! Compiles sessions: one shared object for each, and the program that answers them.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::c::Headers;
use super::complaints::{Complaint, errors};
use super::draft::Draft;
use super::ended::Cut;
use super::line::Line;
use super::structs::{self, Declared};
use super::{Dialect, c, classes, cpp, precompiled};
use crate::digest::{Digest, Part};
use crate::language::{self, Error};
use crate::python::Session;
use crate::sandbox::{Exit, Sandbox};
use crate::session::{NOT_COMPILED, UNREADABLE};
use crate::submission::{File, Snapshot};

/// The name of the unit that is compiled, without its ending.
const UNIT: &str = ".yardstick-unit";

/// How code is made. What was compiled before can be used only if this is the same.
pub(super) const CODE: &[&str] =
    &["-O0", "-fPIC", "-fdiagnostics-color=never", "-ftrack-macro-expansion=0", "-fmax-errors=0"];

/// The library in whose place a submission's library is loaded.
const LIBRARY: &str = ".yardstick-library.so";

/// What answers sessions, whatever they are.
#[derive(Clone, Debug)]
pub(super) struct Tools {
    /// The program that answers one.
    pub(super) answerer: File,
    /// An empty library, where a submission has headers alone.
    pub(super) library: File,
}

/// A session that can be answered.
#[derive(Debug)]
pub(super) struct MadeSession {
    /// Its shared object.
    pub(super) object: File,
    /// Its lines as far as they can be read.
    pub(super) lines: Vec<Line>,
    /// What keeps it from its end.
    pub(super) cut: Option<Cut>,
}

/// What sessions are compiled with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings<'a> {
    pub(super) sandbox: &'a Sandbox,
    pub(super) dialect: Dialect,
    /// The name of the header.
    pub(super) header: &'a str,
    /// The files among which the header is.
    pub(super) files: &'a Snapshot,
    /// Whether the files are the instructor's. Then a line that cannot be compiled is a fault of the spec.
    pub(super) is_supplied: bool,
    /// Whether the header is a source, which defines what the lines call.
    pub(super) is_source: bool,
    /// The flags of the spec that decide what a line means.
    pub(super) flags: &'a [String],
    /// The macros of the submission's sources.
    pub(super) define: &'a BTreeMap<String, String>,
    /// Whether the clock of the sessions is set.
    pub(super) has_own_time: bool,
}

/// What was made of sessions that depend on the spec alone, by a digest of that.
static MADE: Mutex<Option<HashMap<Digest, Vec<Arc<MadeSession>>>>> = Mutex::new(None);

/// The library that sets the clock of a session, which a program loads before all others.
const CLOCK: &str = ".yardstick-clock.so";

/// An empty library with that name.
static CLOCK_LIBRARY: Mutex<Option<File>> = Mutex::new(None);

/// The tools by language.
static TOOLS: Mutex<Option<HashMap<&str, Tools>>> = Mutex::new(None);

impl Settings<'_> {
    /// Compiles sessions. What depends on the spec alone is compiled once.
    ///
    /// # Errors
    ///
    /// When the sandbox fails, or a tool is missing.
    pub(super) fn made(&self, sessions: &[Session]) -> Result<Vec<Arc<MadeSession>>, Error> {
        // In C a session is a unit of its own. In C++ most of the time goes into the headers of the language.
        let units = match self.dialect {
            Dialect::C => sessions.chunks(1),
            Dialect::Cpp => sessions.chunks(sessions.len().max(1)),
        };
        if !self.is_supplied {
            let declared = self.declared()?;
            return Ok(units.map(|unit| self.unit(unit, &declared)).collect::<Result<Vec<_>, _>>()?.concat());
        }
        // Others that need the same wait for it.
        let mut known = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get_or_insert_with(HashMap::new);
        let (mut all, mut declared) = (Vec::new(), None);
        for unit in units {
            let lines: Vec<&[String]> = unit.iter().map(|session| session.lines).collect();
            let digest = self.files.digest();
            let own_time = self.has_own_time;
            let parts: [&dyn Part; 6] =
                [&self.dialect.name(), &self.header, &digest, &lines, &self.flags, &own_time];
            let key = Digest::of_values(&parts);
            if let Some(made) = known.get(&key) {
                all.extend(made.iter().cloned());
                continue;
            }
            let declared = match &declared {
                Some(declared) => declared,
                None => declared.insert(self.declared()?),
            };
            let made = self.unit(unit, declared)?;
            known.insert(key, made.clone());
            all.extend(made);
        }
        Ok(all)
    }

    /// Compiles sessions that are one unit.
    fn unit(&self, sessions: &[Session], declared: &Declared) -> Result<Vec<Arc<MadeSession>>, Error> {
        let library = self.tools()?.library;
        let mut drafts: Vec<Draft> =
            sessions.iter().map(|session| Draft::new(session.lines, &declared.types)).collect();
        let object = self.compiled(&mut drafts, declared)?;
        let linked = drafts.into_iter().enumerate().map(|(number, draft)| {
            let object = match &object {
                Some(unit) => self.linked(number, unit.clone(), &library)?,
                None => File { content: Vec::new(), executable: false },
            };
            Ok(Arc::new(MadeSession { object, lines: draft.lines, cut: draft.cut }))
        });
        linked.collect()
    }

    /// Returns the flags that decide what a line means: those that are always given, then those of the spec.
    pub(super) fn flags(&self) -> Vec<&str> {
        let usual = self.dialect.usual_flags().iter().copied();
        usual.chain(self.flags.iter().map(String::as_str)).collect()
    }

    fn run(&self, command: &[&str], files: Snapshot) -> Result<(Exit, String, Snapshot), Error> {
        self.run_beside(command, files, None)
    }

    fn run_beside(
        &self,
        command: &[&str],
        files: Snapshot,
        shelf: Option<&Path>,
    ) -> Result<(Exit, String, Snapshot), Error> {
        let command: Vec<String> = command.iter().map(|word| (*word).to_owned()).collect();
        let (execution, files) =
            language::make(self.sandbox, self.dialect.language(), &command, files, shelf)?;
        Ok((execution.exit, String::from_utf8_lossy(&execution.stderr).into_owned(), files))
    }

    /// Runs a compiler. If it was stopped, the cause may be outside, so it is tried again.
    fn run_to_its_end(
        &self,
        command: &[&str],
        files: &Snapshot,
        shelf: Option<&Path>,
    ) -> Result<(Exit, String, Snapshot), Error> {
        let first = self.run_beside(command, files.clone(), shelf)?;
        if matches!(first.0, Exit::Code(_)) {
            return Ok(first);
        }
        let second = self.run_beside(command, files.clone(), shelf)?;
        if self.is_supplied && !matches!(second.0, Exit::Code(_)) {
            return Err(Error::NotMade(format!("the compiler ended with {}", second.0)));
        }
        Ok(second)
    }

    /// Runs a tool that must make one file of ours.
    fn one_made(&self, command: &[&str], files: Snapshot, name: &str) -> Result<File, Error> {
        let (exit, said, files) = self.run(command, files)?;
        let made = files.get(Path::new(name)).filter(|_| exit == Exit::Code(0));
        made.cloned().ok_or_else(|| Error::NotMade(format!("{exit}\n{}", said.trim_end())))
    }

    /// Returns the program that answers a session, and an empty library with the name of a submission's.
    pub(super) fn tools(&self) -> Result<Tools, Error> {
        let mut known = TOOLS.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get_or_insert_with(HashMap::new);
        if let Some(tools) = known.get(self.dialect.name()) {
            return Ok(tools.clone());
        }
        let compiler = self.dialect.compiler();
        let mut files = Snapshot::default();
        let source = File { content: include_str!("runtime.c").into(), executable: false };
        files.insert("runtime.c".into(), source);
        let command =
            [compiler, "-x", "c", "-O1", "-fPIC", "-rdynamic", "-o", "answerer", "runtime.c", "-ldl"];
        let answerer = self.one_made(&command, files, "answerer")?;
        let library = self.empty_library(LIBRARY)?;
        let tools = Tools { answerer: File { executable: true, ..answerer }, library };
        known.insert(self.dialect.name(), tools.clone());
        Ok(tools)
    }

    /// Makes an empty library with a name.
    fn empty_library(&self, name: &str) -> Result<File, Error> {
        let soname = format!("-Wl,-soname,./{name}");
        let compiler = self.dialect.compiler();
        let command = [compiler, "-shared", "-nostdlib", &soname, "-o", name, "-x", "c", "/dev/null"];
        self.one_made(&command, Snapshot::default(), name)
    }

    fn clock_library(&self) -> Result<File, Error> {
        let mut known = CLOCK_LIBRARY.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(library) = &*known {
            return Ok(library.clone());
        }
        Ok(known.insert(self.empty_library(CLOCK)?).clone())
    }

    /// Returns what the header declares, as far as the compiler does not tell it by itself.
    fn declared(&self) -> Result<Declared, Error> {
        if self.dialect == Dialect::Cpp {
            let headers = self.files.iter().filter(|(path, _)| {
                path.to_str()
                    .is_some_and(|name| name == self.header || self.dialect.language().is_header(name))
            });
            let all: Vec<String> =
                headers.map(|(_, file)| String::from_utf8_lossy(&file.content).into_owned()).collect();
            return Ok(Declared { structs: classes::structs(&all.join("\n")), ..Declared::default() });
        }
        let output = "yardstick-header";
        let defines = self.define.iter().filter(|_| self.is_source);
        let defines: Vec<String> = defines.map(|(name, value)| format!("-D{name}={value}")).collect();
        let defines: Vec<&str> = defines.iter().map(String::as_str).collect();
        let compiler = [self.dialect.compiler(), "-E", "-w", "-o", output];
        let command = [&compiler[..], &self.flags(), &defines, &[self.header]];
        let (_, _, files) = self.run(&command.concat(), self.files.clone())?;
        let text =
            files.get(Path::new(output)).map(|file| String::from_utf8_lossy(&file.content).into_owned());
        Ok(text.map_or_else(Declared::default, |text| structs::declared(&text)))
    }

    /// Compiles drafts as one unit, and cuts those that cannot be compiled whole. `None` if nothing of them can be.
    fn compiled(&self, drafts: &mut [Draft], declared: &Declared) -> Result<Option<File>, Error> {
        let none = Declared::default();
        let around = |declared, headers| c::Around {
            header: self.header,
            define: self.is_source.then_some(self.define),
            declared,
            headers,
        };
        // What the header declares may be in the way of what a unit has besides.
        let tries = match self.dialect {
            Dialect::C => vec![
                around(declared, Headers::Whole),
                around(declared, Headers::Standard),
                around(declared, Headers::None),
                around(&none, Headers::Whole),
            ],
            Dialect::Cpp => vec![around(declared, Headers::Whole), around(&none, Headers::Whole)],
        };
        let mut reason = String::new();
        for around in tries {
            match self.compiled_with(around, drafts)? {
                Ok(unit) => return Ok(Some(unit)),
                Err(complaint) if reason.is_empty() => reason = complaint.whole,
                Err(_) => {}
            }
        }
        for draft in drafts {
            draft.cut(0, self.fault(), &reason);
        }
        Ok(None)
    }

    fn fault(&self) -> &'static str {
        if self.is_supplied { UNREADABLE } else { NOT_COMPILED }
    }

    /// Compiles drafts, and cuts them before lines that cannot be compiled; returns a complaint that is about none of them.
    fn compiled_with(
        &self,
        around: c::Around,
        drafts: &mut [Draft],
    ) -> Result<Result<File, Complaint>, Error> {
        loop {
            let lines: Vec<&[Line]> = drafts.iter().map(Draft::whole).collect();
            let source = match self.dialect {
                Dialect::C => c::unit(around, lines[0]),
                Dialect::Cpp => cpp::unit(self.header, &around.declared.structs, &lines),
            };
            let (name, output) = (format!("{UNIT}.{}", self.dialect.ending()), format!("{UNIT}.o"));
            let mut files = self.files.clone();
            files.insert(name.clone().into(), File { content: source.into_bytes(), executable: false });
            let shelf = match self.dialect {
                Dialect::C => None,
                Dialect::Cpp => precompiled::supply(self, cpp::prefix(&lines), &mut files)?,
            };
            let searched = shelf.as_ref().map(|shelf| format!("-I{}", shelf.display()));
            let searched: Vec<&str> = searched.iter().map(String::as_str).collect();
            let command = [
                &[self.dialect.compiler(), "-c"],
                CODE,
                &self.flags(),
                self.dialect.strictness(),
                &searched,
                &["-o", &output, &name],
            ];
            let (exit, said, files) = self.run_to_its_end(&command.concat(), &files, shelf.as_deref())?;
            if let (Exit::Code(0), Some(unit)) = (exit, files.get(Path::new(&output))) {
                return Ok(Ok(unit.clone()));
            }
            let complaints = errors(&said);
            let mut has_cut = false;
            for complaint in &complaints {
                let Some((session, line)) = complaint.at else {
                    if has_cut {
                        continue;
                    }
                    return Ok(Err(complaint.clone()));
                };
                if let Some(draft) = drafts.get_mut(session) {
                    has_cut |= draft.cut(line, self.fault(), &complaint.whole);
                }
            }
            if !has_cut {
                let said = said.lines().last().unwrap_or_default();
                let whole =
                    if said.is_empty() { format!("the compiler ended with {exit}") } else { said.to_owned() };
                return Ok(Err(Complaint { at: None, message: whole.clone(), whole, note: None }));
            }
        }
    }

    /// Links one session of a unit. The others of the unit are not in it.
    fn linked(&self, number: usize, unit: File, library: &File) -> Result<File, Error> {
        let (object, output) = (format!("{UNIT}.o"), format!("{UNIT}.so"));
        let mut files = Snapshot::default();
        files.insert(object.clone().into(), unit);
        files.insert(LIBRARY.into(), library.clone());
        let entry = match self.dialect {
            Dialect::C => "-Wl,-e,yardstick_session".to_owned(),
            Dialect::Cpp => format!("-Wl,-e,yardstick_session_{number}"),
        };
        // The C library of a session counts more than what was loaded before it, so the clock stands before that here too.
        let clock: &[&str] = if self.has_own_time { &[CLOCK] } else { &[] };
        if self.has_own_time {
            files.insert(CLOCK.into(), self.clock_library()?);
        }
        let command = [
            &[self.dialect.compiler(), "-shared", "-s", "-Wl,-z,lazy", "-Wl,--hash-style=both"],
            &["-Wl,--no-as-needed", "-Wl,--gc-sections", &entry, "-o", &output, &object, LIBRARY][..],
            clock,
            self.dialect.linking(self.is_source),
        ];
        self.one_made(&command.concat(), files, &output)
    }
}

//! Checks the environment of runs.

use std::collections::BTreeMap;
use std::path::Path;

use super::Checker;
use crate::language::Language;
use crate::spec::diagnostic::Diagnostic;
use crate::spec::document::Scalar;
use crate::spec::yaml::At;

/// Where the system keeps its time zones (tzfile(5)).
const ZONES: &str = "/usr/share/zoneinfo";

/// How the names of variables begin that decide about interpreters and libraries, which are started before.
const RESERVED: [&str; 4] = ["LD_", "PYTHON", "NODE_", "JAVA_"];

impl Checker<'_> {
    /// Returns the usual variables of the environment, with these in their places.
    pub(super) fn environment(
        &mut self,
        usual: &BTreeMap<String, String>,
        variables: &BTreeMap<String, At<Scalar>>,
        timezone: Option<&At<Scalar>>,
    ) -> BTreeMap<String, String> {
        let mut all = usual.clone();
        for (name, value) in variables {
            self.variable(name, value);
            all.insert(name.clone(), value.value().0.clone());
        }
        if let Some(zone) = timezone {
            self.zone(zone);
            all.insert("TZ".to_owned(), zone.value().0.clone());
        }
        all
    }

    /// Returns the seed of random numbers, which is the usual one if none is written.
    pub(super) fn seed(&mut self, usual: Option<u32>, written: Option<&At<Scalar>>) -> Option<u32> {
        let Some(written) = written else { return usual };
        let seed = written.value().0.parse().ok();
        if seed.is_none() {
            let message = format!("`{}` is no seed", written.value().0);
            let help = format!("a whole number from 0 to {}", u32::MAX);
            self.complain(Diagnostic::new(written.place(), message, "expected a number").help(help));
        }
        seed
    }

    /// Complains of a seed for a language whose random numbers cannot be fixed.
    pub(super) fn can_be_seeded(&mut self, language: Option<&Language>, written: Option<&At<Scalar>>) {
        if let (Some(language), Some(written)) = (language, written)
            && language.seeding.is_none()
        {
            let message = format!("the random numbers of {} cannot be fixed", language.title);
            let help = "have the program read a seed, or compare only what does not depend on chance";
            self.complain(Diagnostic::new(written.place(), message, "has no effect").help(help));
        }
    }

    fn variable(&mut self, name: &str, value: &At<Scalar>) {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let is_name = name.chars().all(is_letter) && name.starts_with(|c: char| !c.is_ascii_digit());
        if !is_name {
            let message = format!("`{name}` is no name of a variable of the environment");
            let help = "letters, digits and `_`, such as `DATA_FOLDER`";
            self.complain(Diagnostic::new(value.place(), message, "of this value").help(help));
        }
        if let Some(reserved) = RESERVED.iter().find(|reserved| name.starts_with(**reserved)) {
            let message = format!("`{name}` cannot be set: `{reserved}…` decides how programs are started");
            let help = "programs of the same language are all started in the same way";
            self.complain(Diagnostic::new(value.place(), message, "of this value").help(help));
        }
        if value.value().0.contains('\0') {
            let message = format!("the value of `{name}` contains the character NUL");
            let help = "no variable of the environment can hold it";
            self.complain(Diagnostic::new(value.place(), message, "this value").help(help));
        }
    }

    /// Checks the name of a time zone: C libraries take one that they do not know for UTC and say nothing.
    fn zone(&mut self, zone: &At<Scalar>) {
        let name = &zone.value().0;
        let is_letter = |c: char| c.is_ascii_alphanumeric() || "/_+-".contains(c);
        let is_name = !name.is_empty() && name.chars().all(is_letter) && !name.starts_with('/');
        let is_known = || !Path::new(ZONES).exists() || Path::new(ZONES).join(name).is_file();
        if !is_name || !is_known() {
            let message = format!("no time zone `{name}`");
            let help = "such as `UTC` or `Europe/Berlin`: `timedatectl list-timezones` has all of them";
            self.complain(Diagnostic::new(zone.place(), message, "unknown").help(help));
        }
    }
}

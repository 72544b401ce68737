//! Checks groups, scenarios and their points.

use std::collections::BTreeMap;

use super::Checker;
use super::clock::ClockTime;
use super::comparison::Comparisons;
use super::unit_tests::asked;
use crate::language::Surroundings;
use crate::points::{Points, Sixths};
use crate::sandbox::Input;
use crate::session::Module;
use crate::spec::diagnostic::{Diagnostic, suggest};
use crate::spec::document::{
    EffectDocument, GroupDocument, HiddenDocument, LinesDocument, PackageDocument, Scalar, ScenarioDocument,
    ScenariosDocument, SpecDocument,
};
use crate::spec::yaml::At;
use crate::spec::{
    Effect, Group, Hidden, PackageTask, Passing, ReferenceSource, RunTask, Scenario, SessionTask, Task,
};
use crate::submission::Snapshot;

/// The settings of a scenario that sets nothing itself.
#[derive(Clone)]
pub(super) struct Defaults {
    pub(super) comparisons: Comparisons,
    /// The module of sessions.
    pub(super) module: Module,
    /// The header of sessions that are compiled with one.
    pub(super) header: Option<String>,
    pub(super) args: Vec<String>,
    pub(super) env: BTreeMap<String, String>,
    pub(super) seed: Option<u32>,
    pub(super) clock: Option<ClockTime>,
    pub(super) hint: Option<String>,
    pub(super) hidden: Hidden,
    /// Whether the scenario gets a share of the points of a group.
    pub(super) in_group: bool,
}

impl Defaults {
    /// Returns what a run finds if its scenario says nothing else.
    pub(super) fn surroundings(&self) -> Surroundings {
        let clock = self.clock.map(|clock| clock.instant(&self.env));
        Surroundings { env: self.env.clone(), seed: self.seed, clock, ..Surroundings::default() }
    }
}

impl Checker<'_> {
    pub(super) fn groups(&mut self, document: &SpecDocument, defaults: &Defaults) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for group in &document.groups {
            let after = self.after(&group.value().after, &groups);
            groups.push(Group { after, ..self.group(group.value(), defaults) });
        }
        self.keeps_secrets(&document.groups, &groups);
        self.unique(document.groups.iter().map(|group| &group.value().name), "group");
        for scenario in &document.scenarios {
            let document = scenario.value();
            if let Some(weight) = &document.weight {
                let message = "a scenario outside of groups has `points`, not a `weight`";
                let help = "write `points: 2` instead";
                self.complain(Diagnostic::new(weight.place(), message, "shares nothing").help(help));
            }
            let points = match &document.points {
                Some(points) => self.points(points),
                None => {
                    let message = "a scenario outside of groups needs `points`";
                    let help = "say what it is worth, such as `points: 2`";
                    let place = document.name.place();
                    self.complain(Diagnostic::new(place, message, "is worth nothing yet").help(help));
                    Points::ZERO
                }
            };
            let scenario = self.scenario(document, points, defaults);
            groups.push(Group {
                name: None,
                bonus: false,
                passing: Passing::Each,
                after: Vec::new(),
                exercise: None,
                usual: defaults.surroundings(),
                scenarios: vec![scenario],
            });
        }
        self.unique(document.scenarios.iter().map(|scenario| &scenario.value().name), "scenario");
        self.unit_test_groups(document, defaults, &mut groups);
        // Tests of which none was found have their own complaint.
        if groups.is_empty() && document.tests.0.is_empty() {
            let message = "the spec tests nothing";
            let help = "add `groups:` with scenarios, or `tests:`";
            self.complain(
                Diagnostic::new(document.assignment.place(), message, "has no scenarios").help(help),
            );
        }
        groups
    }

    fn group(&mut self, document: &GroupDocument, defaults: &Defaults) -> Group {
        let name = self.named(&document.name, "the group");
        let mut defaults = Defaults { in_group: true, ..defaults.clone() };
        if let Some(compare) = &document.compare {
            defaults.comparisons = self.comparisons(compare);
        }
        if let Some(module) = &document.module {
            defaults.module = self.module(module);
        }
        if let Some(header) = &document.header {
            defaults.header = Some(self.header(header));
        }
        defaults.seed = self.seed(defaults.seed, document.seed.as_ref());
        defaults.clock = self.clock(defaults.clock, document.clock.as_ref());
        defaults.env = self.environment(&defaults.env, &document.env, document.timezone.as_ref());
        let exercise = self.exercise(document);
        let outside =
            (self.entry.clone(), self.language, self.has_program, self.has_built_in, self.asked.clone());
        if let Some((exercise, entry)) = &exercise {
            self.entry.clone_from(entry);
            self.language = self.exercises.language_of(*exercise, &self.languages);
            let reference = &self.exercises.all[*exercise].reference;
            self.asked = asked(&self.handed_in, &Snapshot::default(), reference.as_ref());
            self.has_program = matches!(reference, Some(ReferenceSource::Program { .. }));
            self.has_built_in = matches!(reference, Some(ReferenceSource::BuiltIn(_)));
            let own = self.modules.iter().find(|module| module.file == *entry);
            if let (None, Some(own)) = (&document.module, own) {
                defaults.module = own.clone();
            }
        }
        self.can_be_seeded(self.language, document.seed.as_ref());
        self.can_have_clock(self.language, document.clock.as_ref());
        defaults.args = document.args.iter().flatten().map(|arg| arg.0.clone()).collect();
        defaults.hint = document.hint.as_ref().map(|hint| hint.0.clone());
        defaults.hidden = document.hidden.as_ref().map_or(Hidden::Nothing, |hidden| self.hidden(hidden));
        let points = self.points(&document.points);
        let written = document.scenarios.as_ref().map(At::value);
        let (scenarios, weights) = match (written, &document.tests) {
            (None, Some(tests)) => self.unit_tests_of_group(tests.value(), &defaults),
            (written, tests) => {
                if let Some(tests) = tests {
                    let message = format!("the group `{name}` has `scenarios` and `tests`");
                    let help =
                        "make two groups of them; `after` and `pass: all` say how they depend on each other";
                    self.complain(Diagnostic::new(tests.place(), message, "one of them only").help(help));
                }
                match written {
                    Some(ScenariosDocument::Written(written)) => self.written(written, &defaults),
                    Some(ScenariosDocument::Files(files)) => {
                        let scenarios = self.scenarios_from_files(files, &defaults);
                        let weights = vec![1; scenarios.len()];
                        (scenarios, weights)
                    }
                    None => (Vec::new(), Vec::new()),
                }
            }
        };
        // Files and tests of which there are none have their own complaint.
        let is_silent = match written {
            Some(ScenariosDocument::Written(_)) => true,
            Some(ScenariosDocument::Files(_)) => false,
            None => document.tests.is_none(),
        };
        if scenarios.is_empty() && is_silent {
            let message = format!("the group `{name}` has no scenarios");
            let help = "add `scenarios:`, or `tests:` with files for unittest, pytest, doctest or JUnit";
            self.complain(Diagnostic::new(document.name.place(), message, "tests nothing").help(help));
        } else if !scenarios.is_empty() && weights.iter().all(|&weight| weight == 0) && points > Points::ZERO
        {
            let message = format!("nobody can earn the points of `{name}`");
            let help = "give at least one scenario a weight above 0, or the group 0 points";
            self.complain(Diagnostic::new(document.points.place(), message, "all weights are 0").help(help));
        }
        let passing = self.passing(document, points, &scenarios, &weights);
        let counting = match passing {
            Passing::Each | Passing::All => weights.len(),
            Passing::BestOf(best) => best.min(weights.len()),
        };
        let total = weights[..counting].iter().map(|&weight| u64::from(weight)).sum();
        let mut shares = points.shares(&weights[..counting]);
        // Where only the best count, each of the others is worth the same as these.
        shares.resize(weights.len(), shares.last().copied().unwrap_or(Points::ZERO));
        let shares = shares.into_iter().zip(&weights);
        let scenarios = scenarios.into_iter().zip(shares).map(|(scenario, (share, &weight))| {
            let sixths = Sixths::of(points, weight, total);
            Scenario { points: share, sixths, ..scenario }
        });
        let scenarios = scenarios.collect();
        (self.entry, self.language, self.has_program, self.has_built_in, self.asked) = outside;
        let exercise = exercise.map(|(exercise, _)| exercise);
        let usual = defaults.surroundings();
        Group {
            name: Some(name),
            bonus: document.bonus,
            passing,
            after: Vec::new(),
            exercise,
            usual,
            scenarios,
        }
    }

    /// Returns the scenarios of a group as they are written, without points, and their weights.
    fn written(
        &mut self,
        written: &[At<ScenarioDocument>],
        defaults: &Defaults,
    ) -> (Vec<Scenario>, Vec<u32>) {
        let scenarios = written.iter().map(|one| {
            let weight = one.value().weight.as_ref().map_or(1, |weight| *weight.value());
            (self.scenario(one.value(), Points::ZERO, defaults), weight)
        });
        let scenarios = scenarios.collect();
        self.unique(written.iter().map(|scenario| &scenario.value().name), "scenario of this group");
        scenarios
    }

    fn scenario(&mut self, document: &ScenarioDocument, points: Points, defaults: &Defaults) -> Scenario {
        if let (Some(points), true) = (&document.points, defaults.in_group) {
            let message = "a scenario in a group has a `weight`, not `points`";
            let help = "the group's points are shared by its scenarios";
            self.complain(Diagnostic::new(points.place(), message, "the group has them").help(help));
        }
        let task = self.task(document, defaults);
        if document.effect != EffectDocument::Points && !matches!(task, Task::Rule(_) | Task::Package(_)) {
            let message = "only a rule or a package check has an `effect`";
            let help = "leave it out; a group that counts only after others says `after`";
            self.complain(Diagnostic::new(document.name.place(), message, "in this scenario").help(help));
        }
        let hint = document.hint.as_ref().map(|hint| &hint.0).or(defaults.hint.as_ref());
        let hidden = document.hidden.as_ref().map_or(defaults.hidden, |hidden| self.hidden(hidden));
        if document.effect == EffectDocument::Gate && hidden.hides_result() {
            let message = "a gate cannot hide its result";
            let help =
                "when it is lost, all other scenarios name it as the reason: say `hidden: true` at the most";
            let place = document.hidden.as_ref().map_or(document.name.place(), At::place);
            self.complain(Diagnostic::new(place, message, "hides more than its input").help(help));
        }
        Scenario {
            name: self.named(&document.name, "the scenario"),
            task,
            points,
            alias: None,
            sixths: None,
            effect: match document.effect {
                EffectDocument::Points => Effect::Points,
                EffectDocument::Warning => Effect::Warning,
                EffectDocument::Gate => Effect::Gate,
            },
            hidden,
            hint: hint.map(|hint| hint.trim_end().to_owned()),
            place: document.name.place(),
        }
    }

    pub(super) fn hidden(&mut self, written: &At<HiddenDocument>) -> Hidden {
        match written.value().0.as_str() {
            "false" => Hidden::Nothing,
            "expected" => Hidden::Expected,
            "true" | "details" => Hidden::Details,
            "result" => Hidden::Result,
            "after due" => Hidden::AfterDue,
            "everything" => Hidden::Everything,
            other => {
                let message = format!("`{other}` does not say what is hidden");
                let label = "one of `true`, `false`, `expected`, `details`, `result`, `after due` and `everything` stands here";
                let known = ["true", "false", "expected", "details", "result", "after due", "everything"];
                let help = suggest(other, known);
                self.complain(Diagnostic::new(written.place(), message, label).help(help));
                Hidden::Nothing
            }
        }
    }

    fn task(&mut self, document: &ScenarioDocument, defaults: &Defaults) -> Task {
        let kinds = [
            document.session.is_some(),
            document.rule.is_some(),
            document.package.is_some(),
            document.tests.is_some(),
            document.manual.is_some(),
        ];
        if kinds.into_iter().filter(|given| *given).count() > 1 {
            let message = "a scenario is one thing only";
            let help = "keep one of `session`, `rule`, `package`, `tests` and `manual`";
            self.complain(Diagnostic::new(document.name.place(), message, "is several").help(help));
        }
        let idle = [
            ("rule", document.rule.is_some()),
            ("package", document.package.is_some()),
            ("tests", document.tests.is_some()),
            ("manual", document.manual.is_some()),
        ];
        if let (None, Some((kind, _))) = (&document.session, idle.into_iter().find(|(_, is_it)| *is_it)) {
            self.has_no_idle_keys(document, kind);
        }
        if let Some(session) = &document.session {
            Task::Session(self.session_task(document, session, defaults))
        } else if let Some(rule) = &document.rule {
            Task::Rule(self.rule(rule))
        } else if let Some(package) = &document.package {
            Task::Package(self.package(package.value()))
        } else if let Some(tests) = &document.tests {
            Task::Tests(self.tests(tests.value()))
        } else if let Some(manual) = &document.manual {
            Task::Manual(self.named(manual, "what is looked at"))
        } else {
            Task::Run(self.run_task(document, defaults))
        }
    }

    /// Checks how a submission must have been handed in.
    fn package(&mut self, document: &PackageDocument) -> PackageTask {
        let archive = document.archive.value().0.clone();
        let is_name = archive.strip_suffix(".zip").is_some_and(|stem| !stem.is_empty());
        if !is_name || archive.contains(['/', '\\', '\0']) {
            let message = format!("`{archive}` is not the name of a zip file");
            let help = "a name that ends with `.zip`, without a folder: `archive: A3.zip`";
            self.complain(Diagnostic::new(document.archive.place(), message, "not a zip file").help(help));
        }
        PackageTask { archive }
    }

    fn run_task(&mut self, document: &ScenarioDocument, defaults: &Defaults) -> RunTask {
        if let Some(module) = &document.module {
            let message = "only a session has a module";
            let label = "this scenario runs the program";
            self.complain(Diagnostic::new(module.place(), message, label).help("leave it out"));
        }
        if let Some(header) = &document.header {
            let message = "only a session has a header";
            let label = "this scenario runs the program";
            self.complain(Diagnostic::new(header.place(), message, label).help("leave it out"));
        }
        let own: Option<Vec<String>> =
            document.args.as_ref().map(|args| args.iter().map(|arg| arg.0.clone()).collect());
        let own_comparisons = document.compare.as_ref().map(|compare| self.comparisons(compare));
        let comparisons = own_comparisons.as_ref().unwrap_or(&defaults.comparisons);
        let expectation = self.expectation(&document.expect);
        self.can_be_seeded(self.language, document.seed.as_ref());
        self.can_have_clock(self.language, document.clock.as_ref());
        let env = self.environment(&defaults.env, &document.env, document.timezone.as_ref());
        let clock = self.clock(defaults.clock, document.clock.as_ref());
        let task = RunTask {
            surroundings: Surroundings {
                clock: clock.map(|clock| clock.instant(&env)),
                env,
                seed: self.seed(defaults.seed, document.seed.as_ref()),
                ..self.surroundings(document.files.as_ref(), &expectation.files)
            },
            args: own.unwrap_or_else(|| defaults.args.clone()),
            input: Input {
                lines: self.stdin(document),
                final_newline: self.final_newline,
                terminal: self.terminal,
            },
            comparison: comparisons.of_runs(self.language),
            checker: comparisons.checker.clone(),
            expectation,
        };
        self.is_one_answer(&task, &document.expect);
        task
    }

    /// Returns the lines that are typed.
    fn stdin(&mut self, document: &ScenarioDocument) -> Vec<String> {
        let lines: Vec<String> = match &document.stdin {
            LinesDocument::Lines(lines) => lines.clone(),
            LinesDocument::From(from) => {
                let text = self.text_beside(from).unwrap_or_default();
                text.lines().map(str::to_owned).collect()
            }
        };
        if let Some(line) = lines.iter().find(|line| line.contains(['\n', '\0'])) {
            let message = format!("{line:?} is not one line");
            let help = "make each line an item of the list";
            self.complain(Diagnostic::new(document.name.place(), message, "in this scenario").help(help));
        }
        lines
    }

    fn session_task(
        &mut self,
        document: &ScenarioDocument,
        session: &At<Scalar>,
        defaults: &Defaults,
    ) -> SessionTask {
        let place = document.name.place();
        if document.args.is_some()
            || document.files.is_some()
            || document.seed.is_some()
            || document.expect.is_given()
        {
            let message = "a session has no `args`, `files`, `seed` and `expect`";
            let help = "write what is expected under the prompts";
            self.complain(Diagnostic::new(place, message, "in this scenario").help(help));
        }
        let compared = document.compare.as_ref().map(|compare| self.comparisons(compare));
        let (comparison, checker) = match compared {
            Some(compared) => (Some(compared.answers), compared.checker),
            None => (None, None),
        };
        if let (Some(checker), Some(compare)) = (&checker, &document.compare) {
            self.judges_sessions(checker, compare.place());
        }
        let module = document.module.as_ref().map(|module| self.module(module));
        let module = module.unwrap_or_else(|| defaults.module.clone());
        let module = self.typed_module(module, document.module.as_ref());
        let module = self.with_header(
            module,
            document.header.as_ref(),
            defaults.header.as_ref(),
            document.name.place(),
        );
        let lines = self.session(session, module.notation);
        self.is_neutral(&lines, &module, session.place());
        self.can_have_clock(self.language, document.clock.as_ref());
        let env = self.environment(&defaults.env, &document.env, document.timezone.as_ref());
        let clock = self.clock(defaults.clock, document.clock.as_ref());
        SessionTask {
            lines,
            module,
            stdin: self.stdin(document),
            surroundings: Surroundings {
                clock: clock.map(|clock| clock.instant(&env)),
                env,
                ..Surroundings::default()
            },
            comparison: comparison.unwrap_or_else(|| defaults.comparisons.answers.clone()),
            checker,
        }
    }

    /// Checks the name of a module: it must be a file that is handed in or supplied.
    pub(super) fn module(&mut self, module: &At<Scalar>) -> Module {
        let written = module.value().0.as_str();
        let is_it = |known: &&Module| known.file == written || known.name == written;
        if let Some(known) = self.modules.iter().find(is_it) {
            return known.clone();
        }
        let name = written.trim_end_matches(".py");
        let message = format!("no file of the submission is the module `{name}`");
        let help = suggest(name, self.modules.iter().map(|module| module.name.as_str()));
        self.complain(Diagnostic::new(module.place(), message, "unknown module").help(help));
        Module::python(name)
    }

    pub(super) fn points(&mut self, written: &At<Scalar>) -> Points {
        written.value().0.parse().unwrap_or_else(|error| {
            let message = format!("`{}` is not a number of points", written.value().0);
            self.complain(Diagnostic::new(written.place(), message, format!("{error}")));
            Points::ZERO
        })
    }
}

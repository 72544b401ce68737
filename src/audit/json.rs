//! Writes an audit as JSON, for programs.

use serde_json::{Value, json};

use super::{Audit, AuditedScenario, Equivalent, Family, FeatureKind, Set, Target, Unjudged};
use crate::report::Visible;

/// The JSON Schema of an audit.
pub(crate) const AUDIT_SCHEMA: &str = include_str!("../../docs/audit.schema.json");

/// The version of the layout: it is incremented when a key changes its meaning or is removed.
const VERSION: u32 = 1;

impl Audit {
    /// Returns the audit as JSON; `docs/audit.schema.json` describes the keys.
    pub(crate) fn json(&self) -> Value {
        let targets = self.targets.iter().enumerate();
        json!({
            "version": VERSION,
            "assignment": self.assignment,
            "what": self.what,
            "caught": self.caught.len(),
            "charged": self.charged.len(),
            "of": self.targets.len(),
            "percent": self.percent(),
            "weighted_percent": self.weighted_percent(),
            "families": self.families.iter().map(family).collect::<Vec<_>>(),
            "scenarios": self.scenarios.iter().map(|one| self.scenario(one)).collect::<Vec<_>>(),
            "smallest": {
                "certain": self.smallest.is_smallest,
                "scenarios": self.smallest.scenarios.iter().map(|&it| &self.scenarios[it].name).collect::<Vec<_>>(),
            },
            "features": self.features.iter().map(feature_kind).collect::<Vec<_>>(),
            "reference_refused": self.refused,
            "not_built": self.not_built,
            "unjudged": self.unjudged.iter().map(unjudged).collect::<Vec<_>>(),
            "equivalents": self.equivalents.iter().map(equivalent).collect::<Vec<_>>(),
            "targets": targets.map(|(number, it)| self.target(number, it)).collect::<Vec<_>>(),
        })
    }

    fn scenario(&self, scenario: &AuditedScenario) -> Value {
        json!({
            "name": scenario.name,
            "lines": scenario.inputs,
            "points": scenario.points.to_string(),
            "catches": self.ids(&scenario.catches),
            "only_this_one": self.ids(&scenario.alone),
        })
    }

    fn target(&self, number: usize, target: &Target) -> Value {
        json!({
            "id": target.id,
            "family": target.family,
            "about": Visible::new(&target.about).to_string(),
            "common": target.common,
            "caught": self.caught.contains(number),
            "charged": self.charged.contains(number),
        })
    }

    fn ids(&self, targets: &Set) -> Vec<&str> {
        targets.iter().map(|target| self.targets[target].id.as_str()).collect()
    }
}

fn family(family: &Family) -> Value {
    json!({ "name": family.name, "caught": family.caught, "of": family.of })
}

fn feature_kind(kind: &FeatureKind) -> Value {
    json!({ "name": kind.name, "exercised": kind.exercised, "of": kind.of, "never": kind.never })
}

fn unjudged(one: &Unjudged) -> Value {
    json!({ "id": one.id, "reason": Visible::new(&one.reason).to_string(), "caught": one.is_caught })
}

fn equivalent(equivalent: &Equivalent) -> Value {
    json!({ "id": equivalent.id, "reason": Visible::new(&equivalent.reason).to_string() })
}

//! The keys of `tests`: the instructor's tests, which are run together with the submission.

use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::PassDocument;
use super::hidden::HiddenDocument;
use super::scalar::Scalar;
use crate::spec::yaml::At;

/// Tests of the instructor: one group, or several.
#[derive(Debug, Default)]
pub(in crate::spec) struct AllUnitTestsDocument(pub(in crate::spec) Vec<UnitTestsDocument>);

/// Tests of the instructor that share points: each is a scenario.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct UnitTestsDocument {
    /// The name of their group, which no other has; `Tests` if not given.
    pub(in crate::spec) name: Option<At<Scalar>>,
    /// What runs them: `unittest`, `pytest`, `doctest` or `junit`.
    pub(in crate::spec) runner: At<Scalar>,
    /// The files with the tests, by their paths from the spec's folder, and the files that these need.
    pub(in crate::spec) files: At<Vec<At<Scalar>>>,
    /// The points that they share; not needed where `@weight` in the files says what each is worth.
    pub(in crate::spec) points: Option<At<Scalar>>,
    /// Whether the points come on top of the maximum.
    #[serde(default)]
    pub(in crate::spec) bonus: bool,
    /// `all`: they earn points only if all of them pass.
    #[serde(default)]
    pub(in crate::spec) pass: PassDocument,
    /// The names of groups before them: they earn points only if all scenarios of those are accepted.
    #[serde(default)]
    pub(in crate::spec) after: Vec<At<Scalar>>,
    /// What students do not see of them.
    pub(in crate::spec) hidden: Option<At<HiddenDocument>>,
    /// The hint that is shown when one of them fails.
    pub(in crate::spec) hint: Option<Scalar>,
    /// What holds for one test, or for all tests of a class, by its name: `test_area`, `TestSquare`, `TestSquare.test_side`.
    #[serde(default)]
    pub(in crate::spec) each: BTreeMap<String, At<UnitTestDocument>>,
    /// Tests that are left out, and classes.
    #[serde(default)]
    pub(in crate::spec) without: Vec<At<Scalar>>,
}

/// What holds for one test.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct UnitTestDocument {
    /// Its name in reports; the first line of its documentation if not given.
    pub(in crate::spec) name: Option<At<Scalar>>,
    /// Its share of the points; 1 if not given.
    pub(in crate::spec) weight: Option<At<Scalar>>,
    /// What students do not see of it.
    pub(in crate::spec) hidden: Option<At<HiddenDocument>>,
    /// The hint that is shown when it fails.
    pub(in crate::spec) hint: Option<Scalar>,
}

impl<'de> Deserialize<'de> for AllUnitTestsDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Tests;
        impl<'de> Visitor<'de> for Tests {
            type Value = AllUnitTestsDocument;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("`{runner: …, files: […]}`, or a list of them")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(items)).map(AllUnitTestsDocument)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                UnitTestsDocument::deserialize(MapAccessDeserializer::new(map))
                    .map(|one| AllUnitTestsDocument(vec![one]))
            }
        }
        deserializer.deserialize_any(Tests)
    }
}

impl JsonSchema for AllUnitTestsDocument {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "AllUnitTests".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = generator.subschema_for::<UnitTestsDocument>();
        json_schema!({ "oneOf": [one, { "type": "array", "items": one }] })
    }
}

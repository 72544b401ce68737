//! The keys of `limits`: one for each resource that a spec can limit.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::scalar::Scalar;
use crate::resource::Resource;
use crate::sandbox::{AmountMut, Limits};
use crate::spec::yaml::At;

/// The limits of one run.
#[derive(Debug, Default)]
pub(in crate::spec) struct LimitsDocument(pub(in crate::spec) BTreeMap<Resource, LimitDocument>);

/// One limit, as it is written.
#[derive(Debug)]
pub(in crate::spec) enum LimitDocument {
    /// A quantity with its unit: `2s`, `256 MiB`.
    Quantity(At<Scalar>),
    /// A number of things.
    Count(At<u32>),
}

/// The keys, in the order of the table of resources.
static KEYS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    Resource::settable().filter_map(|resource| resource.facts().setting).map(|setting| setting.key).collect()
});

/// A resource, by its key.
struct Key(Resource);

/// Tells whether a limit is a number of things, not a quantity with a unit.
fn is_count(resource: Resource) -> bool {
    matches!(Limits::default().amount_mut(resource), Some(AmountMut::Count(_)))
}

impl<'de> Deserialize<'de> for LimitsDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AllLimits;
        impl<'de> Visitor<'de> for AllLimits {
            type Value = LimitsDocument;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("limits by their keys, such as `{ cpu: 2s }`")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<LimitsDocument, A::Error> {
                let mut limits = BTreeMap::new();
                while let Some(Key(resource)) = map.next_key()? {
                    let limit = if is_count(resource) {
                        map.next_value::<Option<_>>()?.map(LimitDocument::Count)
                    } else {
                        map.next_value::<Option<_>>()?.map(LimitDocument::Quantity)
                    };
                    limits.extend(limit.map(|limit| (resource, limit)));
                }
                Ok(LimitsDocument(limits))
            }
        }
        deserializer.deserialize_struct("LimitsDocument", &KEYS, AllLimits)
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneKey;
        impl Visitor<'_> for OneKey {
            type Value = Key;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("the key of a limit")
            }

            fn visit_str<E: de::Error>(self, key: &str) -> Result<Key, E> {
                let resource =
                    Resource::find(|facts| facts.setting.is_some_and(|setting| setting.key == key));
                resource.map(Key).ok_or_else(|| E::unknown_field(key, &KEYS))
            }
        }
        deserializer.deserialize_identifier(OneKey)
    }
}

impl JsonSchema for LimitsDocument {
    fn schema_name() -> Cow<'static, str> {
        "LimitsDocument".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut properties = Map::new();
        for resource in Resource::settable() {
            let Some(setting) = resource.facts().setting else { continue };
            let mut schema = if is_count(resource) {
                Option::<u32>::json_schema(generator)
            } else {
                Option::<Scalar>::json_schema(generator)
            };
            schema.insert("description".to_owned(), Value::from(setting.about));
            properties.insert(setting.key.to_owned(), schema.into());
        }
        json_schema!({
            "type": "object",
            "additionalProperties": false,
            "properties": properties,
            "description": "What one run may use.",
        })
    }
}

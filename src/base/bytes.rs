//! Writes bytes as JSON: as text if they are UTF-8, so that people can read them, otherwise as Base64.

use std::fmt;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize)]
#[serde(untagged)]
enum Written<'a> {
    Text(&'a str),
    Base64 { base64: String },
}

/// Serializes bytes, for `#[serde(with = "…")]`.
///
/// # Errors
///
/// When the serializer fails.
pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Written::Text(text),
        Err(_) => Written::Base64 { base64: BASE64_STANDARD.encode(bytes) },
    }
    .serialize(serializer)
}

/// Deserializes bytes, for `#[serde(with = "…")]`.
///
/// # Errors
///
/// When the value is neither text nor Base64.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    deserializer.deserialize_any(Bytes)
}

/// Reads both forms without a second copy in memory, because outputs may be large.
struct Bytes;

#[derive(Deserialize)]
struct InBase64 {
    base64: String,
}

impl<'de> Visitor<'de> for Bytes {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("text, or `base64` with bytes in it")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Vec<u8>, E> {
        Ok(text.as_bytes().to_vec())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Vec<u8>, E> {
        Ok(text.into_bytes())
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Vec<u8>, A::Error> {
        let InBase64 { base64 } = InBase64::deserialize(MapAccessDeserializer::new(map))?;
        BASE64_STANDARD.decode(base64).map_err(A::Error::custom)
    }
}

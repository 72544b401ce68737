//! Bytes in JSON: text where they are UTF-8, so that people can read it, and Base64 where they are not.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written<'a> {
    Text(std::borrow::Cow<'a, str>),
    Base64 { base64: String },
}

/// For `#[serde(with = "…")]`.
///
/// # Errors
///
/// When the serializer fails.
pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Written::Text(text.into()),
        Err(_) => Written::Base64 { base64: BASE64_STANDARD.encode(bytes) },
    }
    .serialize(serializer)
}

/// For `#[serde(with = "…")]`.
///
/// # Errors
///
/// When it is neither text nor Base64.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    match Written::deserialize(deserializer)? {
        Written::Text(text) => Ok(text.into_owned().into_bytes()),
        Written::Base64 { base64 } => BASE64_STANDARD.decode(base64).map_err(D::Error::custom),
    }
}

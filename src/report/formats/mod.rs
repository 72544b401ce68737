//! The formats in which results are written for other programs: one file for each, and what they share.

pub(crate) mod classroom;
pub(crate) mod csv;
pub(crate) mod ctrf;
pub(crate) mod fingerprint;
pub(crate) mod github;
pub(crate) mod gitlab;
pub(crate) mod gradescope;
pub(crate) mod json;
pub(crate) mod junit;
pub(crate) mod markdown;
pub(crate) mod sarif;
pub(crate) mod tap;
pub(crate) mod uri;

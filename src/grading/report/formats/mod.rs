//! The formats in which results are written for other programs: one file for each, and what they share.

pub(super) mod classroom;
pub(super) mod csv;
pub(super) mod ctrf;
pub(super) mod fingerprint;
pub(super) mod github;
pub(super) mod gitlab;
pub(super) mod gradescope;
pub(super) mod json;
pub(super) mod junit;
pub(super) mod markdown;
pub(super) mod sarif;
pub(super) mod tap;
pub(super) mod uri;

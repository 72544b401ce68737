//! Where the files of a submission lie in a download, so that they are found again without recognising it once more.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::Parts;
use super::listing::{Bundle, Source};
use crate::system::name_of;

/// A file of a submission in a download.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// Its path in the submission.
    #[serde(with = "crate::bytes")]
    name: Vec<u8>,
    /// Its path in the download.
    #[serde(with = "crate::bytes")]
    path: Vec<u8>,
}

/// The zip files in which members were looked for. Each is opened once, and is `None` if it cannot be read.
#[derive(Debug, Default)]
pub struct Downloads(Mutex<BTreeMap<PathBuf, Option<Bundle>>>);

impl Parts {
    /// Returns where each file lies in the download at a path.
    pub fn members(&self, download: &Path) -> Vec<Member> {
        let path = |source: &Source| match source {
            Source::File(path) => {
                path.strip_prefix(download).unwrap_or(path).as_os_str().as_encoded_bytes().to_vec()
            }
            Source::Entry(bundle, index) => bundle.name(*index).into_bytes(),
        };
        let member = |(name, source): &(PathBuf, Source)| Member {
            name: name.as_os_str().as_encoded_bytes().to_vec(),
            path: path(source),
        };
        self.0.iter().map(member).collect()
    }
}

impl Downloads {
    /// Returns the files of a submission in the download at a path; `None` if one is certainly not there any more.
    pub fn parts(&self, download: &Path, members: &[Member]) -> Option<Parts> {
        let path = |bytes: &[u8]| PathBuf::from(name_of(bytes.to_vec()));
        let parts = |source: &dyn Fn(&[u8]) -> Option<Source>| {
            let part = |member: &Member| Some((path(&member.name), source(&member.path)?));
            members.iter().map(part).collect::<Option<_>>().map(Parts)
        };
        if download.is_dir() {
            return parts(&|member| Some(Source::File(download.join(path(member)))));
        }
        let mut opened = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bundle = opened.entry(download.to_path_buf()).or_insert_with(|| Bundle::open(download));
        let bundle = bundle.as_ref()?;
        parts(&|member| {
            let index = bundle.index(std::str::from_utf8(member).ok()?)?;
            Some(Source::Entry(bundle.clone(), index))
        })
    }
}

//! Cuts again what is missing, into more and smaller shards: the end of a grading need not wait for one slow shard.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::merge::{files_of, link_or_copy};
use super::planning::{make_room, write_pack};
use super::work_plan::{Content, traces_in};
use super::{Error, Seen, Which, WorkPlan, balanced};

/// Writes a work plan of the same work in which only what is missing is in shards; `None` if nothing is missing. Results of both
/// plans belong together.
///
/// # Errors
///
/// When something cannot be read or written.
pub(crate) fn recut(
    work: &WorkPlan,
    seen: &Seen,
    shards: usize,
    folder: &Path,
) -> Result<Option<(WorkPlan, usize)>, Error> {
    let times = seen.times_done(work);
    let missing: Vec<usize> = (0..work.len()).filter(|number| times[*number] == 0).collect();
    if missing.is_empty() {
        return Ok(None);
    }
    make_room(folder)?;
    let milliseconds: Vec<u64> = missing.iter().map(|number| work.planned()[*number].milliseconds).collect();
    let dealt: BTreeMap<usize, usize> =
        missing.iter().copied().zip(balanced(&milliseconds, shards)).collect();
    if work.is_packed() {
        let all: BTreeMap<_, _> = work.submissions(Which::All)?.into_iter().collect();
        for shard in 0..shards {
            let of_shard = dealt.iter().filter(|(_, own)| **own == shard);
            let of_shard = of_shard.filter_map(|(number, _)| Some((*number, all.get(number)?)));
            write_pack(folder, shard, of_shard)?;
        }
    }
    let traces = traces_in(folder);
    for path in files_of(&work.traces())? {
        fs::create_dir_all(&traces).map_err(Error::file(&traces))?;
        let to = traces.join(path.file_name().unwrap_or_default());
        link_or_copy(&path, &to).map_err(Error::file(to))?;
    }
    let mut submissions = work.planned().to_vec();
    for (number, planned) in submissions.iter_mut().enumerate() {
        planned.shard = dealt.get(&number).copied();
    }
    let (tools, asked) = (work.tools().clone(), work.asked().clone());
    let content = Content { tools, packed: work.is_packed(), shards, asked, submissions };
    let recut = WorkPlan::new(folder, content);
    recut.write()?;
    Ok(Some((recut, missing.len())))
}

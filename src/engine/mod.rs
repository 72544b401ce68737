//! Shares the submissions of a class among machines. An engine, such as Slurm, decides where a shard is graded and how often it
//! is tried; the files here decide what is graded, and what is done.
//!
//! ```text
//! yardstick-plan/                  the work plan, which nobody changes afterwards
//!   plan.json                        what is asked, with which tools, in how many shards
//!   submissions.jsonl                one line a submission: its shard, and the digest of its files
//!   traces/                          what the instructor's reference did
//!   packed/00007.zip                 the submissions of shard 7, for machines that share no folder
//! results/                         one file of each kind for each attempt, with a name that no other has
//!   attempts/shard-00007.HOST.RANDOM.jsonl   when it began, which submissions it began and finished, whether it ended
//!   traces/shard-00007.HOST.RANDOM.traces    what programs did
//! ```

mod attempt;
mod balance;
mod error;
mod grade;
mod merge;
mod planning;
mod recut;
mod seen;
mod simulate;
mod status;
mod timings;
mod which;
mod work_plan;

pub(crate) use balance::{Wish, balanced};
pub(crate) use error::Error;
pub(crate) use grade::{Grader, begin, known, same_tools};
pub(crate) use merge::{Tolerance, merge};
pub(crate) use planning::{Asked, have_paths, make_room, plan};
pub(crate) use recut::recut;
pub(crate) use seen::Seen;
pub(crate) use simulate::{Losses, simulate};
pub(crate) use status::{Status, ranges};
pub(crate) use timings::Timings;
pub(crate) use which::Which;
pub(crate) use work_plan::WorkPlan;

//! What people decided about results: a log to which everybody only appends, and from which a report follows.
//!
//! ```text
//! decisions/
//!   ada-3f9c2b….jsonl   one writer a file, for ever: a line for each decision, with a checksum
//!   ben-81d07a….jsonl
//! ```
//!
//! Nothing is ever changed in a file. To undo a decision is a decision, and so is to change one: it names those in whose
//! place it stands. So files of several people are joined by putting them into one folder, and two decisions of which neither
//! knew the other are found, and told.

mod agreement;
mod decided;
mod entry;
mod line;
mod log;

pub use decided::{Comment, Decided, RubricItem};
pub use entry::{Entry, Id, Member, Place, Ruling, Settled, What};
pub use log::{DamagedLine, Writer, adopt, read, write_all};

//! What starts with a Python interpreter and looks at the program from inside, and what starts with a Node that is forked.
//!
//! The native half is compiled separately, for Linux alone (`walled/launcher/warm/native/`). Without it nobody looks whether a
//! program is endless.

#[cfg(target_os = "linux")]
pub(super) mod ask;

/// Whether a program that uses much processor time is looked at from inside, which a build can leave out.
pub const PROVES_LOOPS: bool = !cfg!(without = "prover");

/// The files with which the interpreter starts, by their names.
pub const FILES: &[(&str, &[u8])] = &[
    ("sitecustomize.py", include_bytes!("warm.py")),
    ("places.py", include_bytes!("places.py")),
    ("state.py", include_bytes!("state.py")),
    ("claim.py", include_bytes!("claim.py")),
    ("endless.py", include_bytes!("endless.py")),
    ("heard.py", include_bytes!("heard.py")),
    ("asks.py", include_bytes!("asks.py")),
    #[cfg(target_os = "linux")]
    ("_yardstick.abi3.so", include_bytes!(concat!(env!("OUT_DIR"), "/_yardstick.so"))),
];

/// The files with which a Node starts that is forked, by their names.
#[cfg(target_os = "linux")]
pub(super) const NODE_FILES: &[(&str, &[u8])] = &[
    ("node.cjs", include_bytes!("node.cjs")),
    ("node.node", include_bytes!(concat!(env!("OUT_DIR"), "/_node.so"))),
];

/// All files with which interpreters start.
pub fn start_files() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    #[cfg(target_os = "linux")]
    let of_node = NODE_FILES;
    #[cfg(not(target_os = "linux"))]
    let of_node = &[];
    FILES.iter().chain(of_node).copied()
}

//! Writes system calls in the form that the native half of a warm interpreter reads (`wire.rs`).

use super::super::entry::{Arg, Step};
use super::wire;

/// Returns one packet: the head, the calls, then the bytes that they point to.
pub(super) fn packet(once: &[Step], each: &[Step]) -> Vec<u8> {
    let steps = || once.iter().chain(each);
    let calls = once.len() + each.len();
    let mut room = Room { bytes: vec![0; size_of::<wire::Head>() + calls * size_of::<wire::Call>()] };
    let mut words = vec![once.len() as u64, each.len() as u64];
    for step in steps() {
        words.extend([step.number as u64, step.role as u64]);
        let none = [(wire::NUMBER, 0)];
        let args = step.args.iter().map(|arg| room.value(arg)).collect::<Vec<_>>();
        let args = args.into_iter().chain(none.into_iter().cycle()).take(wire::ARGS);
        words.extend(args.flat_map(|(kind, value)| [kind, value]));
    }
    for (place, word) in room.bytes.chunks_exact_mut(8).zip(words) {
        place.copy_from_slice(&word.to_ne_bytes());
    }
    room.bytes
}

/// The first part of the packet.
struct Room {
    bytes: Vec<u8>,
}

impl Room {
    /// Returns the kind and the value of an argument; bytes that it points to go into the packet.
    fn value(&mut self, arg: &Arg) -> (u64, u64) {
        match arg {
            Arg::Number(number) => (wire::NUMBER, *number),
            Arg::Bytes(bytes) => (wire::BYTES, self.put(bytes)),
            Arg::Filter(filter) => {
                let length = (filter.len() / 8) as u64;
                let instructions = self.put(filter);
                let words = [length.to_ne_bytes(), instructions.to_ne_bytes()].concat();
                (wire::FILTER, self.put(&words))
            }
            Arg::Ruleset => (wire::RULESET, 0),
        }
    }

    /// Appends bytes, and fills up to a multiple of eight; returns their place.
    fn put(&mut self, bytes: &[u8]) -> u64 {
        let place = self.bytes.len();
        self.bytes.extend(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
        place as u64
    }
}

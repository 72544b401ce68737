//! A review that is killed while people decide.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::json;

use super::{RESULTS, Server, WITH_STYLE, group};
use crate::night;

/// The longest time that a review lives, in milliseconds: several decisions are made in it.
const LONGEST: u64 = 400;

/// Decides again and again, each time something of its own, until nobody answers. What was confirmed, as the log tells it.
fn decide_until_it_dies(server: &Server, group: &str, hand: usize, number: &AtomicUsize) -> Vec<String> {
    let mut confirmed = Vec::new();
    loop {
        let own = number.fetch_add(1, Ordering::Relaxed);
        // A thousandth of a point tells decisions of one kind apart.
        let points = format!("{}.{:03}", own / 1000, own % 1000);
        let (path, body, told) = match hand {
            0 => (
                "decide",
                json!({ "group": group, "ruling": "worth", "points": points }),
                format!("worth {} of 12,", points.trim_end_matches('0').trim_end_matches('.')),
            ),
            1 => (
                "comment",
                json!({ "place": own % 3, "text": format!("comment {own}") }),
                format!(": comment {own}\n"),
            ),
            _ => (
                "request",
                json!({ "place": own % 3, "words": "Please?", "answer": format!("answer {own}") }),
                format!("answered: answer {own}\n"),
            ),
        };
        match catch_unwind(AssertUnwindSafe(|| server.post(path, &body))) {
            Ok(answer) if answer.status == 200 => confirmed.push(told),
            Ok(answer) => panic!("{path} {body}: {answer:?}"),
            Err(_) => return confirmed,
        }
    }
}

#[test]
fn what_the_page_confirmed_is_there_whenever_the_review_is_killed() {
    let class = WITH_STYLE.copy();
    let number = AtomicUsize::new(1);
    let mut confirmed = Vec::new();
    for _ in 0..if night::is_night() { 50 } else { 5 } {
        let server = Server::start(&class.path(RESULTS), &[]);
        let group = group(&server, "After line 1");
        let lives = Duration::from_millis(RandomState::new().build_hasher().finish() % LONGEST);
        let told: Vec<Vec<String>> = thread::scope(|scope| {
            let hands: Vec<_> = (0..3)
                .map(|hand| {
                    let (server, group, number) = (&server, &group, &number);
                    scope.spawn(move || decide_until_it_dies(server, group, hand, number))
                })
                .collect();
            // Not to wait for anything: the moment is any.
            thread::sleep(lives);
            assert!(Command::new("kill").args(["-9", &server.id().to_string()]).status().unwrap().success());
            hands.into_iter().map(|hand| hand.join().unwrap()).collect()
        });
        confirmed.extend(told.concat());
        let log = class.run(&["review", "--log"]).stdout;
        let lost: Vec<&String> = confirmed.iter().filter(|told| !log.contains(*told)).collect();
        assert!(lost.is_empty(), "{lost:?} of {}: {log}", confirmed.len());
    }
    assert!(confirmed.len() > 10, "{}", confirmed.len());
    println!("{} decisions were confirmed, and all are there", confirmed.len());
    // What was killed can be gone on with, and published.
    let server = Server::start(&class.path(RESULTS), &[]);
    super::publish(&server);
    assert_eq!(class.run(&["verify"]).code, 0);
}

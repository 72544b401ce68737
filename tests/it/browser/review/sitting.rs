//! Somebody who sits before a review: the browser, the server that answers it, and the class that it is about.

use std::sync::MutexGuard;

use super::super::chromium::Browser;
use crate::review::{RESULTS, Server};
use crate::scratch::Scratch;

/// A review that is open in the browser.
pub(super) struct Sitting {
    pub(super) browser: MutexGuard<'static, Browser>,
    pub(super) server: Server,
    pub(super) class: Scratch,
}

impl Sitting {
    /// Opens a review of a class in the browser, if there is one.
    pub(super) fn of(class: Scratch, options: &[&str]) -> Option<Self> {
        Self::of_folder(class, RESULTS, options)
    }

    /// The same for a results folder of another name.
    pub(super) fn of_folder(class: Scratch, results: &str, options: &[&str]) -> Option<Self> {
        let mut browser = Browser::open_page()?;
        let server = Server::start(&class.path(results), options);
        browser.visit(&server.address());
        Some(Self { browser, server, class })
    }

    /// Turns to a page by its link at the top.
    pub(super) fn turn_to(&mut self, page: &str) {
        self.browser.click_and_load(&format!(".bar .pages a[href='{page}']"));
    }

    /// Opens a page by its address.
    pub(super) fn visit(&mut self, path: &str) {
        let address = format!("{}{path}", self.server.root());
        self.browser.visit(&address);
    }

    /// Confirms whatever stands in the way, and publishes.
    pub(super) fn publish(&mut self) {
        self.turn_to("publish");
        self.confirm();
        self.browser.click_and_load("#publish .first");
        let told = self.browser.text("#told");
        assert!(told.starts_with("✓ published"), "{told}");
    }

    /// Confirms whatever stands in the way.
    pub(super) fn confirm(&mut self) {
        let open = ".obstacle [name=confirmed]:not(:checked)";
        let count = self.browser.count(open);
        for _ in 0..count {
            self.browser.click(open);
        }
        assert_eq!(self.browser.count(open), 0);
    }

    /// Everything that was decided, as the command tells it.
    pub(super) fn log(&self) -> String {
        self.class.run(&["review", "--log"]).stdout
    }

    /// What went wrong in the page since it was opened. Nothing may.
    pub(super) fn complaints(&self) -> Vec<String> {
        let own = format!("\"url\":\"{}", self.server.root());
        let all = self.browser.complaints(&self.server.address());
        all.into_iter().filter(|one| !one.contains(&own)).collect()
    }
}

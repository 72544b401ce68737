//! The program and the library as their users see them.

mod bad_input;
mod browser;
mod check;
mod docs;
mod downloads;
mod driver;
mod faithful;
mod fixtures;
mod formats;
mod grade;
mod gradebook;
mod hidden;
mod hostile;
mod html;
mod isolation;
mod layers;
mod pack;
mod play;
mod rules;
mod sandbox;
mod scratch;
mod sessions;
mod spec_errors;
mod store;
mod submissions;

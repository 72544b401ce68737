//! The program and the library as their users see them.

mod bad_input;
mod browser;
mod check;
mod docs;
mod driver;
mod faithful;
mod fixtures;
mod grade;
mod hostile;
mod html;
mod isolation;
mod layers;
mod play;
mod rules;
mod sandbox;
mod scratch;
mod sessions;
mod spec_errors;
mod submissions;

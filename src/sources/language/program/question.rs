//! Runs programs of the instructor: on the output of a submission, or in a conversation with it.

use super::super::{Error, Surroundings};
use super::Program;
use crate::sandbox::{Conversation, Execution, KeptFolder, Limits, Relay, WarmSettings};

/// What a program of the instructor is run on.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// Command line arguments.
    pub args: &'a [String],
    /// The files that are laid out beside its own.
    pub surroundings: &'a Surroundings,
    /// All of standard input.
    pub stdin: &'a [u8],
}

impl Program {
    /// Runs the program in a conversation with a partner, as [`Program::run`] does.
    ///
    /// # Errors
    ///
    /// When the sandbox fails.
    pub fn converse(
        &self,
        args: &[String],
        surroundings: &Surroundings,
        limits: &Limits,
        (partner, question, partner_limits, relay): (&Self, &Question, &Limits, Relay),
    ) -> Result<Conversation, Error> {
        if !surroundings.is_usual() {
            let own = Surroundings { asked: surroundings.asked.clone(), ..Surroundings::default() };
            let surrounded = self.surrounded_by(surroundings)?;
            return surrounded.converse(args, &own, limits, (partner, question, partner_limits, relay));
        }
        let mut command = self.observed_command(args);
        // A run that does not count would have told the partner's answers.
        command.warm = command.warm.filter(|warm| warm.settings != WarmSettings::Node);
        let partner = partner.surrounded_by(question.surroundings)?.command(question.args);
        let keeps_folder = !surroundings.asked.is_empty();
        let conversation =
            self.sandbox.converse((&command, limits, keeps_folder), (&partner, partner_limits, relay));
        let conversation = conversation.map_err(|error| self.not_run(error))?;
        Ok(Conversation { program: self.told(conversation.program), ..conversation })
    }

    /// Runs the program on any bytes, which it is given at once, in a fresh folder with its files and others, and returns also
    /// the folder as the program left it.
    ///
    /// # Errors
    ///
    /// When the sandbox fails.
    pub fn ask(&self, question: &Question, limits: &Limits) -> Result<(Execution, KeptFolder), Error> {
        let program = self.surrounded_by(question.surroundings)?;
        let command = program.command(question.args);
        self.sandbox.run_on_bytes(&command, question.stdin, limits).map_err(|error| self.not_run(error))
    }
}

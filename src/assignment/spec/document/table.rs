//! The keys of `table`: how outputs are compared row by row and cell by cell.

use schemars::JsonSchema;
use serde::Deserialize;

use super::compare::RelaxationDocument;
use super::scalar::Scalar;
use crate::spec::yaml::At;

/// How the cells of tables are found and compared.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::spec) struct TableDocument {
    /// The character between two cells; runs of blanks and tabs if not given.
    pub(in crate::spec) separator: Option<At<Scalar>>,
    /// Whether the first row names the columns. If not given, it does if no cell of it is a number, and one below it is.
    pub(in crate::spec) header: Option<At<bool>>,
    /// `any-order`: the rows below the header may come in any order.
    #[serde(default)]
    pub(in crate::spec) rows: OrderDocument,
    /// `any-order`: the columns may come in any order, and are found by their headings.
    #[serde(default)]
    pub(in crate::spec) columns: OrderDocument,
    /// The differences inside of cells that are accepted: relaxations such as `case` and `numbers: 0.01`.
    #[serde(default)]
    pub(in crate::spec) cells: Vec<At<RelaxationDocument>>,
}

/// Whether an order counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::spec) enum OrderDocument {
    /// The same order.
    #[default]
    InOrder,
    /// Any order.
    AnyOrder,
}

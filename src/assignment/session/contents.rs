//! What each class of a language has as its content, in the records of drivers: a record without it is no answer.

use super::native;
use crate::python::{Content, Name};

/// What the classes of Java hold.
pub(super) fn of_java(class: &str) -> Option<(Content, Name)> {
    Some(match class {
        "long" | "short" | "byte" => (Content::Int, Name::Reserved),
        "float" => (Content::Float, Name::Reserved),
        "char" => (Content::Character, Name::Reserved),
        "BigInteger" | "AtomicInteger" => (Content::Int, Name::Shared),
        "AtomicBoolean" => (Content::Bool, Name::Shared),
        "StringBuilder" | "StringBuffer" | "StringJoiner" | "StringWriter" => (Content::Str, Name::Shared),
        "List" | "Collection" | "ArrayDeque" | "PriorityQueue" | "BitSet" | "Iterator" | "Enumeration"
        | "Stream" | "IntStream" | "LongStream" | "DoubleStream" => (Content::List, Name::Shared),
        "Optional" | "OptionalInt" | "OptionalLong" | "OptionalDouble" | "AtomicLong" | "AtomicReference" => {
            (Content::Any, Name::Shared)
        }
        _ => return None,
    })
}

/// What the classes of JavaScript hold.
pub(super) fn of_javascript(class: &str) -> Option<(Content, Name)> {
    let content = match class {
        "Number" => Content::Float,
        "String" | "URLSearchParams" => Content::Str,
        "Boolean" => Content::Bool,
        "BigInt" => Content::Int,
        "Set" => Content::Set,
        "Map" => Content::Dict,
        "ArrayBuffer" | "Buffer" | "DataView" | "Iterator" | "Int8Array" | "Uint8Array"
        | "Uint8ClampedArray" | "Int16Array" | "Uint16Array" | "Int32Array" | "Uint32Array"
        | "BigInt64Array" | "BigUint64Array" | "Float32Array" | "Float64Array" => Content::List,
        "WeakRef" => Content::Any,
        _ => return None,
    };
    Some((content, Name::Shared))
}

/// What the types of C and C++ hold.
pub(super) fn of_native(class: &str) -> Option<(Content, Name)> {
    let content = match class {
        "char" | "wchar_t" | "char8_t" | "char16_t" | "char32_t" => Content::Int,
        "float" | "long double" => Content::Float,
        "std::vector"
        | "std::array"
        | "std::list"
        | "std::forward_list"
        | "std::deque"
        | "std::stack"
        | "std::queue"
        | "std::priority_queue"
        | "std::span"
        | "std::initializer_list"
        | "std::multiset"
        | "std::multimap"
        | "std::unordered_multiset"
        | "std::unordered_multimap" => Content::List,
        "std::set" | "std::unordered_set" => Content::Set,
        "std::map" | "std::unordered_map" => Content::Dict,
        "std::bitset" | "std::filesystem::path" => Content::Str,
        "std::optional"
        | "std::unique_ptr"
        | "std::shared_ptr"
        | "std::weak_ptr"
        | "std::atomic"
        | "std::reference_wrapper"
        | "std::chrono::time_point" => Content::Any,
        _ if native::is_whole(class) => Content::Int,
        _ => return None,
    };
    Some((content, Name::Reserved))
}

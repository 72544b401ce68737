#include <cxxabi.h>

#include <compare>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>

extern "C" {
void yardstick_begin(int);
void yardstick_none(void);
void yardstick_open(void);
void yardstick_close(void);
void yardstick_end(void);
void yardstick_raised(const char *, const char *);
void yardstick_flushes(void (*)(void));
void yardstick_raw(const char *);
int yardstick_node(void);
void yardstick_text(const char *, std::size_t);
void yardstick_typed(const char *);
void yardstick_named(const char *);
void yardstick_shown(const char *, const char *);
void yardstick_unread(void);
int yardstick_deepen(int);
int yardstick_met(const void *, const char *);
void yardstick_numbered(const void *);
void yardstick_integer(const char *, int, unsigned long long);
void yardstick_real(const char *, double);
void yardstick_long_real(const void *);
void yardstick_struct(const char *);
void yardstick_field(const char *, int);
void yardstick_struct_end(int);
}

/* Puts the fields of a structure that the header declares, if there are some that can be seen; it is defined behind the header. */
template <class T> bool yardstick_put_fields(const T &it, const std::string &name);

namespace yardstick {

/* The name of a type, without what stands in angle brackets. */
inline std::string name_of(const std::type_info &type) {
    int status = 0;
    char *demangled = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
    std::string name = demangled ? demangled : type.name();
    std::free(demangled);
    for (std::size_t at; (at = name.find("__cxx11::")) != std::string::npos;) name.erase(at, 9);
    if (name.starts_with("std::basic_string<char")) return "std::string";
    if (std::size_t at = name.find('<'); at != std::string::npos && at > 0) name.erase(at);
    return name;
}

/* Whether a class has the name of a structure in the header. */
inline bool is_called(const std::string &name, std::string_view written) {
    std::size_t at = name.rfind("::");
    return std::string_view(name).substr(at == std::string::npos ? 0 : at + 2) == written;
}

template <class T> void put(const T &it);
template <class T> void put_object(const T &it, bool is_pointed);

/* One level deeper. What lies too deep is not looked at. */
struct Deeper {
    const bool is_fine = yardstick_deepen(1);
    ~Deeper() { yardstick_deepen(-1); }
};

template <class T> constexpr const char *name_of_whole() {
    if constexpr (std::is_same_v<T, int>) return nullptr;
    else if constexpr (std::is_same_v<T, signed char>) return "signed char";
    else if constexpr (std::is_same_v<T, unsigned char>) return "unsigned char";
    else if constexpr (std::is_same_v<T, short>) return "short";
    else if constexpr (std::is_same_v<T, unsigned short>) return "unsigned short";
    else if constexpr (std::is_same_v<T, unsigned int>) return "unsigned int";
    else if constexpr (std::is_same_v<T, long>) return "long";
    else if constexpr (std::is_same_v<T, unsigned long>) return "unsigned long";
    else if constexpr (std::is_same_v<T, long long>) return "long long";
    else if constexpr (std::is_same_v<T, unsigned long long>) return "unsigned long long";
    else if constexpr (std::is_same_v<T, wchar_t>) return "wchar_t";
    else if constexpr (std::is_same_v<T, char8_t>) return "char8_t";
    else if constexpr (std::is_same_v<T, char16_t>) return "char16_t";
    else if constexpr (std::is_same_v<T, char32_t>) return "char32_t";
    else return "char";
}

template <class T> void put_whole(const char *name, T it) {
    auto size = static_cast<unsigned long long>(it);
    yardstick_integer(name, it < 0, it < 0 ? -size : size);
}

template <class T> void put_items(const char *kind, const T &it) {
    const Deeper deeper;
    yardstick_raw(kind);
    bool is_first = true;
    for (const auto &item : it) {
        if (!is_first) yardstick_raw(",");
        is_first = false;
        put(item);
        if (!yardstick_node()) break;
    }
    yardstick_raw("]]");
}

template <class T> void put_pairs(const T &it) {
    const Deeper deeper;
    yardstick_raw("[\"dict\",[");
    bool is_first = true;
    for (const auto &item : it) {
        yardstick_raw(is_first ? "[" : ",[");
        is_first = false;
        put(item.first);
        yardstick_raw(",");
        put(item.second);
        yardstick_raw("]");
        if (!yardstick_node()) break;
    }
    yardstick_raw("]]");
}

template <class T> void put_tuple(const T &it) {
    yardstick_raw("[\"tuple\",[");
    if constexpr (std::tuple_size_v<T> > 0) {
        std::apply([](const auto &first, const auto &...rest) {
            put(first);
            ((yardstick_raw(","), put(rest)), ...);
        }, it);
    }
    yardstick_raw("]]");
}

/* What a stack or a queue holds. */
template <class T> struct Inside : T {
    static const auto &of(const T &it) { return it.*&Inside::c; }
};

/* Puts a class with its content. */
template <class T> void put_typed(const std::string &name, const T &content) {
    yardstick_typed(name.c_str());
    put(content);
    yardstick_raw("]");
}

/* Puts a part of a value with its name. */
template <class T> void put_part(const char *name, bool is_first, const T &it) {
    yardstick_field(name, is_first);
    put(it);
}

/* Puts what a pointer leads to. What it has led to before is named by its number. */
template <class T> void put_pointed(const T &it) {
    if constexpr (std::is_class_v<T>) {
        if (yardstick_met(&it, name_of(typeid(it)).c_str())) return;
        put_object(it, true);
    } else {
        put(it);
    }
}

/* An object of the standard library whose parts have no other name than their functions. */
template <class T> bool put_of_library(const T &it, const std::string &name) {
    if (!name.starts_with("std::")) return false;
    if constexpr (requires { it.valueless_by_exception(); it.index(); }) {
        if (it.valueless_by_exception()) {
            yardstick_shown(name.c_str(), "valueless");
            return true;
        }
        yardstick_struct(name.c_str());
        put_part("index", true, static_cast<int>(it.index()));
        visit([](const auto &content) { put_part("value", false, content); }, it);
        yardstick_struct_end(true);
        return true;
    } else if constexpr (requires { it.real(); it.imag(); typename T::value_type; }) {
        yardstick_struct(name.c_str());
        put_part("real", true, it.real());
        put_part("imag", false, it.imag());
        yardstick_struct_end(true);
        return true;
    } else if constexpr (requires { it.to_ulong(); it.to_string(); it.test(0); }) {
        put_typed(name, it.to_string());
        return true;
    } else if constexpr (requires { it.count(); typename T::rep; typename T::period; }) {
        yardstick_struct(name.c_str());
        put_part("count", true, it.count());
        put_part("num", false, T::period::num);
        put_part("den", false, T::period::den);
        yardstick_struct_end(true);
        return true;
    } else if constexpr (requires { it.time_since_epoch(); typename T::clock; }) {
        put_typed(name, it.time_since_epoch());
        return true;
    } else if constexpr (requires { static_cast<int>(it.year()); static_cast<unsigned>(it.month()); static_cast<unsigned>(it.day()); }) {
        yardstick_struct(name.c_str());
        put_part("year", true, static_cast<int>(it.year()));
        put_part("month", false, static_cast<unsigned>(it.month()));
        put_part("day", false, static_cast<unsigned>(it.day()));
        yardstick_struct_end(true);
        return true;
    } else if constexpr (requires { it.load(); typename T::value_type; }) {
        put_typed(name, it.load());
        return true;
    } else if constexpr (requires { it.get(); typename T::type; }) {
        put_typed(name, it.get());
        return true;
    } else if constexpr (std::is_base_of_v<std::exception, T>) {
        yardstick_struct(name.c_str());
        put_part("what", true, it.what());
        yardstick_struct_end(true);
        return true;
    } else if constexpr (requires { it.str(); it.rdbuf(); }) {
        put_typed(name, it.str());
        return true;
    } else if constexpr (requires { std::is_eq(it); std::is_lt(it); std::is_gt(it); }) {
        yardstick_shown(name.c_str(), std::is_lt(it) ? "less" : std::is_gt(it) ? "greater" : std::is_eq(it) ? "equal" : "unordered");
        return true;
    } else if constexpr (std::is_empty_v<T> && requires { it == it; }) {
        yardstick_shown(name.c_str(), name.c_str());
        return true;
    } else {
        return false;
    }
}

template <class T> void put_object(const T &it, bool is_pointed) {
    const std::string name = name_of(typeid(it));
    if constexpr (requires { it.native(); it.lexically_normal(); }) {
        put_typed(name, it.native());
    } else if constexpr (requires { it.begin(); it.end(); it.begin() != it.end(); }) {
        yardstick_typed(name.c_str());
        const bool is_multiple = name.find("multi") != std::string::npos;
        if constexpr (requires { typename T::mapped_type; typename T::key_type; it.begin()->second; }) {
            if (is_multiple) put_items("[\"list\",[", it);
            else put_pairs(it);
        } else if constexpr (requires { typename T::key_type; }) {
            put_items(is_multiple ? "[\"list\",[" : "[\"set\",[", it);
        } else {
            put_items("[\"list\",[", it);
        }
        yardstick_raw("]");
    } else if constexpr (requires { it.has_value(); *it; typename T::value_type; }) {
        if (it.has_value()) return put_typed(name, *it);
        if constexpr (requires { it.error(); }) {
            yardstick_struct(name.c_str());
            put_part("error", true, it.error());
            yardstick_struct_end(true);
        } else {
            put_typed(name, nullptr);
        }
    } else if constexpr (requires { it.get(); typename T::element_type; !it; }) {
        if (!it) return put_typed(name, nullptr);
        yardstick_typed(name.c_str());
        // Of an array behind a pointer the length is not known.
        if constexpr (requires { *it; } && !std::is_array_v<typename T::element_type>) put_pointed(*it);
        else yardstick_shown("pointer", "<pointer>");
        yardstick_raw("]");
    } else if constexpr (requires { it.lock(); typename T::element_type; it.expired(); }) {
        const auto locked = it.lock();
        yardstick_typed(name.c_str());
        if (locked) put_pointed(*locked);
        else yardstick_raw("\"null\"");
        yardstick_raw("]");
    } else if constexpr (requires { std::tuple_size<T>::value; requires std::tuple_size<T>::value == 0 || requires { std::get<0>(it); }; }) {
        put_tuple(it);
    } else if constexpr (requires { typename T::container_type; typename T::value_type; it.empty(); } && !std::is_final_v<T>) {
        if constexpr (requires { typename T::value_compare; it.top(); } && std::is_copy_constructible_v<T>) {
            // As it gives them out: where they lie inside depends on the order in which they came.
            yardstick_typed(name.c_str());
            yardstick_raw("[\"list\",[");
            T left = it;
            for (bool is_first = true; !left.empty() && yardstick_node(); is_first = false) {
                if (!is_first) yardstick_raw(",");
                put(left.top());
                left.pop();
            }
            yardstick_raw("]]]");
        } else if constexpr (requires { Inside<T>::of(it); }) {
            yardstick_typed(name.c_str());
            put_items("[\"list\",[", Inside<T>::of(it));
            yardstick_raw("]");
        } else {
            yardstick_named(name.c_str());
        }
    } else if (!put_of_library(it, name)) {
        if (is_pointed) yardstick_numbered(&it);
        const bool is_put = yardstick_put_fields(it, name);
        yardstick_numbered(nullptr);
        if (is_put) return;
        // A class without anything in it says everything by its name.
        if (std::is_empty_v<T> && std::string_view(name) == name_of(typeid(T))) yardstick_shown(name.c_str(), name.c_str());
        else yardstick_named(name.c_str());
    }
}

/* Writes a value. Of classes of the submission no function is called, unless they can be gone through like a container. */
template <class T> void put(const T &it) {
    if (!yardstick_node()) return yardstick_raw("\"none\"");
    const Deeper deeper;
    if (!deeper.is_fine) return yardstick_named("value that lies too deep");
    if constexpr (std::is_same_v<T, bool>) yardstick_raw(it ? "\"true\"" : "\"false\"");
    else if constexpr (std::is_same_v<T, std::nullptr_t>) yardstick_raw("\"null\"");
    else if constexpr (std::is_integral_v<T> && sizeof(T) > sizeof(long long)) yardstick_named(name_of(typeid(T)).c_str());
    else if constexpr (std::is_integral_v<T>) put_whole(name_of_whole<T>(), it);
    else if constexpr (std::is_same_v<T, float>) yardstick_real("float", it);
    else if constexpr (std::is_same_v<T, long double>) yardstick_long_real(&it);
    else if constexpr (std::is_floating_point_v<T>) yardstick_real(nullptr, static_cast<double>(it));
    else if constexpr (std::is_enum_v<T>) {
        put_typed(name_of(typeid(T)), static_cast<std::conditional_t<(sizeof(T) > sizeof(int)), long long, int>>(it));
    } else if constexpr (std::is_pointer_v<T>) {
        if (!it) yardstick_raw("\"null\"");
        else if constexpr (std::is_same_v<T, char *> || std::is_same_v<T, const char *>) yardstick_text(it, std::string_view(it).size());
        else yardstick_shown("pointer", "<pointer>");
    } else if constexpr (std::is_array_v<T>) {
        if constexpr (std::is_same_v<std::remove_cv_t<std::remove_extent_t<T>>, char>) {
            const std::string_view all(it, std::extent_v<T>);
            yardstick_text(it, all.substr(0, all.find('\0')).size());
        } else {
            put_items("[\"list\",[", it);
        }
    } else if constexpr (std::is_convertible_v<const T &, std::string_view>) {
        const std::string_view text = it;
        yardstick_text(text.data(), text.size());
    } else if constexpr (std::is_class_v<T>) put_object(it, false);
    else yardstick_named(name_of(typeid(T)).c_str());
}

/* Records what was thrown, in a handler. */
inline void raised() {
    try {
        throw;
    } catch (const std::exception &error) {
        yardstick_raised(name_of(typeid(error)).c_str(), error.what());
    } catch (const char *text) {
        yardstick_raised("const char*", text);
    } catch (const std::string &text) {
        yardstick_raised("std::string", text.c_str());
    } catch (...) {
        const std::type_info *type = abi::__cxa_current_exception_type();
        yardstick_raised(type ? name_of(*type).c_str() : "exception", "");
    }
}

/* Answers a line that is an expression. */
template <class F> void value(F line) {
    using T = decltype(line());
    if constexpr (std::is_void_v<T>) {
        try {
            line();
        } catch (...) {
            return raised();
        }
        yardstick_open();
        yardstick_raw("\"none\"");
        yardstick_close();
    } else {
        const auto answer = [&]() -> bool {
            bool is_read = false;
            try {
                auto &&it = line();
                is_read = true;
                yardstick_open();
                if constexpr (std::is_base_of_v<std::ios_base, std::remove_reference_t<T>>) yardstick_raw("\"none\"");
                else put<std::remove_cvref_t<T>>(it);
            } catch (...) {
                if (!is_read) {
                    raised();
                    return false;
                }
                yardstick_unread();
            }
            return true;
        };
        if (answer()) yardstick_close();
    }
}

/* Answers a line that asks for several values from a pointer on. */
template <class F> void items(F line, long long count) {
    try {
        const auto *it = line();
        yardstick_open();
        if (!it) {
            yardstick_raw("\"null\"");
        } else {
            yardstick_raw("[\"list\",[");
            for (long long at = 0; at < count && yardstick_node(); at++) {
                if (at > 0) yardstick_raw(",");
                put(it[at]);
            }
            yardstick_raw("]]");
        }
    } catch (...) {
        return raised();
    }
    yardstick_close();
}

/* Answers a line that is a statement. */
template <class F> void statement(F line) {
    try {
        line();
    } catch (...) {
        return raised();
    }
    yardstick_none();
}

}

/* The names that are used behind the header: no macro is called so. */
inline bool yardstick_is_called(const std::string &name, const char *written) { return yardstick::is_called(name, written); }
template <class T> void yardstick_put_field(const char *name, bool is_first, const T &it) { yardstick::put_part(name, is_first, it); }
template <class F> void yardstick_value(F line) { yardstick::value(line); }
template <class F> void yardstick_items(F line, long long count) { yardstick::items(line, count); }
template <class F> void yardstick_statement(F line) { yardstick::statement(line); }
inline void yardstick_thrown() { yardstick::raised(); }
inline void yardstick_flush() { std::cout.flush(); }

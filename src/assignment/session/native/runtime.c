// Answers one session in C or C++: the program that loads it, and writes a record for each of its lines to descriptor 3.
//
// The lines are in a shared object that names the submission as the first library in which its names are looked up, so a
// function of the submission counts more than one of the C library with the same name. This program itself is not touched
// by what the submission defines.
//
// Standard output gets a mark before each line, behind each line, and at last, so the grader knows what each line printed.
// The expected answers are not here.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <float.h>
#include <link.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

// The largest value that is written: values inside it, bytes of text, bytes of its record, levels of nesting.
enum { MOST_NODES = 200000, MOST_TEXT = 4 << 20, MOST_RECORD = 24 << 20, MOST_DEPTH = 190 };

static char record[MOST_RECORD];
static size_t used;
static size_t nodes;
static size_t characters;
static int is_full;
static int depth;
// Where the value of a line begins in its record.
static size_t value_at;

// The objects to which pointers have led, in the order of their first meeting, and how many there are.
static struct { const void *at; unsigned long class; } met[MOST_NODES];
static size_t met_count;
// Where the number of an object is found: behind the place that its address gives.
static unsigned met_at[1 << 19];
// The object whose structure is written next, and those whose structures are not ended yet: their numbers, or 0.
static const void *pointed;
static unsigned opened[MOST_NODES];
static size_t opened_count;
static char mark[40];
static int stop = -1;
// Standard output, even if the submission closes it.
static int output = 1;

// The submission.
#define LIBRARY "./.yardstick-library.so"

typedef void Fields(int code, const void *at);

static void append(const char *bytes, size_t length) {
    if (length > MOST_RECORD - used) is_full = 1;
    if (is_full) return;
    memcpy(record + used, bytes, length);
    used += length;
}

/* Appends a part of a record as it is. */
void yardstick_raw(const char *text) {
    append(text, strlen(text));
}

/* Tells whether one more value may be written. */
int yardstick_node(void) {
    if (++nodes > MOST_NODES) is_full = 1;
    return !is_full;
}

static void write_all(int descriptor, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = write(descriptor, bytes, length);
        if (written <= 0) _exit(1);
        bytes += written;
        length -= (size_t)written;
    }
}

static void (*flush_more)(void);

static void print_mark(void) {
    if (flush_more) flush_more();
    fflush(stdout);
    write_all(output, mark, sizeof mark);
}

static void finish(void) {
    _exit(0);
}

/* Sets what else is flushed before what a line printed is known. */
void yardstick_flushes(void (*flush)(void)) {
    flush_more = flush;
}

static void append_escaped(const unsigned char *bytes, size_t length) {
    static const char digits[] = "0123456789abcdef";
    for (size_t at = 0; at < length && !is_full; at++) {
        unsigned char byte = bytes[at];
        if (byte == '"' || byte == '\\' || byte < ' ' || byte == 0x7f) {
            char escaped[6] = {'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15]};
            append(escaped, 6);
        } else {
            append((const char *)bytes + at, 1);
        }
    }
}

/* Returns the length of the UTF-8 character at the beginning of a text; 0 if there is none. */
static size_t character_at(const unsigned char *text, size_t left) {
    unsigned char first = text[0];
    size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (length == 0 || length > left) return 0;
    for (size_t at = 1; at < length; at++) {
        if ((text[at] & 0xc0) != 0x80) return 0;
    }
    if (length == 3 && ((first == 0xe0 && text[1] < 0xa0) || (first == 0xed && text[1] > 0x9f))) return 0;
    if (length == 4 && ((first == 0xf0 && text[1] < 0x90) || (first == 0xf4 && text[1] > 0x8f))) return 0;
    return length;
}

/* Appends a name: what is no text in it is left out. */
void yardstick_name(const char *text) {
    const unsigned char *bytes = (const unsigned char *)text;
    size_t left = strnlen(text, 2000);
    append("\"", 1);
    while (left > 0) {
        size_t length = character_at(bytes, left);
        append_escaped(bytes, length);
        length += length == 0;
        bytes += length;
        left -= length;
    }
    append("\"", 1);
}

/* Appends the value of a text: as text if it is one, and as bytes if it is none. */
void yardstick_text(const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    characters += length;
    if (characters > MOST_TEXT) is_full = 1;
    if (is_full) return;
    size_t at = 0;
    while (at < length) {
        size_t one = character_at(bytes + at, length - at);
        if (one == 0) break;
        at += one;
    }
    if (at == length) {
        yardstick_raw("[\"str\",\"");
        append_escaped(bytes, length);
    } else {
        yardstick_raw("[\"bytes\",\"");
        for (at = 0; at < length; at++) {
            char pair[3];
            snprintf(pair, sizeof pair, "%02x", bytes[at]);
            append(pair, 2);
        }
    }
    yardstick_raw("\"]");
}

/* Begins an object of a class, of which the content is to follow. */
void yardstick_typed(const char *class) {
    yardstick_raw("[\"object\",");
    yardstick_name(class);
    yardstick_raw(",null,[],[],");
}

/* Appends an object of which only the class is known. */
void yardstick_named(const char *class) {
    yardstick_raw("[\"object\",");
    yardstick_name(class);
    yardstick_raw("]");
}

/* Appends an object of which a text says everything. */
void yardstick_shown(const char *class, const char *text) {
    yardstick_raw("[\"object\",");
    yardstick_name(class);
    yardstick_raw(",");
    yardstick_name(text);
    yardstick_raw(",[],[],null]");
}

/* Goes so many values deeper, or back; tells whether that is not too deep. */
int yardstick_deepen(int more) {
    depth += more;
    return depth <= MOST_DEPTH;
}

/* The name of a class, as a number. */
static unsigned long sum_of(const char *class) {
    unsigned long sum = 14695981039346656037ul;
    while (*class) sum = (sum ^ (unsigned char)*class++) * 1099511628211ul;
    return sum;
}

/* Returns where the number of an object is, or is to be. */
static unsigned *place_of(const void *at, unsigned long class) {
    size_t place = ((unsigned long)at * 11400714819323198485ul) >> 45;
    for (;; place = (place + 1) % (sizeof met_at / sizeof *met_at)) {
        unsigned number = met_at[place];
        if (!number || (met[number - 1].at == at && met[number - 1].class == class)) return met_at + place;
    }
}

/* Appends the number of an object to which a pointer has led before; tells whether one has. */
int yardstick_met(const void *at, const char *class) {
    char digits[32];
    unsigned number = *place_of(at, sum_of(class));
    if (!number) return 0;
    yardstick_raw("[\"met\",");
    yardstick_name(class);
    snprintf(digits, sizeof digits, ",%u]", number);
    yardstick_raw(digits);
    return 1;
}

/* Sets of which object the next structure is, if it is one to which a pointer leads. */
void yardstick_numbered(const void *at) {
    pointed = at;
}

/* Appends an integer. `class` is the name of its type, or null for `int`. */
void yardstick_integer(const char *class, int is_negative, unsigned long long size) {
    char number[64];
    snprintf(number, sizeof number, "[\"int\",\"%s%llx\"]", is_negative && size ? "-" : "", size);
    if (class) yardstick_typed(class);
    yardstick_raw(number);
    if (class) yardstick_raw("]");
}

/* Appends a number with a fraction. `class` is the name of its type, or null for `double`. */
void yardstick_real(const char *class, double value) {
    unsigned long long bits;
    char number[64];
    memcpy(&bits, &value, sizeof bits);
    snprintf(number, sizeof number, "[\"float\",\"%016llx\"]", bits);
    if (class) yardstick_typed(class);
    yardstick_raw(number);
    if (class) yardstick_raw("]");
}

/* Appends a `long double`: the nearest `double`, and all of its digits. */
void yardstick_long_real(const void *at) {
    long double number;
    char digits[80];
    memcpy(&number, at, sizeof number);
    if (number == number) snprintf(digits, sizeof digits, "%.*Le", LDBL_DECIMAL_DIG - 1, number == 0 ? 0.0L : number);
    else memcpy(digits, "nan", sizeof "nan");
    yardstick_raw("[\"object\",\"long double\",\"");
    yardstick_raw(digits);
    yardstick_raw("\",[],[],");
    yardstick_real(NULL, (double)number);
    yardstick_raw("]");
}

#define SIGNED(class, type) { \
    type number; \
    memcpy(&number, at, sizeof number); \
    yardstick_integer(class, number < 0, number < 0 ? -(unsigned long long)number : (unsigned long long)number); \
    break; \
}

#define REAL(class, type) { \
    type number; \
    memcpy(&number, at, sizeof number); \
    yardstick_real(class, (double)number); \
    break; \
}

/* Appends one value that is no array. */
static void put_one(const void *at, int code, Fields *fields) {
    if (!yardstick_node()) return;
    switch (code) {
        case 0: yardstick_raw("\"none\""); break;
        case 1: yardstick_raw(*(const unsigned char *)at ? "\"true\"" : "\"false\""); break;
        case 2: SIGNED("char", char)
        case 3: SIGNED("signed char", signed char)
        case 4: SIGNED("unsigned char", unsigned char)
        case 5: SIGNED("short", short)
        case 6: SIGNED("unsigned short", unsigned short)
        case 7: SIGNED(NULL, int)
        case 8: SIGNED("unsigned int", unsigned int)
        case 9: SIGNED("long", long)
        case 10: SIGNED("unsigned long", unsigned long)
        case 11: SIGNED("long long", long long)
        case 12: SIGNED("unsigned long long", unsigned long long)
        case 13: REAL("float", float)
        case 14: REAL(NULL, double)
        case 15: yardstick_long_real(at); break;
        case 16: {
            const char *text;
            memcpy(&text, at, sizeof text);
            if (text) yardstick_text(text, strnlen(text, MOST_TEXT + 1));
            else yardstick_raw("\"null\"");
            break;
        }
        case 17: {
            const void *pointer;
            memcpy(&pointer, at, sizeof pointer);
            if (pointer) yardstick_shown("pointer", "<pointer>");
            else yardstick_raw("\"null\"");
            break;
        }
        case 18: yardstick_named("struct"); break;
        case 19: yardstick_named("union"); break;
        case 20: yardstick_named("value of a type that cannot be compared"); break;
        default: fields(code, at);
    }
}

/* Appends a value. Its sizes are those of the value and of what lies in it, level by level of arrays. */
void yardstick_put(const void *at, const size_t *sizes, int levels, int code, Fields *fields) {
    const char *item = at;
    if (levels == 0) {
        put_one(at, code, fields);
        return;
    }
    if (!yardstick_node()) return;
    if (levels == 1 && code == 2) {
        yardstick_text(item, strnlen(item, sizes[0]));
        return;
    }
    yardstick_raw("[\"list\",[");
    for (size_t left = sizes[1] ? sizes[0] / sizes[1] : 0; left > 0 && !is_full; left--) {
        yardstick_put(item, sizes + 1, levels - 1, code, fields);
        item += sizes[1];
        if (left > 1) yardstick_raw(",");
    }
    yardstick_raw("]]");
}

/* Appends so many values that lie one behind the other. */
void yardstick_put_items(const void *at, long long count, const size_t *sizes, int levels, int code, Fields *fields) {
    const char *item = at;
    if (!item) {
        yardstick_raw("\"null\"");
        return;
    }
    yardstick_raw("[\"list\",[");
    for (; count > 0 && !is_full; count--) {
        yardstick_put(item, sizes, levels, code, fields);
        item += sizes[0];
        if (count > 1) yardstick_raw(",");
    }
    yardstick_raw("]]");
}

/* Begins a structure. */
void yardstick_struct(const char *class) {
    if (opened_count == MOST_NODES || met_count == MOST_NODES) is_full = 1;
    if (is_full) return;
    unsigned number = 0;
    if (pointed) {
        number = ++met_count;
        met[number - 1].at = pointed;
        met[number - 1].class = sum_of(class);
        *place_of(pointed, sum_of(class)) = number;
    }
    opened[opened_count++] = number;
    pointed = NULL;
    yardstick_raw("[\"object\",");
    yardstick_name(class);
    yardstick_raw(",null,[");
}

/* Begins a field of a structure, which is the first or another one. */
void yardstick_field(const char *name, int is_first) {
    yardstick_raw(is_first ? "[" : "],[");
    yardstick_name(name);
    yardstick_raw(",");
}

/* Ends a structure, which has fields or none. */
void yardstick_struct_end(int has_fields) {
    unsigned number = opened_count ? opened[--opened_count] : 0;
    char end[48];
    yardstick_raw(has_fields ? "]],[],null" : "],[],null");
    snprintf(end, sizeof end, number ? ",%u]" : "]", number);
    yardstick_raw(end);
}

/* Appends the number of an enumeration, with the name of its enumerator; null if none has this number. */
void yardstick_enumerator(const char *name, unsigned int number) {
    char digits[64];
    snprintf(digits, sizeof digits, "%u", number);
    yardstick_raw("[\"object\",\"unsigned int\",");
    yardstick_name(name ? name : digits);
    snprintf(digits, sizeof digits, ",[],[],[\"int\",\"%x\"]]", number);
    yardstick_raw(digits);
}

// What memory that was never set contains.
static int filling;

/* Fills the stack below, so that a variable that was never set is not right by chance. */
static __attribute__((noinline)) void fill_stack(void) {
    char room[256 << 10];
    memset(room, filling, sizeof room);
    __asm__ volatile("" : : "r"(room) : "memory");
}

/* Begins a line. */
void yardstick_begin(int line) {
    if (line == stop) finish();
    fill_stack();
}

static void start_record(void) {
    if (met_count) memset(met_at, 0, sizeof met_at);
    used = nodes = characters = met_count = opened_count = 0;
    is_full = depth = 0;
    pointed = NULL;
}

static void write_record(void) {
    yardstick_raw("}\n");
    write_all(3, record, used);
}

/* Begins the value of a line. */
void yardstick_open(void) {
    print_mark();
    start_record();
    yardstick_raw("{\"value\":");
    value_at = used;
}

/* Replaces a value that turned out to be unreadable. */
void yardstick_unread(void) {
    used = value_at;
    is_full = 0;
    yardstick_named("value that cannot be read");
}

/* Ends the value of a line. */
void yardstick_close(void) {
    print_mark();
    if (is_full) {
        start_record();
        yardstick_raw("{\"value\":[\"object\",\"value too large to compare\"]");
    }
    write_record();
}

/* Ends a line that has no value. */
void yardstick_none(void) {
    print_mark();
    print_mark();
    start_record();
    yardstick_raw("{");
    write_record();
}

/* Ends a line that threw something. */
void yardstick_raised(const char *class, const char *message) {
    print_mark();
    print_mark();
    start_record();
    yardstick_raw("{\"raised\":[");
    yardstick_name(class);
    yardstick_raw(",");
    yardstick_name(message);
    yardstick_raw("]");
    write_record();
}

/* Ends the session. */
void yardstick_end(void) {
    finish();
}

static void make_mark(void) {
    unsigned char bytes[16] = {0};
    if (getrandom(bytes, sizeof bytes, 0) < 0) _exit(1);
    for (size_t at = 0; at < sizeof bytes; at++) snprintf(mark + 2 * at, 3, "%02x", bytes[at]);
    memset(mark + 32, '=', sizeof mark - 32);
}

typedef void Visit(const char *name, const ElfW(Sym) *symbol);

/* Visits the symbols of a shared object. */
static void visit_symbols(struct link_map *map, Visit *visit) {
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    const ElfW(Word) *hash = NULL;
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_SYMTAB) symbols = (const void *)entry->d_un.d_ptr;
        if (entry->d_tag == DT_STRTAB) names = (const void *)entry->d_un.d_ptr;
        if (entry->d_tag == DT_HASH) hash = (const void *)entry->d_un.d_ptr;
    }
    if (!symbols || !names || !hash) return;
    for (size_t at = 1; at < hash[1]; at++) visit(names + symbols[at].st_name, symbols + at);
}

static char *(*demangle)(const char *, char *, size_t *, int *);

/* Writes a name as its source has it. */
static void put_symbol(const char *name) {
    char *shown = demangle ? demangle(name, NULL, NULL, NULL) : NULL;
    yardstick_name(shown ? shown : name);
}

static void *session;

static void put_missing(const char *name, const ElfW(Sym) *symbol) {
    int is_weak = ELF64_ST_BIND(symbol->st_info) == STB_WEAK;
    if (symbol->st_shndx != SHN_UNDEF || is_weak || dlsym(session, name) || dlsym(RTLD_DEFAULT, name)) return;
    yardstick_raw(record[used - 1] == '[' ? "[" : ",[");
    yardstick_name(name);
    yardstick_raw(",");
    put_symbol(name);
    yardstick_raw("]");
}

static void put_defined(const char *name, const ElfW(Sym) *symbol) {
    int is_function = ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_shndx != SHN_UNDEF;
    if (!is_function || (name[0] == '_' && !demangle)) return;
    if (record[used - 1] != '[') yardstick_raw(",");
    put_symbol(name);
}

/* Loads the lines with all that they call. A call that is looked up only when it is made leaves registers of the processor on
   the stack, where a variable that was never set would find them. Where something is missing, only the lines that call it
   are to fail. */
static void *load(const char *path) {
    void *whole = dlopen(path, RTLD_NOW | RTLD_DEEPBIND);
    return whole ? whole : dlopen(path, RTLD_LAZY | RTLD_DEEPBIND);
}

/* The arguments: the shared object with the lines, the line before which the session ends, and the byte that fills memory. */
int main(int count, char **arguments) {
    if (count != 4) return 1;
    stop = atoi(arguments[2]);
    output = fcntl(1, F_DUPFD_CLOEXEC, 100);
    make_mark();
    session = load(arguments[1]);
    const char *failure = session ? NULL : dlerror();
    yardstick_raw("{\"imported\":true,\"mark\":");
    char shown[sizeof mark + 1] = {0};
    memcpy(shown, mark, sizeof mark);
    yardstick_name(shown);
    *(void **)&demangle = dlsym(session ? session : RTLD_DEFAULT, "__cxa_demangle");
    yardstick_raw(",\"missing\":[");
    if (session) visit_symbols(session, put_missing);
    int is_whole = session && record[used - 1] == '[';
    yardstick_raw("],\"there\":[");
    void *library = is_whole ? NULL : dlopen(LIBRARY, RTLD_LAZY);
    if (library) visit_symbols(library, put_defined);
    yardstick_raw("]");
    write_record();
    print_mark();
    if (!session) {
        fprintf(stderr, "%s\n", failure ? failure : "it cannot be loaded");
        fflush(stderr);
        _exit(127);
    }
    struct link_map *map = session;
    const ElfW(Ehdr) *head = (const void *)map->l_addr;
    filling = atoi(arguments[3]);
    mallopt(M_PERTURB, filling);
    ((void (*)(void))(map->l_addr + head->e_entry))();
    finish();
}

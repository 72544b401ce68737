typedef struct { char yardstick_none; } yardstick_nothing;
/* An enumeration that is no other: what it fits is an `unsigned int`. */
enum yardstick_enumeration { yardstick_enumerator_0 };
typedef void yardstick_fields_function(int, const void *);
void yardstick_begin(int);
void yardstick_none(void);
void yardstick_open(void);
void yardstick_close(void);
void yardstick_end(void);
void yardstick_put(const void *, const __SIZE_TYPE__ *, int, int, yardstick_fields_function *);
void yardstick_put_items(const void *, long long, const __SIZE_TYPE__ *, int, int, yardstick_fields_function *);
void yardstick_struct(const char *);
void yardstick_field(const char *, int);
void yardstick_struct_end(int);
void yardstick_enumerator(const char *, unsigned int);
static void yardstick_fields(int, const void *);

#define YARDSTICK_IS_VOID(...) __builtin_types_compatible_p(__typeof__(__VA_ARGS__), void)
/* The type of an expression; that of `void` is a structure, so that there can be a value of it. */
#define YARDSTICK_TYPE(...) \
    __typeof__(__builtin_choose_expr(YARDSTICK_IS_VOID(__VA_ARGS__), (yardstick_nothing){0}, (__VA_ARGS__)))
#define YARDSTICK_DECAYED(t) __typeof__((void)0, *(t *)0)
#define YARDSTICK_IS_ADDRESS(t) (__builtin_classify_type(*(t *)0) == 5)
/* Whether a type is an array: an array becomes a pointer where a value is wanted, and so does a function. */
#define YARDSTICK_IS_ARRAY(t) \
    (YARDSTICK_IS_ADDRESS(t) && !__builtin_types_compatible_p(t, YARDSTICK_DECAYED(t)) \
        && !__builtin_types_compatible_p(t *, YARDSTICK_DECAYED(t)))
#define YARDSTICK_ITEM(t) __typeof__(*__builtin_choose_expr(YARDSTICK_IS_ARRAY(t), *(t *)0, (t *)0))
#define YARDSTICK_CODE(t) \
    _Generic(*(t *)0, yardstick_nothing: 0, _Bool: 1, char: 2, signed char: 3, unsigned char: 4, short: 5, \
        unsigned short: 6, int: 7, unsigned int: YARDSTICK_UNSIGNED(t), long: 9, unsigned long: 10, long long: 11, unsigned long long: 12, \
        float: 13, double: 14, long double: 15, char *: 16, const char *: 16, YARDSTICK_STRUCTS \
        default: YARDSTICK_OTHER(t))
/* An enumeration fits an `unsigned int`, as C says, and no other enumeration. */
#define YARDSTICK_UNSIGNED(t) \
    (__builtin_types_compatible_p(t, enum yardstick_enumeration) ? 8 : YARDSTICK_ENUMERATIONS(t) 8)
#define YARDSTICK_IS(t, enumeration, code) __builtin_types_compatible_p(t, enumeration) ? code :
#define YARDSTICK_OTHER(t) \
    (__builtin_classify_type(*(t *)0) == 5 ? 17 : __builtin_classify_type(*(t *)0) == 12 ? 18 \
        : __builtin_classify_type(*(t *)0) == 13 ? 19 : 20)
/* What is known of a value of a type: its sizes, its levels of arrays, and what lies in them. */
#define YARDSTICK_LEVELS(t) \
    typedef YARDSTICK_ITEM(t) yardstick_1; \
    typedef YARDSTICK_ITEM(yardstick_1) yardstick_2; \
    typedef YARDSTICK_ITEM(yardstick_2) yardstick_3; \
    const __SIZE_TYPE__ yardstick_sizes[] = \
        {sizeof(t), sizeof(yardstick_1), sizeof(yardstick_2), sizeof(yardstick_3)}; \
    const int yardstick_levels = YARDSTICK_IS_ARRAY(t) + YARDSTICK_IS_ARRAY(yardstick_1) + YARDSTICK_IS_ARRAY(yardstick_2); \
    const int yardstick_code = YARDSTICK_CODE(yardstick_3)
/* A line that is an expression. */
#define YARDSTICK_VALUE(...) { \
    typedef YARDSTICK_TYPE(__VA_ARGS__) yardstick_0; \
    YARDSTICK_LEVELS(yardstick_0); \
    __auto_type yardstick_it = __builtin_choose_expr( \
        YARDSTICK_IS_VOID(__VA_ARGS__), ((__VA_ARGS__), (yardstick_nothing){0}), (__VA_ARGS__)); \
    yardstick_open(); \
    yardstick_put(YARDSTICK_IS_ARRAY(yardstick_0) ? *(const void **)&yardstick_it : (const void *)&yardstick_it, \
        yardstick_sizes, yardstick_levels, yardstick_code, yardstick_fields); \
    yardstick_close(); \
}
/* A line that asks for several values from a pointer on. */
#define YARDSTICK_ITEMS(count, ...) { \
    const long long yardstick_count = (count); \
    __auto_type yardstick_it = (__VA_ARGS__); \
    typedef __typeof__(*yardstick_it) yardstick_0; \
    YARDSTICK_LEVELS(yardstick_0); \
    yardstick_open(); \
    yardstick_put_items(yardstick_it, yardstick_count, yardstick_sizes, yardstick_levels, yardstick_code, yardstick_fields); \
    yardstick_close(); \
}
/* A field of a structure. */
#define YARDSTICK_FIELD(place) { \
    typedef __typeof__(place) yardstick_0; \
    YARDSTICK_LEVELS(yardstick_0); \
    yardstick_put(&(place), yardstick_sizes, yardstick_levels, yardstick_code, yardstick_fields); \
}

// The functions of the library `cs50` that programs of courses call, in one header of yardstick's own. Each asks again until a line is
// what it should be, and gives back the largest value, or NULL, where the input ends.
#ifndef YARDSTICK_CS50_H
#define YARDSTICK_CS50_H

#include <errno.h>
#include <float.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef char *string;

#define CS50_UNUSED __attribute__((unused))

// One line of input without its end; NULL where there is none.
static char *cs50_line(const char *prompt, va_list arguments)
{
    if (prompt != NULL)
    {
        vprintf(prompt, arguments);
        fflush(stdout);
    }
    size_t length = 0, room = 64;
    char *line = malloc(room);
    int sign = EOF;
    while (line != NULL && (sign = fgetc(stdin)) != EOF && sign != '\n')
    {
        if (length + 2 > room)
        {
            char *larger = realloc(line, room *= 2);
            if (larger == NULL)
            {
                free(line);
                return NULL;
            }
            line = larger;
        }
        line[length++] = (char) sign;
    }
    if (line == NULL || (length == 0 && sign == EOF))
    {
        free(line);
        return NULL;
    }
    if (length > 0 && line[length - 1] == '\r')
    {
        length--;
    }
    line[length] = '\0';
    return line;
}

// The lines that were given out, so that all of them are freed when the program ends.
static char **cs50_lines = NULL;
static size_t cs50_count = 0;

static void cs50_free(void)
{
    for (size_t at = 0; at < cs50_count; at++)
    {
        free(cs50_lines[at]);
    }
    free(cs50_lines);
    cs50_lines = NULL;
    cs50_count = 0;
}

CS50_UNUSED static string get_string(const char *prompt, ...)
{
    va_list arguments;
    va_start(arguments, prompt);
    char *line = cs50_line(prompt, arguments);
    va_end(arguments);
    char **larger = line == NULL ? NULL : realloc(cs50_lines, (cs50_count + 1) * sizeof *cs50_lines);
    if (larger != NULL)
    {
        if (cs50_lines == NULL)
        {
            atexit(cs50_free);
        }
        cs50_lines = larger;
        cs50_lines[cs50_count++] = line;
    }
    return line;
}

// Asks with `read`, a statement that sets `value` from `line` and `is_read`, until it can.
#define CS50_ASK(type, largest, read)                                     \
    while (true)                                                          \
    {                                                                     \
        va_list arguments;                                                \
        va_start(arguments, prompt);                                      \
        char *line = cs50_line(prompt, arguments);                        \
        va_end(arguments);                                                \
        if (line == NULL)                                                 \
        {                                                                 \
            return largest;                                               \
        }                                                                 \
        char *end = line;                                                 \
        bool is_read = line[0] != '\0' && strchr(" \t", line[0]) == NULL; \
        type value;                                                       \
        errno = 0;                                                        \
        read;                                                             \
        is_read = is_read && *end == '\0' && errno == 0;                  \
        free(line);                                                       \
        if (is_read)                                                      \
        {                                                                 \
            return value;                                                 \
        }                                                                 \
    }

CS50_UNUSED static char get_char(const char *prompt, ...)
{
    CS50_ASK(char, CHAR_MAX, (value = line[0], end = line + strlen(line), is_read = strlen(line) == 1))
}

CS50_UNUSED static long get_long(const char *prompt, ...)
{
    CS50_ASK(long, LONG_MAX, (value = strtol(line, &end, 10), is_read = is_read && value < LONG_MAX))
}

CS50_UNUSED static int get_int(const char *prompt, ...)
{
    CS50_ASK(int, INT_MAX, {
        long whole = strtol(line, &end, 10);
        is_read = is_read && whole >= INT_MIN && whole < INT_MAX;
        value = (int) whole;
    })
}

CS50_UNUSED static long long get_long_long(const char *prompt, ...)
{
    CS50_ASK(long long, LLONG_MAX, (value = strtoll(line, &end, 10), is_read = is_read && value < LLONG_MAX))
}

CS50_UNUSED static double get_double(const char *prompt, ...)
{
    CS50_ASK(double, DBL_MAX, (value = strtod(line, &end), is_read = is_read && strpbrk(line, "XxEePp") == NULL))
}

CS50_UNUSED static float get_float(const char *prompt, ...)
{
    CS50_ASK(float, FLT_MAX, (value = strtof(line, &end), is_read = is_read && strpbrk(line, "XxEePp") == NULL))
}

#endif

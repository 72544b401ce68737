/* A gcc.exe for Wine: has the compiler for Windows that runs on Linux do the work, and waits for it.
 *
 * Wine starts programs of Linux, and does not tell how they end; so a shell writes that into a file, last of all.
 * Paths of drive Z: are those of Linux. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static char line[32768];

static void add(const char *text) { strncat(line, text, sizeof line - strlen(line) - 1); }

/* Adds an argument: a path as Linux has it, in quotes for CommandLineToArgvW. */
static void add_argument(const char *argument) {
    char one[2] = { 0, 0 };
    add(" \"");
    for (const char *at = argument; *at; at++) {
        if ((at[0] == 'Z' || at[0] == 'z') && at[1] == ':' && (at[2] == '\\' || at[2] == '/')) { at++; continue; }
        one[0] = *at == '\\' ? '/' : *at;
        if (*at == '"') add("\\");
        add(one);
    }
    add("\"");
}

/* Passes on what the compiler wrote into a file, and removes it. */
static void pass_on(const char *end, const char *ending, FILE *to) {
    char name[80], some[4096];
    size_t length;
    snprintf(name, sizeof name, "%s%s", end, ending);
    FILE *from = fopen(name, "r");
    while (from && (length = fread(some, 1, sizeof some, from)) > 0) fwrite(some, 1, length, to);
    if (from) fclose(from);
    remove(name);
}

int main(int count, char **arguments) {
    char end[64];
    snprintf(end, sizeof end, "Z:/tmp/gcc-%lu-%lu", (unsigned long)GetCurrentProcessId(), (unsigned long)GetTickCount());
    add("/bin/sh -c \"end=$1; shift; " COMPILER " \\\"$@\\\" > $end.out 2> $end.err; echo $? > $end.new; mv $end.new $end\" sh ");
    add(end + 2);
    for (int i = 1; i < count; i++) add_argument(arguments[i]);
    STARTUPINFOA start = { sizeof start };
    PROCESS_INFORMATION process;
    if (!CreateProcessA("Z:\\bin\\sh", line, NULL, NULL, TRUE, 0, NULL, NULL, &start, &process)) {
        fprintf(stderr, "gcc.exe: no shell can be started: %lu\n", (unsigned long)GetLastError());
        return 1;
    }
    FILE *file;
    for (int waited = 0; !(file = fopen(end, "r")); waited += 5) {
        if (waited > 120000) {
            fprintf(stderr, "gcc.exe: the compiler does not end\n");
            return 1;
        }
        Sleep(5);
    }
    int code = 1;
    if (fscanf(file, "%d", &code) != 1) code = 1;
    fclose(file);
    remove(end);
    pass_on(end, ".out", stdout);
    pass_on(end, ".err", stderr);
    return code;
}

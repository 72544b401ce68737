/* Built into a sanitized program, as C or as C++: what its sanitizers find goes to descriptor 3, and so does memory that is never
   freed. The leak checker of the sanitizers would have to trace the program, which no program in the sandbox may. */

#pragma GCC system_header

/* The profile of the language takes these words away from a submission (`profiles.yaml`). */
#undef no_sanitize

#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define OWN __attribute__((no_sanitize("address", "undefined")))

#ifdef __cplusplus
extern "C" {
#endif
void __sanitizer_set_report_fd(void *fd);
void __sanitizer_set_death_callback(void (*callback)(void));
void __sanitizer_symbolize_pc(void *pc, const char *format, char *out, size_t size);
size_t __sanitizer_get_allocated_size(const volatile void *at);
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, size_t),
                                              void (*on_free)(const volatile void *));
size_t __asan_get_alloc_stack(void *at, void **trace, size_t size, int *thread);
void __ubsan_get_current_report_data(const char **kind, const char **message, const char **file, unsigned *line,
                                     unsigned *column, char **address);
void __ubsan_on_report(void);

/* A program expects descriptor 3 to be free, so ours is a high one. */
static int yardstick_channel = -1;

/* The sanitizers have a descriptor of their own: they close it when they begin to report. */
static int yardstick_theirs = -1;

/* In a process that was forked, the sanitizers close what they have from its parent, unless they are told again. */
OWN static void yardstick_give_theirs(void) { __sanitizer_set_report_fd((void *)(intptr_t)yardstick_theirs); }

/* What was printed is not lost when a sanitizer ends the program. */
OWN static void yardstick_flush(void) { fflush(0); }

/* The undefined-behaviour sanitizer calls this before it ends the program. It prints its report on a standard error of its own. */
OWN void __ubsan_on_report(void) {
  const char *kind, *message, *file;
  unsigned line, column;
  char *address;
  __ubsan_get_current_report_data(&kind, &message, &file, &line, &column, &address);
  dprintf(yardstick_channel, "undefined %s\n%s:%u\n%s\n", kind, file, line, message);
  yardstick_flush();
  int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0) dup2(nowhere, 2);
}

/* The blocks that are not freed yet: a hash table without links, in which 1 is a place that was used before. */
static uintptr_t *yardstick_places;
static size_t yardstick_size, yardstick_used;
static volatile int yardstick_lock;

OWN static size_t yardstick_slot(uintptr_t at) {
  size_t slot = (size_t)((at >> 4) * (uintptr_t)0x9E3779B97F4A7C15u) & (yardstick_size - 1);
  while (yardstick_places[slot] != 0 && yardstick_places[slot] != at) slot = (slot + 1) & (yardstick_size - 1);
  return slot;
}

OWN static int yardstick_grow(void) {
  size_t old_size = yardstick_size, size = old_size ? old_size * 2 : (size_t)1 << 12;
  uintptr_t *old = yardstick_places;
  void *made = mmap(0, size * sizeof *old, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (made == MAP_FAILED) return 0;
  yardstick_places = (uintptr_t *)made;
  yardstick_size = size;
  yardstick_used = 0;
  for (size_t slot = 0; slot < old_size; slot++) {
    if (old[slot] <= 1) continue;
    yardstick_places[yardstick_slot(old[slot])] = old[slot];
    yardstick_used++;
  }
  if (old) munmap(old, old_size * sizeof *old);
  return 1;
}

OWN static void yardstick_on_malloc(const volatile void *at, size_t size) {
  (void)size;
  while (__sync_lock_test_and_set(&yardstick_lock, 1)) {}
  if (yardstick_used * 2 < yardstick_size || yardstick_grow()) {
    size_t slot = yardstick_slot((uintptr_t)at);
    if (yardstick_places[slot] == 0) yardstick_used++;
    yardstick_places[slot] = (uintptr_t)at;
  }
  __sync_lock_release(&yardstick_lock);
}

OWN static void yardstick_on_free(const volatile void *at) {
  while (__sync_lock_test_and_set(&yardstick_lock, 1)) {}
  if (at && yardstick_size) {
    size_t slot = yardstick_slot((uintptr_t)at);
    if (yardstick_places[slot] == (uintptr_t)at) yardstick_places[slot] = 1;
  }
  __sync_lock_release(&yardstick_lock);
}
#ifdef __cplusplus
}
#endif

enum { DEPTH = 24, SITES = 64 };

/* Blocks that were asked for by the same calls. */
struct yardstick_site {
  void *trace[DEPTH];
  size_t depth, blocks, bytes;
};
static struct yardstick_site yardstick_sites[SITES];

/* Whether a block was asked for by the program itself, or by a function whose block it has to free. */
OWN static int yardstick_is_own(const struct yardstick_site *site) {
  static const char *const given[] = {"getdelim", "getline", "asprintf", "fopen", "fdopen", "opendir", "realpath", "getcwd"};
  char own[300], module[300], function[300];
  __sanitizer_symbolize_pc((void *)(uintptr_t)&yardstick_is_own, "%m", own, sizeof own);
  for (size_t at = 0; at < site->depth; at++) {
    __sanitizer_symbolize_pc(site->trace[at], "%m", module, sizeof module);
    if (strstr(module, "libasan") || strstr(module, "libubsan")) continue;
    if (!strcmp(module, own)) return 1;
    __sanitizer_symbolize_pc(site->trace[at], "%f", function, sizeof function);
    for (size_t number = 0; number < sizeof given / sizeof *given; number++)
      if (strstr(function, given[number])) return 1;
    return 0;
  }
  return 0;
}

/* The process that is watched: what it forks need not say how it ends. */
static int yardstick_process;

OWN static void yardstick_look(int status) {
  if (getpid() == yardstick_process) dprintf(yardstick_channel, "ended\n");
  /* Whoever gives up in the middle of something need not free what is under way. */
  if (status != 0) return;
  size_t known = 0;
  for (size_t slot = 0; slot < yardstick_size; slot++) {
    uintptr_t at = yardstick_places[slot];
    if (at <= 1) continue;
    struct yardstick_site here;
    memset(&here, 0, sizeof here);
    int thread;
    here.depth = __asan_get_alloc_stack((void *)at, here.trace, DEPTH, &thread);
    size_t number = 0;
    while (number < known && memcmp(yardstick_sites[number].trace, here.trace, sizeof here.trace)) number++;
    if (number == SITES) continue;
    if (number == known) yardstick_sites[known++] = here;
    yardstick_sites[number].blocks++;
    yardstick_sites[number].bytes += __sanitizer_get_allocated_size((void *)at);
  }
  for (size_t number = 0; number < known; number++) {
    struct yardstick_site *site = &yardstick_sites[number];
    char said[600];
    if (!yardstick_is_own(site)) continue;
    dprintf(yardstick_channel, "leak %zu %zu\n", site->blocks, site->bytes);
    for (size_t at = 0; at < site->depth; at++) {
      __sanitizer_symbolize_pc(site->trace[at], "%f %S", said, sizeof said);
      dprintf(yardstick_channel, "    #0 0x0 in %s\n", said);
    }
  }
}

OWN static void yardstick_at_end(int status, void *unused) {
  (void)unused;
  if (status == 0) yardstick_flush();
  yardstick_look(status);
}

/* The linker calls these in the place of the functions that end a program without coming back from `main` (`--wrap`). */
#ifdef __cplusplus
extern "C" {
#endif
void __real_quick_exit(int status) __attribute__((noreturn));
void __wrap__exit(int status) __attribute__((noreturn));
void __wrap__Exit(int status) __attribute__((noreturn));
void __wrap_quick_exit(int status) __attribute__((noreturn));

static volatile int yardstick_status;
OWN static void yardstick_at_quick_end(void) { yardstick_look(yardstick_status); }

OWN void __wrap__exit(int status) {
  yardstick_look(status);
  for (;;) syscall(SYS_exit_group, status);
}
OWN void __wrap__Exit(int status) { __wrap__exit(status); }
OWN void __wrap_quick_exit(int status) {
  yardstick_status = status;
  __real_quick_exit(status);
}
#ifdef __cplusplus
}
#endif

/* Whoever has the program run in its own place with other options would have its sanitizers look away. */
OWN static void yardstick_insist(const char *option) {
  for (char **given = environ; *given; given++) {
    size_t at = 0;
    while (option[at] && option[at] != '=' && option[at] == (*given)[at]) at++;
    if (option[at] != '=' || (*given)[at] != '=') continue;
    while (option[at] && option[at] == (*given)[at]) at++;
    if (option[at] == (*given)[at]) continue;
    dprintf(2, "the options of the sanitizers were changed\n");
    for (;;) syscall(SYS_exit_group, 1);
  }
}

/* Before any other constructor, so that what these register is carried out before the end is looked at. */
__attribute__((constructor(101))) OWN static void yardstick_begin(void) {
  YARDSTICK_INSISTS
  /* Where a side file takes its place (`src/base/sandbox/plain/channel.rs`), descriptor 3 is free. */
  const char *side = getenv("YARDSTICK_SIDE");
  int given = side ? open(side, O_WRONLY | O_APPEND) : 3;
  yardstick_channel = fcntl(given, F_DUPFD_CLOEXEC, 200);
  if (yardstick_channel < 0) return;
  close(given);
  unsetenv("YARDSTICK_SIDE");
  yardstick_theirs = fcntl(yardstick_channel, F_DUPFD_CLOEXEC, 200);
  if (yardstick_theirs >= 0) {
    yardstick_give_theirs();
    pthread_atfork(0, 0, yardstick_give_theirs);
  }
  __sanitizer_set_death_callback(yardstick_flush);
  __sanitizer_install_malloc_and_free_hooks(yardstick_on_malloc, yardstick_on_free);
  on_exit(yardstick_at_end, 0);
  at_quick_exit(yardstick_at_quick_end);
  yardstick_process = getpid();
  dprintf(yardstick_channel, "watched\n");
}

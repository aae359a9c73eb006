/* Writes down what a process does to the files of one folder, in order, and what it says on its
   sockets between: loaded before libc (LD_PRELOAD), so that a test can work out what a disk may
   hold at any moment at which the power fails. See power_cut.py for the format and the model.

   POWER_CUT_FOLDER  the folder, an absolute path
   POWER_CUT_LOG     where to write */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN = 1, WRITE, TRUNCATE, SYNC, UNLINK, RENAME, LINK, SAID, MAKE_FOLDER, REMOVE_FOLDER };
enum { CREATED = 1, EMPTIED = 2, FOLDER = 4 };
enum { MOST = 65536 };

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static char watched[MOST];
static char appends[MOST];
static const char *folder;
static int sink = -1;

#define REAL(name) ((__typeof__(&name))real(#name))
static void *real(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

__attribute__((constructor)) static void begin(void) {
    const char *log = getenv("POWER_CUT_LOG");
    folder = getenv("POWER_CUT_FOLDER");
    if (!log || !folder) return;
    sink = REAL(open)(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (sink < 0) abort();
}

static int ours(const char *path) {
    size_t length = folder ? strlen(folder) : 0;
    return sink >= 0 && path && !strncmp(path, folder, length) &&
           (path[length] == '/' || !path[length]);
}

/* A path that is relative to an open folder, written out. */
static const char *full(int at, const char *path, char *room) {
    if (sink < 0 || !path || path[0] == '/' || at < 0) return path;
    char name[64];
    snprintf(name, sizeof name, "/proc/self/fd/%d", at);
    ssize_t length = readlink(name, room, PATH_MAX - 1);
    if (length < 0 || length + strlen(path) + 2 > PATH_MAX) return path;
    room[length] = '/';
    strcpy(room + length + 1, path);
    return room;
}

/* Called with the turn taken. */
static void put(uint32_t what, uint32_t fd, uint64_t offset, const void *first, uint32_t length,
                const void *second, uint32_t more) {
    uint32_t head[6] = {what, fd, (uint32_t)offset, (uint32_t)(offset >> 32), length, more};
    struct iovec parts[3] = {
        {head, sizeof head}, {(void *)first, length}, {(void *)second, more}};
    if (REAL(writev)(sink, parts, 3) != (ssize_t)(sizeof head + length + more)) abort();
}

#define TURN int was; pthread_mutex_lock(&turn)
#define DONE was = errno; pthread_mutex_unlock(&turn); errno = was

static int opened(int fd, const char *path, int flags, int was_there) {
    if (fd < 0 || fd >= MOST) return fd;
    watched[fd] = 0;
    if (!ours(path) || (flags & O_TMPFILE) == O_TMPFILE) return fd;
    struct stat is;
    fstat(fd, &is);
    uint64_t kind = S_ISDIR(is.st_mode) ? FOLDER : 0;
    if ((flags & O_CREAT) && !was_there) kind |= CREATED;
    if (flags & O_TRUNC) kind |= EMPTIED;
    watched[fd] = kind & FOLDER ? 2 : 1;
    appends[fd] = !!(flags & O_APPEND);
    put(OPEN, fd, kind, path, strlen(path), 0, 0);
    return fd;
}

static mode_t mode_of(int flags, va_list rest) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
}

#define OPENER(name)                                                  \
    int name(const char *path, int flags, ...) {                      \
        va_list rest;                                                 \
        va_start(rest, flags);                                        \
        mode_t mode = mode_of(flags, rest);                           \
        va_end(rest);                                                 \
        TURN;                                                         \
        int there = ours(path) && !access(path, F_OK);                \
        int fd = opened(REAL(name)(path, flags, mode), path, flags, there); \
        DONE;                                                         \
        return fd;                                                    \
    }
OPENER(open)
OPENER(open64)

#define OPENER_AT(name)                                               \
    int name(int at, const char *path, int flags, ...) {              \
        va_list rest;                                                 \
        va_start(rest, flags);                                        \
        mode_t mode = mode_of(flags, rest);                           \
        va_end(rest);                                                 \
        char room[PATH_MAX];                                          \
        const char *whole = full(at, path, room);                     \
        TURN;                                                         \
        int there = ours(whole) && !access(whole, F_OK);              \
        int fd = opened(REAL(name)(at, path, flags, mode), whole, flags, there); \
        DONE;                                                         \
        return fd;                                                    \
    }
OPENER_AT(openat)
OPENER_AT(openat64)

static int file(int fd) { return sink >= 0 && fd >= 0 && fd < MOST && watched[fd] == 1; }

int close(int fd) {
    if (fd >= 0 && fd < MOST) watched[fd] = 0;
    return REAL(close)(fd);
}

#define WRITER_AT(name, type)                                          \
    ssize_t name(int fd, const void *data, size_t length, type at) {   \
        if (!file(fd)) return REAL(name)(fd, data, length, at);        \
        TURN;                                                          \
        ssize_t done = REAL(name)(fd, data, length, at);               \
        if (done > 0) put(WRITE, fd, at, data, done, 0, 0);            \
        DONE;                                                          \
        return done;                                                   \
    }
WRITER_AT(pwrite, off_t)
WRITER_AT(pwrite64, off64_t)

ssize_t write(int fd, const void *data, size_t length) {
    if (!file(fd)) return REAL(write)(fd, data, length);
    TURN;
    off_t at = lseek(fd, 0, appends[fd] ? SEEK_END : SEEK_CUR);
    ssize_t done = REAL(write)(fd, data, length);
    if (done > 0) put(WRITE, fd, at, data, done, 0, 0);
    DONE;
    return done;
}

/* What would go past us: the caller falls back on write. */
ssize_t sendfile(int out, int in, off_t *at, size_t length) {
    if (!file(out)) return REAL(sendfile)(out, in, at, length);
    errno = EINVAL;
    return -1;
}

#define SHORTENER(name, type)                                          \
    int name(int fd, type length) {                                    \
        if (!file(fd)) return REAL(name)(fd, length);                  \
        TURN;                                                          \
        int done = REAL(name)(fd, length);                             \
        if (!done) put(TRUNCATE, fd, length, 0, 0, 0, 0);              \
        DONE;                                                          \
        return done;                                                   \
    }
SHORTENER(ftruncate, off_t)
SHORTENER(ftruncate64, off64_t)

#define SYNCER(name)                                                   \
    int name(int fd) {                                                 \
        if (sink < 0 || fd < 0 || fd >= MOST || !watched[fd]) return REAL(name)(fd); \
        TURN;                                                          \
        int done = 0; /* the disk's work; the test needs only to know that it was asked */ \
        put(SYNC, fd, 0, 0, 0, 0, 0);                                  \
        DONE;                                                          \
        return done;                                                   \
    }
SYNCER(fsync)
SYNCER(fdatasync)

#define NAMED(kind, real_call, path)                                   \
    if (!ours(path)) return real_call;                                 \
    TURN;                                                              \
    int done = real_call;                                              \
    if (!done) put(kind, 0, 0, path, strlen(path), 0, 0);              \
    DONE;                                                              \
    return done

int unlink(const char *path) { NAMED(UNLINK, REAL(unlink)(path), path); }
int unlinkat(int at, const char *path, int flags) {
    char room[PATH_MAX];
    const char *whole = full(at, path, room);
    NAMED(flags & AT_REMOVEDIR ? REMOVE_FOLDER : UNLINK, REAL(unlinkat)(at, path, flags), whole);
}
int mkdir(const char *path, mode_t mode) { NAMED(MAKE_FOLDER, REAL(mkdir)(path, mode), path); }
int rmdir(const char *path) { NAMED(REMOVE_FOLDER, REAL(rmdir)(path), path); }

#define TWICE(kind, real_call, from, to)                               \
    if (!ours(from) && !ours(to)) return real_call;                    \
    TURN;                                                              \
    int done = real_call;                                              \
    if (!done) put(kind, 0, 0, from, strlen(from), to, strlen(to));    \
    DONE;                                                              \
    return done

int rename(const char *from, const char *to) { TWICE(RENAME, REAL(rename)(from, to), from, to); }
int link(const char *from, const char *to) { TWICE(LINK, REAL(link)(from, to), from, to); }
int linkat(int a, const char *from, int b, const char *to, int flags) {
    TWICE(LINK, REAL(linkat)(a, from, b, to, flags), from, to);
}

ssize_t send(int fd, const void *data, size_t length, int flags) {
    if (sink < 0) return REAL(send)(fd, data, length, flags);
    TURN;
    put(SAID, fd, 0, data, length, 0, 0); /* before it goes: from now on somebody may know it */
    ssize_t done = REAL(send)(fd, data, length, flags);
    DONE;
    return done;
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
    if (sink < 0) return REAL(sendmsg)(fd, message, flags);
    TURN;
    for (size_t part = 0; part < message->msg_iovlen; part++)
        put(SAID, fd, 0, message->msg_iov[part].iov_base, message->msg_iov[part].iov_len, 0, 0);
    ssize_t done = REAL(sendmsg)(fd, message, flags);
    DONE;
    return done;
}

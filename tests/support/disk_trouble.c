/* A disk that fails on request, loaded before libc (LD_PRELOAD).

   DISK_TROUBLE_FOLDER  whose files are on it, an absolute path
   DISK_TROUBLE         a file that says how: `full`, `read-only`, `broken`; empty, and all is well

   A full disk takes no new bytes; a read-only one no change; a broken one does not sync either. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* The error of a change, or of a sync; 0 where it goes well. */
static int trouble(int sync) {
    const char *told = getenv("DISK_TROUBLE");
    if (!told) return 0;
    char word = 0;
    int fd = REAL(open)(told, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    if (REAL(read)(fd, &word, 1) != 1) word = 0;
    REAL(close)(fd);
    if (sync) return word == 'b' ? EIO : 0;
    return word == 'f' ? ENOSPC : word == 'r' ? EROFS : word == 'b' ? EIO : 0;
}

static int ours(const char *path) {
    const char *folder = getenv("DISK_TROUBLE_FOLDER");
    return folder && path && !strncmp(path, folder, strlen(folder));
}

static int on_disk(int fd) {
    char name[64], path[PATH_MAX];
    int was = errno;
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(name, path, sizeof path - 1);
    errno = was;
    if (length <= 0) return 0;
    path[length] = 0;
    return ours(path);
}

#define FAILS(sync, what)                     \
    int error = (what) ? trouble(sync) : 0;   \
    if (error) return errno = error, -1

ssize_t pwrite(int fd, const void *data, size_t length, off_t at) {
    FAILS(0, on_disk(fd));
    return REAL(pwrite)(fd, data, length, at);
}
ssize_t pwrite64(int fd, const void *data, size_t length, off64_t at) {
    FAILS(0, on_disk(fd));
    return REAL(pwrite64)(fd, data, length, at);
}
ssize_t write(int fd, const void *data, size_t length) {
    FAILS(0, on_disk(fd));
    return REAL(write)(fd, data, length);
}
int fsync(int fd) {
    FAILS(1, on_disk(fd));
    return REAL(fsync)(fd);
}
int fdatasync(int fd) {
    FAILS(1, on_disk(fd));
    return REAL(fdatasync)(fd);
}
int ftruncate64(int fd, off64_t length) {
    FAILS(0, on_disk(fd));
    return REAL(ftruncate64)(fd, length);
}
int rename(const char *from, const char *to) {
    FAILS(0, ours(to));
    return REAL(rename)(from, to);
}
int unlink(const char *path) {
    FAILS(0, ours(path));
    return REAL(unlink)(path);
}
int mkdir(const char *path, mode_t mode) {
    FAILS(0, ours(path));
    return REAL(mkdir)(path, mode);
}

#define OPENER(name)                                                             \
    int name(const char *path, int flags, ...) {                                 \
        va_list rest;                                                            \
        va_start(rest, flags);                                                   \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;  \
        va_end(rest);                                                            \
        FAILS(0, (flags & O_CREAT) && ours(path) && access(path, F_OK));         \
        return REAL(name)(path, flags, mode);                                    \
    }
OPENER(open)
OPENER(open64)

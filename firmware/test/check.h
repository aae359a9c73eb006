/* What a test needs: to name itself, to compare, and to say where it was wrong.

       static void pressing_counts_at_once(void) { CHECK_EQUAL(1, presses()); }
       int main(void) { RUN(pressing_counts_at_once); return check_summary(); }  */
#ifndef PEGBOARD_CHECK_H
#define PEGBOARD_CHECK_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *check_name;
static unsigned long check_count;

/* A failing test ends the program: later failures would only confuse. */
#define CHECK_FAIL(...) \
    (fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, check_name), \
     fprintf(stderr, __VA_ARGS__), fputc('\n', stderr), exit(1))

#define CHECK(what) (check_count++, (what) ? (void)0 : CHECK_FAIL("not true: %s", #what))

#define CHECK_EQUAL(expected, actual) \
    do { \
        intmax_t e_ = (intmax_t)(expected), a_ = (intmax_t)(actual); \
        check_count++; \
        if (e_ != a_) { \
            CHECK_FAIL("%s is %jd, expected %jd", #actual, a_, e_); \
        } \
    } while (0)

#define CHECK_BYTES(expected, actual, length) \
    do { \
        const uint8_t *e_ = (const uint8_t *)(expected), *a_ = (const uint8_t *)(actual); \
        check_count++; \
        for (size_t i_ = 0; i_ < (size_t)(length); i_++) { \
            if (e_[i_] != a_[i_]) { \
                CHECK_FAIL("%s: byte %zu is %02x, expected %02x", #actual, i_, a_[i_], e_[i_]); \
            } \
        } \
    } while (0)

#define RUN(test) (check_name = #test, test(), printf("  %s\n", #test))

static inline int check_summary(void) {
    printf("%lu checks\n", check_count);
    return 0;
}

#endif

/* Saturating counter. */
#ifndef PEGBOARD_TALLY_H
#define PEGBOARD_TALLY_H

#include <stdint.h>

static inline void tally(uint32_t *count) { *count += *count != UINT32_MAX; }

#endif

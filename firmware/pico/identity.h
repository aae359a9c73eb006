/* Identity of the board, and the cause of its reset. */
#ifndef PEGBOARD_IDENTITY_H
#define PEGBOARD_IDENTITY_H

#include "session.h"

/* Call once, before the watchdog is started. */
void identity_read(struct facts *facts);

/* Restarts the board as requested; does not return. */
void identity_restart(enum restart how);

#endif

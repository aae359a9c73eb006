/* Which board this is, and why it started. */
#ifndef PEGBOARD_IDENTITY_H
#define PEGBOARD_IDENTITY_H

#include "session.h"

/* To be called once, before the watchdog is started. */
void identity_read(struct facts *facts);

/* Starts the board again, as asked; does not return. */
void identity_restart(enum restart how);

#endif

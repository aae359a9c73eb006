/* One press of a finger is one press, however the contact chatters. Times in milliseconds.

       level   ___|#|_|###########|_|#|________
       hold       [------)         [------)
       down    ___|###############|____________

   A change counts the moment it is seen, because a light has to follow the finger at once. For
   HOLD_MS after it the contact may do what it likes; then its level is looked at again. The same
   as pegboard/controls/debounce.py; only that a contact with over MAX_EDGES changes within
   a second (an input that hangs in the air hears the mains: 100 or 120) is ignored until it has been
   quiet for a second. */
#ifndef PEGBOARD_CONTACT_H
#define PEGBOARD_CONTACT_H

#include <stdbool.h>
#include <stdint.h>

enum { HOLD_MS = 25, MAX_EDGES = 80, SECOND_MS = 1000 };

/* All zeros is a contact that is open. */
struct contact {
    bool level; /* as last seen */
    bool down;  /* free of bounce */
    bool holds;
    bool chatters;
    uint32_t since;     /* when `down` last changed; while `holds`, when the hold began */
    uint32_t last_edge; /* while `chatters` */
    uint8_t edges;      /* how many of `times` are filled */
    uint8_t oldest;     /* the place of the earliest in `times`, once they are all filled */
    uint32_t times[MAX_EDGES + 1];
};

/* To be called at least every few milliseconds: looks again where a hold has run out. True where
   `down` changed. */
bool contact_tick(struct contact *contact, uint32_t now);

/* Takes an edge to `level`, after contact_tick for the same time. True where `down` changed. */
bool contact_edge(struct contact *contact, bool level, uint32_t now);

#endif

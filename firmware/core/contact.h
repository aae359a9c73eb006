/* Debounces a contact. Times in milliseconds.

       level   ___|#|_|###########|_|#|________
       hold       [------)         [------)
       down    ___|###############|____________

   A change counts at once, so that the light follows the finger without delay. For HOLD_MS after it
   further changes are ignored; then the level is checked again. Same algorithm as
   pegboard/controls/debounce.py, except that a contact with over MAX_EDGES changes within a second
   (a floating input picks up mains hum: 100 or 120) is ignored until it has been quiet for a
   second. */
#ifndef PEGBOARD_CONTACT_H
#define PEGBOARD_CONTACT_H

#include <stdbool.h>
#include <stdint.h>

enum { HOLD_MS = 25, MAX_EDGES = 80, SECOND_MS = 1000 };

/* Initial state, all zeros: an open contact. */
struct contact {
    bool level; /* last sample */
    bool down;  /* debounced */
    bool holds;
    bool chatters;
    uint32_t since;     /* last change of `down`; while `holds`, start of the hold */
    uint32_t last_edge; /* while `chatters` */
    uint8_t edges;      /* number of entries in `times` */
    uint8_t oldest;     /* index of the earliest entry once `times` is full */
    uint32_t times[MAX_EDGES + 1];
};

/* Call at least every few milliseconds: checks the level again after a hold. Returns whether `down`
   changed. */
bool contact_tick(struct contact *contact, uint32_t now);

/* Processes an edge to `level`, after contact_tick for the same time. Returns whether `down`
   changed. */
bool contact_edge(struct contact *contact, bool level, uint32_t now);

#endif

#include "contact.h"

static bool take(struct contact *contact, uint32_t at) {
    if (contact->chatters || contact->level == contact->down) {
        return false;
    }
    contact->down = contact->level;
    contact->holds = true;
    contact->since = at;
    return true;
}

/* Records the time of an edge; returns true if there were too many within a second. */
static bool too_many(struct contact *contact, uint32_t now) {
    contact->times[contact->oldest] = now;
    contact->oldest = (uint8_t)((contact->oldest + 1) % (MAX_EDGES + 1));
    if (contact->edges <= MAX_EDGES) {
        contact->edges++;
    }
    return contact->edges > MAX_EDGES && now - contact->times[contact->oldest] <= SECOND_MS;
}

bool contact_tick(struct contact *contact, uint32_t now) {
    if (contact->chatters && now - contact->last_edge >= SECOND_MS) {
        contact->chatters = false;
        return take(contact, now);
    }
    if (contact->holds && now - contact->since >= HOLD_MS) {
        contact->holds = false;
        return take(contact, contact->since + HOLD_MS);
    }
    return false;
}

bool contact_edge(struct contact *contact, bool level, uint32_t now) {
    contact->level = level;
    contact->last_edge = now;
    if (too_many(contact, now)) {
        contact->chatters = true;
    }
    return !contact->holds && take(contact, now);
}

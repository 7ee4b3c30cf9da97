// Islands of bodies that fall asleep and wake together.

#ifndef CE_SLEEPING_H
#define CE_SLEEPING_H

#include "base.h"

// With a sleep time threshold, wakes what touches awake bodies, adds the contacts of a step to their bodies' lists, and
// puts islands to sleep whose bodies have all been idle for that time. Does what cpSpaceProcessComponents does, without
// recursion. O(bodies + contacts + joints).
void ceProcessComponents(cpSpace *space, cpFloat timeStep);

// Wakes sleeping bodies that have one of the solved contacts from the first one on. These contacts must not be in the
// lists of bodies yet: the library takes all that are there for a sleeping body's own. O(contacts).
void ceWakeTouched(const cpSpace *space, int first);

#endif

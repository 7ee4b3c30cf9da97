// Islands of bodies that fall asleep and wake together.

#ifndef CE_SLEEPING_H
#define CE_SLEEPING_H

#include "base.h"

// Adds the contacts of a step to their bodies' lists; with a sleep time threshold, wakes what touches awake bodies, and
// puts islands to sleep whose bodies have all been idle for that time. Does what cpSpaceProcessComponents does, without
// recursion. O(bodies + contacts + joints).
void ceProcessComponents(cpSpace *space, cpFloat timeStep);

#endif

// Recovery from collisions at which the library would end the process.

#ifndef CE_RECOVERY_H
#define CE_RECOVERY_H

#include "base.h"

// The recovery point of the collision that runs on this thread, or NULL: where a jump continues. Only functions of the
// library and of the engine are on the stack in between.
extern _Thread_local jmp_buf *ceRecoveryPoint;

#endif

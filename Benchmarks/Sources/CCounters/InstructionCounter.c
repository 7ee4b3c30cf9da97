#include "InstructionCounter.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

void InstructionCounterStart(void) { CALLGRIND_START_INSTRUMENTATION; }
void InstructionCounterStop(void) { CALLGRIND_STOP_INSTRUMENTATION; }
#else
void InstructionCounterStart(void) {}
void InstructionCounterStop(void) {}
#endif

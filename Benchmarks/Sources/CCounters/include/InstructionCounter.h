// Tells callgrind which instructions to count, if the program runs in it and was built with its header.

/// Starts counting; with `--instr-atstart=no`, callgrind counts no instructions before.
void InstructionCounterStart(void);
/// Stops counting.
void InstructionCounterStop(void);

// Says to callgrind which instructions count, where the program runs in it and was built with its header.

/// From here on they count; under `--instr-atstart=no` none has before.
void InstructionCounterStart(void);
/// From here on they do not.
void InstructionCounterStop(void);

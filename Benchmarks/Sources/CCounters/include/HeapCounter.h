// Counts the heap allocations of this process.

/// The number of allocations since the process started; -1 if they can't be counted.
long HeapCounterAllocations(void);

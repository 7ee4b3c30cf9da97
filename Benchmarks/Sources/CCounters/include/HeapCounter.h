// Counts the blocks of memory that this process takes from the heap.

/// The number of blocks since the process began; -1 where they cannot be counted.
long HeapCounterAllocations(void);

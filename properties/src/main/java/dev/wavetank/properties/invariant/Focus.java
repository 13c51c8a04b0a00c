package dev.wavetank.properties.invariant;

/** What a violation of an invariant is about, so that its story can start there. */
public enum Focus {
    /** An object: the write that broke the invariant, or the last write of the object when passing time did. */
    OBJECT,
    /** An object that says something of others: its last write, and the changes of the others that it has missed. */
    COUNT,
    /** What a controller expects to see: when it began to expect it, and what came since. */
    EXPECTATION,
    /** A lease and who acts by it: also how the lease was taken over. */
    LEASE,
    /** A workload that is not as wanted: also which component had to act, and what it did last. */
    PROGRESS
}

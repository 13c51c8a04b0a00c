package dev.wavetank.sim;

/** Why a run ended. */
public enum StopReason {
    /** The goal that the caller set was reached. */
    GOAL,
    /** Only daemon events were pending, with nothing to do: without input, the system does not change any more. */
    QUIESCENT,
    /** The next event lies beyond the time limit. */
    TIME_LIMIT,
    /** As many events fired as the limit allows. */
    EVENT_LIMIT,
    /** A property was violated and the run was stopped there. */
    VIOLATION
}

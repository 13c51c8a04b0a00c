package dev.wavetank.sim.toys;

import dev.wavetank.sim.trace.TraceRecord;
import java.util.Optional;

/** What must hold after every record of a run. One object judges one run. */
@FunctionalInterface
public interface Invariant {

    /** Judges the next record. Answers what is wrong. */
    Optional<String> judge(TraceRecord record);
}

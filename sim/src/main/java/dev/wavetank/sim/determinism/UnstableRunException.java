package dev.wavetank.sim.determinism;

import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * A run whose recorder received other fields than its trace, because a record describes itself differently each time.
 */
final class UnstableRunException {

    private UnstableRunException() {}

    /**
     * The run as the first one, and what the recorder received as the second one.
     *
     * @param where where the run was made
     * @param sameJvm whether that was this JVM
     */
    static Mismatch in(Recording recording, String where, boolean sameJvm) {
        RunDigest run = recording.outline();
        RunDigest received = new RunDigest(run.skipped(), run.count(), run.received(), run.checkpoints());
        return new Mismatch(where, sameJvm, run, received, difference(recording));
    }

    /** The first kept record that differs between two descriptions. */
    private static Difference difference(Recording recording) {
        for (TraceEntry entry : recording.kept()) {
            FlatRecord once = FlatRecord.of(entry.record());
            FlatRecord again = FlatRecord.of(entry.record());
            if (!once.equals(again)) {
                List<TraceEntry> story = Comparison.story(recording, entry);
                return new Difference(
                        entry.number(),
                        entry.number(),
                        with(once, story),
                        with(again, story),
                        NondeterminismKind.IMPURE);
            }
        }
        long first = recording.outline().skipped() + 1;
        long last = recording.outline().skipped() + recording.outline().count();
        return new Difference(first, last, List.of(), List.of(), NondeterminismKind.IMPURE);
    }

    /** The story with another description of its last record. */
    private static List<TraceEntry> with(FlatRecord received, List<TraceEntry> story) {
        List<TraceEntry> changed = new ArrayList<>(story);
        TraceEntry last = changed.remove(changed.size() - 1);
        changed.add(new TraceEntry(last.number(), last.time(), last.component(), last.cause(), received));
        return changed;
    }
}

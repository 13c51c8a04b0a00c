package dev.wavetank.sim.determinism;

import dev.wavetank.sim.trace.Fingerprint;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The comparison of two recordings that differ. */
final class Comparison {

    /** How many causes are shown. */
    private static final int LONGEST_STORY = 8;

    private final Recording first;
    private final Recording second;

    Comparison(Recording first, Recording second) {
        this.first = first;
        this.second = second;
    }

    /** Place of the last record of the stretch between two checkpoints in which the first difference lies. */
    long lastPlace() {
        return (long) (equalCheckpoints() + 1) * Fingerprint.CHECKPOINT_INTERVAL;
    }

    /** The first record that differs, if both recordings kept it and all is known to be equal before. */
    Optional<Difference> exact() {
        long place = Math.max(first.keptFrom(), second.keptFrom());
        place += Math.floorMod(1 - place, (long) Fingerprint.CHECKPOINT_INTERVAL);
        if ((place - 1) / Fingerprint.CHECKPOINT_INTERVAL > equalCheckpoints()) {
            return Optional.empty();
        }
        while (isRecorded(first, place) && isRecorded(second, place)) {
            TraceEntry mine = first.at(place);
            TraceEntry theirs = second.at(place);
            if (mine == null && theirs == null) {
                return Optional.empty();
            }
            if (mine == null || theirs == null || !isSame(mine, theirs)) {
                return Optional.of(at(place, mine, theirs));
            }
            place++;
        }
        return Optional.empty();
    }

    /** The stretch in which the first difference lies, when the record itself is not known. */
    Difference rough() {
        long to = Math.min(
                lastPlace(), Math.max(first.outline().count(), second.outline().count()));
        return new Difference(
                number(lastPlace() - Fingerprint.CHECKPOINT_INTERVAL + 1),
                number(to),
                List.of(),
                List.of(),
                NondeterminismKind.UNSTEADY);
    }

    /** Checkpoints that are equal stand before all that differ, because each hashes everything before it. */
    private int equalCheckpoints() {
        List<String> mine = first.outline().checkpoints();
        List<String> theirs = second.outline().checkpoints();
        int equal = 0;
        int different = Math.min(mine.size(), theirs.size());
        while (equal < different) {
            int middle = (equal + different) >>> 1;
            if (mine.get(middle).equals(theirs.get(middle))) {
                equal = middle + 1;
            } else {
                different = middle;
            }
        }
        return equal;
    }

    private Difference at(long place, @Nullable TraceEntry mine, @Nullable TraceEntry theirs) {
        NondeterminismKind leak = mine == null || theirs == null
                ? NondeterminismKind.END
                : new FirstDifference(mine, theirs).leak(first.kept(), second.kept());
        return new Difference(number(place), number(place), story(first, mine), story(second, theirs), leak);
    }

    /** Whether the recording has information about a place: it kept the record, or the run had ended. */
    private static boolean isRecorded(Recording recording, long place) {
        return recording.at(place) != null || place > recording.outline().count();
    }

    private static boolean isSame(TraceEntry mine, TraceEntry theirs) {
        return mine.time() == theirs.time()
                && mine.component().equals(theirs.component())
                && FlatRecord.of(mine.record()).equals(FlatRecord.of(theirs.record()));
    }

    /** A record after its causes, as far as they were kept. */
    static List<TraceEntry> story(Recording recording, @Nullable TraceEntry last) {
        if (last == null) {
            return Collections.emptyList();
        }
        Deque<TraceEntry> story = new ArrayDeque<>();
        for (TraceEntry entry = last;
                entry != null && story.size() < LONGEST_STORY;
                entry = recording.numbered(entry.cause())) {
            story.addFirst(entry);
        }
        return List.copyOf(story);
    }

    private long number(long place) {
        return place + first.outline().skipped();
    }
}

package dev.wavetank.sim.liveness;

import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds livelocks: the system writes, and returns to the same state again and again.
 *
 * <p>The state is a fingerprint over the latest state of every subject: the sum of one hash a subject, so that the
 * order in which subjects were written does not matter and a write costs O(1). A state in which something always
 * grows, such as a counter of restarts, never repeats, however busy the system is.
 *
 * <p>A burst of writes that change nothing is no livelock: a component with a lagging cache catches up. So a state
 * counts again only after a while, and a livelock is what goes on for several of them.
 *
 * <p>What belongs to a state is decided by the {@link StateReader}: revisions, times and other values that
 * change with every write have to be left out, or no state ever repeats.
 */
public final class LivelockDetector {

    /** More states, and more writes, than these are not remembered. */
    private static final int REMEMBERED_MAX = 4096;

    private final StateReader reader;
    private final Settings settings;
    private final Map<String, Long> stateOf = new LinkedHashMap<>();
    private final Map<Long, Seen> seen = new LinkedHashMap<>();
    private final Deque<Step> steps = new ArrayDeque<>();
    private long fingerprint;

    /**
     * What counts as a livelock.
     *
     * @param repetitions how often the same state, at least 2
     * @param spacing how long after it was counted a state counts again, in nanoseconds of virtual time
     * @param window within how many nanoseconds
     */
    public record Settings(int repetitions, long spacing, long window) {

        /** Checks the settings. */
        public Settings {
            if (repetitions < 2 || spacing < 0 || window < spacing) {
                throw new IllegalArgumentException("a livelock needs at least 2 repetitions, and a window that is not"
                        + " shorter than their spacing");
            }
        }
    }

    private record Seen(long first, long last, int count) {}

    private record Step(TraceEntry entry, long fingerprint) {

        private Livelock.Write write() {
            return new Livelock.Write(entry.actor(), entry.record().subject());
        }
    }

    /** Nothing was seen yet. */
    public LivelockDetector(StateReader reader, Settings settings) {
        this.reader = reader;
        this.settings = settings;
    }

    /** Looks at one record of the trace. Answers the livelock that it completes. */
    public Optional<Livelock> observe(TraceEntry entry) {
        if (!entry.record().isWrite()) {
            return Optional.empty();
        }
        Optional<StateReader.State> written = reader.read(entry);
        if (written.isEmpty()) {
            return Optional.empty();
        }
        fingerprint += change(written.get());
        steps.addLast(new Step(entry, fingerprint));
        if (steps.size() > REMEMBERED_MAX) {
            steps.removeFirst();
        }
        Seen now = seen(entry.time());
        return now.count() < settings.repetitions()
                ? Optional.empty()
                : Optional.of(new Livelock(round(), now.count(), now.last() - now.first()));
    }

    private long change(StateReader.State state) {
        if (state.gone()) {
            Long before = stateOf.remove(state.identity());
            // What was not seen before goes only once: that it has gone is a new state.
            return before == null ? mix(state.identity().hashCode()) : -before;
        }
        long after = mix(state.hash());
        Long before = stateOf.put(state.identity(), after);
        return before == null ? after : after - before;
    }

    private Seen seen(long time) {
        Seen before = seen.get(fingerprint);
        Seen now;
        if (before == null || time - before.first() > settings.window()) {
            now = new Seen(time, time, 1);
        } else if (time - before.last() >= settings.spacing()) {
            now = new Seen(before.first(), time, before.count() + 1);
        } else {
            now = before;
        }
        seen.put(fingerprint, now);
        if (seen.size() > REMEMBERED_MAX) {
            Iterator<Long> oldest = seen.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        return now;
    }

    /** The writes since the state was the same for the last time. */
    private List<Livelock.Write> round() {
        List<Livelock.Write> round = new ArrayList<>();
        Iterator<Step> backwards = steps.descendingIterator();
        round.add(backwards.next().write());
        while (backwards.hasNext()) {
            Step step = backwards.next();
            if (step.fingerprint() == fingerprint) {
                break;
            }
            round.add(step.write());
        }
        Collections.reverse(round);
        return round;
    }

    /** Spreads the bits, so that sums of hashes that are alike do not meet. */
    private static long mix(long value) {
        long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}

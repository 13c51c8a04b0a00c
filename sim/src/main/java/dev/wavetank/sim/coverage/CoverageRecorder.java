package dev.wavetank.sim.coverage;

import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Watches one run and counts what it reaches.
 *
 * <p>A condition receives only records of its type; the list of conditions for a type is built at its first record.
 */
public final class CoverageRecorder implements TraceSink {

    private final List<Watch<?>> watches = new ArrayList<>();
    private final Map<Class<?>, List<Watch<?>>> watching = new LinkedHashMap<>();
    private final UnaryOperator<String> whole;
    private final Map<String, String> lastWriter = new LinkedHashMap<>();
    private final Map<HandOver, Long> handOvers = new LinkedHashMap<>();

    private static final class Watch<R extends TraceRecord> {
        private final Sometimes<R> sometimes;
        private final Sometimes.Condition<R> condition;
        private long times;

        private Watch(Sometimes<R> sometimes) {
            this.sometimes = sometimes;
            this.condition = sometimes.condition().get();
        }

        private void see(TraceEntry entry) {
            if (condition.isReached(sometimes.records().cast(entry.record()), entry)) {
                times++;
            }
        }
    }

    /**
     * Watches a run that has not begun.
     *
     * @param conditions the declared conditions, whose names differ
     * @param whole returns the subject that contains a subject, such as {@code pods/default/web-1} for {@code
     *     pods/default/web-1/status}
     */
    public CoverageRecorder(List<Sometimes<?>> conditions, UnaryOperator<String> whole) {
        conditions.forEach(condition -> watches.add(new Watch<>(condition)));
        this.whole = whole;
    }

    @Override
    public void accept(TraceEntry entry) {
        TraceRecord record = entry.record();
        List<Watch<?>> interested = watching.get(record.getClass());
        if (interested == null) {
            interested = interestedIn(record);
            watching.put(record.getClass(), interested);
        }
        for (int i = 0; i < interested.size(); i++) {
            interested.get(i).see(entry);
        }
        if (record.isWrite()) {
            written(whole.apply(record.subject()), entry.actor());
        }
    }

    /** The coverage, as the run of that seed. */
    public Coverage coverage(long seed) {
        TreeMap<String, Count> reached = new TreeMap<>();
        watches.forEach(watch -> reached.put(watch.sometimes.name(), Count.ofRun(seed, watch.times)));
        TreeMap<HandOver, Count> pairs = new TreeMap<>();
        handOvers.forEach((pair, times) -> pairs.put(pair, Count.ofRun(seed, times)));
        return new Coverage(1, seed, seed, reached, pairs);
    }

    private List<Watch<?>> interestedIn(TraceRecord record) {
        return watches.stream()
                .filter(watch -> watch.sometimes.records().isInstance(record))
                .toList();
    }

    private void written(String subject, String actor) {
        String before = lastWriter.put(subject, actor);
        if (before != null && !before.equals(actor)) {
            handOvers.merge(new HandOver(family(subject), family(before), family(actor)), 1L, Long::sum);
        }
    }

    private static String family(String name) {
        int end = name.indexOf('/');
        return end < 0 ? name : name.substring(0, end);
    }
}

package dev.wavetank.reports.attribution;

import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.hop.SchedulerHop;
import dev.wavetank.model.trace.hop.Spent;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Divides the time of every pod. It keeps of each record only its cause, its time and what the time before it was
 * spent on, 13 bytes, and walks back from each pod that became ready.
 *
 * <p>The way of a pod that was unschedulable for some time consists of two parts: its own up to the refusal, and that
 * of what made room for it. The time between them is {@link Spent#BLOCKED}. Where a later command let it go on, that
 * time is {@link Spent#USER}.
 */
public final class AttributionRecorder implements TraceSink {

    private static final Spent[] SPENT = Spent.values();
    private static final int FIRST_SIZE = 1 << 12;

    private long[] times = new long[FIRST_SIZE];
    private int[] causes = new int[FIRST_SIZE];
    private byte[] spent = new byte[FIRST_SIZE];

    /** By namespace and name. */
    private final Map<String, Marks> pods = new TreeMap<>();

    /** The numbers of the records about one pod that matter here; 0 for those that are missing. */
    private static final class Marks {
        private int ready;
        private int seenReady;
        private boolean refused;
        /** From its creation to its first refusal, in order. */
        private final List<Integer> early = new ArrayList<>(4);

        private final List<Integer> creations = new ArrayList<>(1);

        private int goal() {
            return seenReady > 0 ? seenReady : ready;
        }
    }

    @Override
    public boolean wantsDetails() {
        return true;
    }

    @Override
    public void accept(TraceEntry entry) {
        int number = Math.toIntExact(entry.number());
        if (number >= times.length) {
            int size = Math.max(number + 1, times.length * 2);
            times = Arrays.copyOf(times, size);
            causes = Arrays.copyOf(causes, size);
            spent = Arrays.copyOf(spent, size);
        }
        times[number] = Steps.end(entry);
        causes[number] = (int) entry.cause();
        spent[number] = (byte) Steps.spent(entry.record()).ordinal();
        mark(entry, number);
    }

    private void mark(TraceEntry entry, int number) {
        String pod = pod(entry.record().subject());
        if (pod == null) {
            return;
        }
        boolean created = entry.record().type().equals("store.added");
        Marks marks = pods.get(pod);
        if (marks == null) {
            if (!created) {
                return;
            }
            marks = new Marks();
            pods.put(pod, marks);
        }
        if (created) {
            marks.creations.add(number);
        }
        if (!marks.refused) {
            marks.early.add(number);
            marks.refused = entry.record() instanceof SchedulerHop.Unschedulable;
        }
        if (entry.record() instanceof Milestone milestone) {
            if (milestone.point() == Milestone.Point.READY && marks.ready == 0) {
                marks.ready = number;
            } else if (milestone.point() == Milestone.Point.SEEN_READY && marks.seenReady == 0) {
                marks.seenReady = number;
            }
        }
    }

    /** Milestones name kinds, changes name resources. */
    private static @Nullable String pod(String subject) {
        if (subject.startsWith("pods/")) {
            return subject.substring("pods/".length());
        }
        return subject.startsWith("pod/") ? subject.substring("pod/".length()) : null;
    }

    /** The times of all pods that became ready, by name. */
    public List<PodTime> pods() {
        List<PodTime> divided = new ArrayList<>();
        pods.forEach((pod, marks) -> {
            if (marks.goal() > 0) {
                divided.add(new PodTime(pod, divide(marks)));
            }
        });
        return divided;
    }

    private Map<Spent, Long> divide(Marks marks) {
        List<Integer> way = chain(marks.goal());
        int resumed = 0;
        Spent pause = Spent.WORKING;
        if (marks.creations.stream().noneMatch(way::contains)) {
            int first = way.get(0);
            int stop = 0;
            for (int number : marks.early) {
                if (number < first) {
                    stop = number;
                }
            }
            if (stop > 0) {
                boolean wasRefused = marks.refused && stop == marks.early.get(marks.early.size() - 1);
                resumed = first;
                pause = wasRefused ? Spent.BLOCKED : SPENT[spent[first]] == Spent.USER ? Spent.USER : Spent.WORKING;
                List<Integer> whole = chain(stop);
                whole.addAll(way);
                way = whole;
            }
        }
        return sum(way, resumed, pause);
    }

    /** A record and its causes, the first one first. */
    private List<Integer> chain(int last) {
        List<Integer> numbers = new ArrayList<>();
        for (int number = last; number > 0; number = causes[number]) {
            numbers.add(number);
        }
        Collections.reverse(numbers);
        return numbers;
    }

    private Map<Spent, Long> sum(List<Integer> way, int resumed, Spent pause) {
        Map<Spent, Long> sums = new EnumMap<>(Spent.class);
        long before = times[way.get(0)];
        for (int number : way) {
            long took = times[number] - before;
            if (took > 0) {
                sums.merge(number == resumed ? pause : SPENT[spent[number]], took, Long::sum);
                before += took;
            }
        }
        return sums;
    }
}

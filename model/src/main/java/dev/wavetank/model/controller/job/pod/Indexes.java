package dev.wavetank.model.controller.job.pod;

import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Completion indexes of an indexed Job, in order, with the text form of {@code status.completedIndexes}: {@code
 * 1,3-5,7}, where two neighbours are written {@code 3,4}.
 */
public final class Indexes {

    /** The index of pods without one. */
    public static final int UNKNOWN = -1;

    private final SortedSet<Integer> values;

    private Indexes(SortedSet<Integer> values) {
        this.values = values;
    }

    /** Parses the text form; skips indexes that are not below {@code completions}, and texts that are not numbers. */
    public static Indexes parse(String text, int completions) {
        SortedSet<Integer> values = new TreeSet<>();
        if (text != null && !text.isEmpty()) {
            for (String interval : text.split(",")) {
                String[] limits = interval.split("-");
                int first = number(limits[0]);
                int last = limits.length > 1 ? number(limits[1]) : first;
                for (int index = Math.max(first, 0); index <= last && index < completions; index++) {
                    values.add(index);
                }
            }
        }
        return new Indexes(values);
    }

    /** The index of a pod, or {@link #UNKNOWN}. */
    public static int of(Pod pod) {
        return number(pod.metadata().annotations().get(Job.COMPLETION_INDEX));
    }

    /** The pod's index if it is one below {@code completions}; otherwise {@link #UNKNOWN}. */
    public static int of(Pod pod, int completions) {
        int index = of(pod);
        return index < completions ? index : UNKNOWN;
    }

    /** Parses a number that is not negative; else {@link #UNKNOWN}. */
    public static int number(String text) {
        if (text == null || !text.matches("[0-9]{1,9}")) {
            return UNKNOWN;
        }
        return Integer.parseInt(text);
    }

    /** The union with these indexes. */
    public Indexes with(Collection<Integer> more) {
        SortedSet<Integer> all = new TreeSet<>(values);
        all.addAll(more);
        return new Indexes(all);
    }

    public boolean has(int index) {
        return values.contains(index);
    }

    public int count() {
        return values.size();
    }

    /** The size of the intersection with the others. */
    public int countOf(Indexes others) {
        return (int) values.stream().filter(others::has).count();
    }

    /** The union with the others. */
    public Indexes with(Indexes others) {
        return with(others.values);
    }

    /** The lowest indexes below {@code completions} that are not among these, up to a maximum number. */
    public List<Integer> firstMissing(int most, int completions) {
        List<Integer> missing = new ArrayList<>();
        for (int index = 0; index < completions && missing.size() < most; index++) {
            if (!values.contains(index)) {
                missing.add(index);
            }
        }
        return missing;
    }

    /** The text form; null when there are none. */
    public String text() {
        StringBuilder text = new StringBuilder();
        int first = UNKNOWN;
        int last = UNKNOWN;
        for (int index : values) {
            if (first != UNKNOWN && index == last + 1) {
                last = index;
                continue;
            }
            append(text, first, last);
            first = index;
            last = index;
        }
        append(text, first, last);
        return text.length() == 0 ? null : text.toString();
    }

    private static void append(StringBuilder text, int first, int last) {
        if (first != UNKNOWN) {
            text.append(text.length() == 0 ? "" : ",").append(first);
            if (last > first) {
                text.append(last == first + 1 ? ',' : '-').append(last);
            }
        }
    }
}

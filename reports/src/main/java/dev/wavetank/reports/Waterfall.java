package dev.wavetank.reports;

import java.util.List;

/**
 * The drawing of many journeys over virtual time, ready for the template. Places are percentages of its width.
 *
 * @param workloads what the pods were made for, the slowest first
 * @param bands the faults
 * @param marks the times at which invariants broke, with their names
 * @param ticks of the time axis
 * @param notes sentences about what is not drawn
 * @param start virtual time of the left edge, in nanoseconds
 * @param span virtual time from there to the right edge, in nanoseconds
 */
public record Waterfall(
        List<Workload> workloads,
        List<Band> bands,
        List<Tick> marks,
        List<Tick> ticks,
        List<String> notes,
        long start,
        long span) {

    /** More rows than this are opened by the reader only. */
    private static final int OPEN_MAX = 30;

    /** Whether the pods are shown at first: those of a single workload, when they are few. */
    public boolean opens() {
        return workloads.size() == 1 && workloads.get(0).rows().size() <= OPEN_MAX;
    }

    /**
     * Pods that were made for the same object.
     *
     * @param name kind and key of the object
     * @param count of its pods, and of those that are drawn, in words
     * @param total time of the slowest, for people
     * @param ready whether the slowest became ready
     * @param summary all of it in one sentence, for those who cannot see it
     * @param bars segments of the slowest
     * @param rows one a pod, the slowest first
     */
    public record Workload(
            String name, String count, String total, boolean ready, String summary, List<Bar> bars, List<Row> rows) {}

    /**
     * One pod.
     *
     * @param name namespace and name
     * @param owners what it was made for, or the empty string
     * @param total time from its creation to ready, for people
     * @param ready whether it became ready
     * @param end where it ends
     * @param summary the row in one sentence, for those who cannot see it
     * @param bars its segments
     * @param story what led to it, step by step
     */
    public record Row(
            String name,
            String owners,
            String total,
            boolean ready,
            String end,
            String summary,
            List<Bar> bars,
            List<String> story) {

        /** At most so much of the end of a name is shown where there is no room for all of it. */
        private static final int REST_MAX = 12;

        /** The part of the name that may be cut: what pods of a workload have in common. */
        public String begin() {
            return name.substring(0, name.length() - rest().length());
        }

        /** The end of the name, which tells the pods of a workload apart. */
        public String rest() {
            int dash = name.lastIndexOf('-');
            int length = dash < 0 ? 0 : name.length() - dash;
            return length > REST_MAX
                    ? name.substring(name.length() - REST_MAX)
                    : name.substring(name.length() - length);
        }
    }

    /**
     * One segment of a journey.
     *
     * @param style names of its CSS classes
     * @param x where it begins
     * @param width how wide it is
     * @param early whether it lies before the creation of the pod, and belongs to its owners
     * @param title what it is and how long it took
     */
    public record Bar(String style, String x, String width, boolean early, String title) {}

    /**
     * A fault.
     *
     * @param number in the list of faults, from 1
     * @param kind of fault
     * @param target what it hit
     * @param when it began and healed, for people
     * @param visible whether any of it lies within the drawn time
     * @param x where it begins
     * @param width how wide it is
     */
    public record Band(int number, String kind, String target, String when, boolean visible, String x, String width) {}

    /**
     * A mark on the time axis.
     *
     * @param x where it is
     * @param label the virtual time, for people
     */
    public record Tick(String x, String label) {}
}

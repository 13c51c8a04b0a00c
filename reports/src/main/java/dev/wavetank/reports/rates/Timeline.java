package dev.wavetank.reports.rates;

import dev.wavetank.reports.rates.RateSeries.Kind;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sums over equal intervals of virtual time. How long a run takes is not known before its end: whenever it outgrows the
 * intervals, they become twice as long, so that a long run needs no more memory than a short one.
 */
final class Timeline {

    /** More intervals than this are narrower than what a chart can show. */
    static final int INTERVALS_MAX = 400;

    private static final long FIRST_WIDTH = 100 * VirtualTime.MILLISECOND;

    private final Map<String, Track> tracks = new TreeMap<>();
    private long width = FIRST_WIDTH;

    /** The sums of one series. */
    private static final class Track {
        private final String name;
        private final Map<String, String> labels;
        private final Kind kind;
        private final double[] sums = new double[INTERVALS_MAX];
        private final int[] counts;

        private Track(String name, Map<String, String> labels, Kind kind) {
            this.name = name;
            this.labels = labels;
            this.kind = kind;
            this.counts = new int[kind == Kind.MEAN ? INTERVALS_MAX : 0];
        }
    }

    private Track track(Kind kind, String name, String... labels) {
        String key = name + '\0' + String.join("\0", labels);
        Track track = tracks.get(key);
        if (track == null) {
            Map<String, String> named = new LinkedHashMap<>();
            for (int i = 0; i < labels.length; i += 2) {
                named.put(labels[i], labels[i + 1]);
            }
            track = new Track(name, named, kind);
            tracks.put(key, track);
        }
        return track;
    }

    /** Something has happened. Labels are names and values in turn. */
    void count(long time, String name, String... labels) {
        int interval = interval(time);
        track(Kind.RATE, name, labels).sums[interval]++;
    }

    /** A wait has ended. */
    void waited(long time, long nanos, String name, String... labels) {
        int interval = interval(time);
        Track track = track(Kind.MEAN, name, labels);
        track.sums[interval] += (double) nanos / VirtualTime.SECOND;
        track.counts[interval]++;
    }

    /** So many of something were there for a time. */
    void level(long from, long to, double height, String name, String... labels) {
        if (to <= from) {
            return;
        }
        interval(to);
        Track track = track(Kind.LEVEL, name, labels);
        for (int i = interval(from); i < INTERVALS_MAX && i * width < to; i++) {
            long begin = Math.max(from, i * width);
            long end = Math.min(to, (i + 1) * width);
            track.sums[i] += height * (end - begin) / VirtualTime.SECOND;
        }
    }

    private int interval(long time) {
        while (time >= width * INTERVALS_MAX) {
            tracks.values().forEach(Timeline::halve);
            width *= 2;
        }
        return (int) (Math.max(0, time) / width);
    }

    private static void halve(Track track) {
        for (int i = 0; i < INTERVALS_MAX; i++) {
            int from = 2 * i;
            boolean inside = from + 1 < INTERVALS_MAX;
            track.sums[i] = inside ? track.sums[from] + track.sums[from + 1] : 0;
            if (track.counts.length > 0) {
                track.counts[i] = inside ? track.counts[from] + track.counts[from + 1] : 0;
            }
        }
    }

    /** Length of an interval, in nanoseconds. */
    long width() {
        return width;
    }

    /** All series, by name and labels, up to the end of the run. The last interval counts as far as the run went. */
    List<RateSeries> series(long end) {
        int last = interval(Math.max(0, end - 1));
        List<RateSeries> series = new ArrayList<>();
        for (Track track : tracks.values()) {
            List<Double> values = new ArrayList<>(last + 1);
            double total = 0;
            for (int i = 0; i <= last; i++) {
                double length = (double) (Math.min(end, (i + 1) * width) - i * width) / VirtualTime.SECOND;
                boolean isMean = track.kind == Kind.MEAN;
                total += isMean ? track.counts[i] : track.sums[i];
                values.add(isMean ? track.sums[i] / track.counts[i] : length > 0 ? track.sums[i] / length : 0);
            }
            series.add(new RateSeries(track.name, track.labels, track.kind, total, values));
        }
        return series;
    }
}

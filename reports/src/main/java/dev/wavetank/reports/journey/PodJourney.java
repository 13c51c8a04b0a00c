package dev.wavetank.reports.journey;

import dev.wavetank.model.trace.Milestone.Point;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When one pod, and what it was made for, came to each point.
 *
 * @param pod kind and key, such as {@code pod/default/web-1}
 * @param owners what it was made for, topmost first: Deployment, ReplicaSet; empty for a pod made by hand
 * @param points virtual time of the first arrival at each point, in nanoseconds; points never reached are absent
 */
public record PodJourney(String pod, List<String> owners, Map<Point, Long> points) {

    /** Keeps copies, with the points in the order of the journey. At least one point is needed. */
    public PodJourney {
        if (points.isEmpty()) {
            throw new IllegalArgumentException(pod + " came to no point, so it has no journey");
        }
        owners = List.copyOf(owners);
        Map<Point, Long> ordered = new EnumMap<>(Point.class);
        ordered.putAll(points);
        points = Collections.unmodifiableMap(ordered);
    }

    /**
     * The way between two points that follow each other in time.
     *
     * @param from point at the beginning
     * @param to point at the end
     * @param start virtual time in nanoseconds
     * @param end virtual time in nanoseconds
     */
    public record Segment(Point from, Point to, long start, long end) {

        /** The step of this segment; empty when a point between was never reached. */
        public Optional<Stage> stage() {
            return Stage.step(from, to);
        }
    }

    /** Virtual time of a point, in nanoseconds, if it was reached. */
    public OptionalLong at(Point point) {
        Long time = points.get(point);
        return time == null ? OptionalLong.empty() : OptionalLong.of(time);
    }

    /** How long a stage took, in nanoseconds. Empty when an end is missing, or when it ends before it begins. */
    public OptionalLong duration(Stage stage) {
        Long from = points.get(stage.from());
        Long to = points.get(stage.to());
        if (from == null || to == null || to < from) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(to - from);
    }

    /** Whether the API server has ever stored that the pod is ready. */
    public boolean isReady() {
        return points.containsKey(Point.READY) || points.containsKey(Point.SEEN_READY);
    }

    /** Whether it came to a point, or to a later one when its kind of workload does not have this one. */
    public boolean hasPassed(Point point) {
        return isReady() || points.keySet().stream().anyMatch(reached -> reached.compareTo(point) >= 0);
    }

    /** The points reached, in order of time, joined by segments. */
    public List<Segment> segments() {
        List<Map.Entry<Point, Long>> reached = inOrderOfTime();
        List<Segment> segments = new ArrayList<>();
        for (int i = 1; i < reached.size(); i++) {
            Map.Entry<Point, Long> from = reached.get(i - 1);
            Map.Entry<Point, Long> to = reached.get(i);
            segments.add(new Segment(from.getKey(), to.getKey(), from.getValue(), to.getValue()));
        }
        return segments;
    }

    /** How long it took from its creation, or else its first point, to the last point, in nanoseconds. */
    public long startup() {
        return last() - at(Point.POD_CREATED).orElse(first());
    }

    /** Virtual time of the first point, in nanoseconds. */
    public long first() {
        return points.values().stream().mapToLong(time -> time).min().orElseThrow();
    }

    /** Virtual time of the last point, in nanoseconds. */
    public long last() {
        return points.values().stream().mapToLong(time -> time).max().orElseThrow();
    }

    /** The point that was reached last. */
    public Point lastPoint() {
        List<Map.Entry<Point, Long>> reached = inOrderOfTime();
        return reached.get(reached.size() - 1).getKey();
    }

    private List<Map.Entry<Point, Long>> inOrderOfTime() {
        List<Map.Entry<Point, Long>> reached = new ArrayList<>(points.entrySet());
        reached.sort(Comparator.comparing(Map.Entry<Point, Long>::getValue).thenComparing(Map.Entry::getKey));
        return reached;
    }
}

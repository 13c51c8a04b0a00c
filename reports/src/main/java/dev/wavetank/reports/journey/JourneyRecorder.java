package dev.wavetank.reports.journey;

import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.Milestone.Point;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Listens to a trace and collects the journeys of its pods.
 *
 * <p>The first arrival of a pod at a point counts, later ones do not. A pod inherits the points of what it was
 * made for; where both have one, the topmost object decides, so that a journey begins with the user's command.
 * A pod that was never stored, because the API server refused it, has no journey.
 */
public final class JourneyRecorder implements TraceSink {

    private static final String POD = "pod/";
    private static final Point[] POINTS = Point.values();

    private final Map<String, Track> tracks = new LinkedHashMap<>();
    private final List<FaultSpan> faults = new ArrayList<>();
    /** The indices of the faults that are open, by kind and target. */
    private final Map<List<String>, Queue<Integer>> open = new LinkedHashMap<>();

    /** What is known of one object: in large clusters nearly all of them are pods, which come to a point once. */
    private static final class Track {

        private static final long NEVER = -1;

        private @Nullable String owner;
        /** When it came to each point first, by the point's ordinal number. */
        private final long[] first = new long[POINTS.length];
        /** When it came to a point again; null until it does. */
        private @Nullable Map<Point, List<Long>> again;

        private Track() {
            Arrays.fill(first, NEVER);
        }

        private void arrive(Point point, long time) {
            if (first[point.ordinal()] == NEVER) {
                first[point.ordinal()] = time;
                return;
            }
            if (again == null) {
                again = new EnumMap<>(Point.class);
            }
            again.computeIfAbsent(point, missing -> new ArrayList<>(1)).add(time);
        }

        private boolean reached(Point point) {
            return first[point.ordinal()] != NEVER;
        }

        private long first(Point point) {
            return first[point.ordinal()];
        }

        /**
         * An owner comes to a point once more with every new desired state: the last time before its pod was made
         * counts.
         */
        private long latest(Point point, long created) {
            long latest = first(point);
            if (again != null) {
                for (long time : again.getOrDefault(point, List.of())) {
                    latest = time <= created ? time : latest;
                }
            }
            return latest;
        }

        private boolean wasStored() {
            return reached(Point.STORED) || reached(Point.POD_CREATED);
        }
    }

    @Override
    public void accept(TraceEntry entry) {
        if (entry.record() instanceof Milestone milestone) {
            arrive(milestone, entry.time() - milestone.ago());
        } else if (entry.record() instanceof FaultTrace.Opened opened) {
            open(opened, entry.time());
        } else if (entry.record() instanceof FaultTrace.Closed closed) {
            close(closed, entry.time());
        }
    }

    /** The journeys up to now; later entries do not change it. */
    public Journey journey() {
        List<PodJourney> pods = new ArrayList<>();
        for (String object : tracks.keySet()) {
            if (object.startsWith(POD) && tracks.get(object).wasStored()) {
                pods.add(podJourney(object));
            }
        }
        return new Journey(pods, faults);
    }

    private void arrive(Milestone milestone, long time) {
        Track track = tracks.computeIfAbsent(milestone.object(), object -> new Track());
        track.arrive(milestone.point(), time);
        if (track.owner == null) {
            track.owner = milestone.owner();
        }
    }

    private void open(FaultTrace.Opened opened, long time) {
        open.computeIfAbsent(List.of(opened.kind(), opened.target()), fault -> new ArrayDeque<>(1))
                .add(faults.size());
        faults.add(new FaultSpan(opened.kind(), opened.target(), time, OptionalLong.empty()));
    }

    /** Of equal faults that overlap, the one that began first heals first. */
    private void close(FaultTrace.Closed closed, long time) {
        Queue<Integer> equal = open.get(List.of(closed.kind(), closed.target()));
        Integer first = equal == null ? null : equal.poll();
        if (first != null) {
            FaultSpan span = faults.get(first);
            faults.set(first, new FaultSpan(span.kind(), span.target(), span.opened(), OptionalLong.of(time)));
        }
    }

    private PodJourney podJourney(String pod) {
        List<String> chain = chainDownTo(pod);
        Track own = Objects.requireNonNull(tracks.get(pod));
        long created = own.reached(Point.POD_CREATED) ? own.first(Point.POD_CREATED) : Long.MAX_VALUE;
        Map<Point, Long> points = new EnumMap<>(Point.class);
        for (String object : chain) {
            Track track = tracks.get(object);
            if (track != null) {
                for (Point point : POINTS) {
                    if (track.reached(point)) {
                        points.putIfAbsent(point, track == own ? track.first(point) : track.latest(point, created));
                    }
                }
            }
        }
        return new PodJourney(pod, chain.subList(0, chain.size() - 1), points);
    }

    /** Topmost owner first, the pod last. Owners that form a circle are followed once. */
    private List<String> chainDownTo(String pod) {
        Set<String> upwards = new LinkedHashSet<>();
        String object = pod;
        while (object != null && upwards.add(object)) {
            Track track = tracks.get(object);
            object = track == null ? null : track.owner;
        }
        List<String> chain = new ArrayList<>(upwards);
        Collections.reverse(chain);
        return chain;
    }
}

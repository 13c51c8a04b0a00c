package dev.wavetank.reports.rates;

import dev.wavetank.model.trace.Milestone.Point;
import dev.wavetank.reports.journey.Journey;
import dev.wavetank.reports.journey.PodJourney;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/**
 * A service level objective of Kubernetes' SIG Scalability, held against a run (kubernetes/community,
 * sig-scalability/slos: api_call_latency.md and pod_startup_latency.md). Theirs are judged for a day of a cluster or
 * the last five minutes; here the whole run is the period. Custom resources are not left out.
 *
 * @param name such as {@code pod_startup_latency}
 * @param of what was measured, in words
 * @param count of samples
 * @param never how many began and did not end; they count as infinitely slow
 * @param p99 in microseconds; empty when it lies among those that did not end
 * @param limit that the p99 must not exceed, in microseconds
 */
public record Objective(String name, String of, long count, long never, OptionalLong p99, long limit) {

    private static final long SECOND_MICROS = VirtualTime.SECOND / VirtualTime.MICROSECOND;
    private static final long POD_STARTUP = 5 * SECOND_MICROS;

    /** Whether the run meets it. */
    public boolean isMet() {
        return p99.isPresent() && p99.getAsLong() <= limit;
    }

    /** All objectives that the run has samples for: pods first, then of each kind of API calls the slowest. */
    public static List<Objective> of(Journey journey, Rates rates) {
        List<Objective> objectives = new ArrayList<>();
        if (!journey.pods().isEmpty()) {
            objectives.add(startup(journey, true));
            objectives.add(startup(journey, false));
        }
        slowest(rates, "mutating", "resource", 1, objectives);
        slowest(rates, "read-only", "resource", 1, objectives);
        slowest(rates, "read-only", "namespace", 5, objectives);
        slowest(rates, "read-only", "cluster", 30, objectives);
        return objectives;
    }

    /**
     * From the creation of a pod until its containers were seen to run. Its watcher is the controller here, which sees
     * a pod with a readiness probe when it is ready. SIG Scalability leaves the pull of images out of the objective.
     */
    private static Objective startup(Journey journey, boolean withPull) {
        List<Long> micros = new ArrayList<>();
        long never = 0;
        for (PodJourney pod : journey.pods()) {
            OptionalLong created = pod.at(Point.POD_CREATED);
            OptionalLong seen = pod.at(Point.SEEN_READY);
            if (created.isEmpty()) {
                continue;
            }
            if (seen.isEmpty()) {
                never++;
                continue;
            }
            long pull = withPull ? 0 : between(pod, Point.NETWORK_READY, Point.IMAGES_PULLED);
            micros.add((seen.getAsLong() - created.getAsLong() - pull) / VirtualTime.MICROSECOND);
        }
        micros.sort(Comparator.naturalOrder());
        long all = micros.size() + never;
        long rank = (99 * all + 99) / 100;
        OptionalLong p99 =
                rank >= 1 && rank <= micros.size() ? OptionalLong.of(micros.get((int) rank - 1)) : OptionalLong.empty();
        return new Objective(
                withPull ? "pod_startup_latency_with_pull" : "pod_startup_latency",
                withPull ? "created to seen ready" : "created to seen ready, without the pull of images",
                micros.size(),
                never,
                p99,
                POD_STARTUP);
    }

    private static long between(PodJourney pod, Point from, Point to) {
        OptionalLong begin = pod.at(from);
        OptionalLong end = pod.at(to);
        return begin.isPresent() && end.isPresent() ? Math.max(0, end.getAsLong() - begin.getAsLong()) : 0;
    }

    private static void slowest(Rates rates, String kind, String scope, long seconds, List<Objective> objectives) {
        boolean reads = kind.equals("read-only");
        rates.calls().stream()
                .filter(call -> call.isRead() == reads && call.scope().equals(scope))
                .max(Comparator.comparingLong(CallLatency::p99))
                .ifPresent(call -> objectives.add(new Objective(
                        "api_call_latency",
                        kind + " calls, scope " + scope + ", slowest: " + call.verb() + " " + call.resource(),
                        call.count(),
                        0,
                        OptionalLong.of(call.p99()),
                        seconds * SECOND_MICROS)));
    }
}

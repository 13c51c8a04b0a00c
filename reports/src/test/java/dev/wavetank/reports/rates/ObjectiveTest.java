package dev.wavetank.reports.rates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.trace.Milestone.Point;
import dev.wavetank.reports.journey.Journey;
import dev.wavetank.reports.journey.PodJourney;
import dev.wavetank.sim.VirtualTime;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ObjectiveTest {

    private static PodJourney pod(String name, long seconds, long pull) {
        Map<Point, Long> points = new EnumMap<>(Point.class);
        points.put(Point.POD_CREATED, 0L);
        points.put(Point.NETWORK_READY, VirtualTime.SECOND / 2);
        points.put(Point.IMAGES_PULLED, VirtualTime.SECOND / 2 + pull * VirtualTime.SECOND);
        if (seconds > 0) {
            points.put(Point.SEEN_READY, seconds * VirtualTime.SECOND);
        }
        return new PodJourney(name, List.of(), points);
    }

    @Test
    void the_pull_of_images_is_left_out_of_the_promise() {
        List<Objective> objectives = Objective.of(new Journey(List.of(pod("pod/a/a", 8, 4)), List.of()), Rates.NONE);

        assertThat(objectives).extracting(Objective::isMet).containsExactly(false, true);
        assertThat(objectives.get(1).p99()).hasValue(4_000_000);
    }

    @Test
    void a_pod_that_never_came_counts_as_infinitely_slow() {
        Journey journey = new Journey(List.of(pod("pod/a/a", 2, 1), pod("pod/a/b", 0, 1)), List.of());

        Objective startup = Objective.of(journey, Rates.NONE).get(1);

        assertThat(startup.never()).isEqualTo(1);
        assertThat(startup.p99()).isEmpty();
        assertThat(startup.isMet()).isFalse();
    }

    @Test
    void the_slowest_calls_of_each_scope_are_judged_by_their_limit() {
        Rates rates = new Rates(
                1,
                List.of(),
                List.of(
                        new CallLatency("list", "pods", "cluster", 1, 0, 0, 29_000_000, 0),
                        new CallLatency("list", "pods", "namespace", 1, 0, 0, 6_000_000, 0),
                        new CallLatency("get", "pods", "resource", 1, 0, 0, 1_000_000, 0),
                        new CallLatency("create", "pods", "resource", 1, 0, 0, 1_000_001, 0),
                        new CallLatency("patch", "pods", "resource", 1, 0, 0, 5, 0)),
                List.of());

        assertThat(Objective.of(new Journey(List.of(), List.of()), rates))
                .extracting(Objective::of, Objective::isMet)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                "mutating calls, scope resource, slowest: create pods", false),
                        org.assertj.core.groups.Tuple.tuple("read-only calls, scope resource, slowest: get pods", true),
                        org.assertj.core.groups.Tuple.tuple(
                                "read-only calls, scope namespace, slowest: list pods", false),
                        org.assertj.core.groups.Tuple.tuple(
                                "read-only calls, scope cluster, slowest: list pods", true));
    }
}

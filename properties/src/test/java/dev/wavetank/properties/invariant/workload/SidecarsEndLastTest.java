package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.properties.invariant.container.SidecarsEndLast;
import dev.wavetank.sim.component.ComponentTrace;
import org.junit.jupiter.api.Test;

/** When a sidecar may end. */
class SidecarsEndLastTest {

    private static final String SPEC = "{initContainers: [{name: proxy, restartPolicy: Always}, {name: shipper,"
            + " restartPolicy: Always}], containers: [{name: app}]}";

    private final Story story =
            new Story(new SidecarsEndLast()).stored(Story.pod("{name: web-1, namespace: default}", SPEC, "{}"));

    private void starts(String container, String id) {
        story.told("runtime/one", new ContainerTrace.Started("default/web-1", "web-1", container, id));
    }

    private void isDeletedAndEnds(String id) {
        story.at(300)
                .stored(Story.pod(
                        "{name: web-1, namespace: default, deletionTimestamp: '2026-01-01T00:05:20Z',"
                                + " deletionGracePeriodSeconds: 20}",
                        SPEC,
                        "{}"))
                .told("runtime/one", new ContainerTrace.Ended("web-1", id));
    }

    @Test
    void a_sidecar_outlives_those_that_started_later() {
        starts("proxy", "p");
        starts("shipper", "s");
        isDeletedAndEnds("p");

        assertThat(story.broken()).hasSize(1);
    }

    @Test
    void containers_of_a_node_that_crashed_run_no_longer() {
        starts("proxy", "p");
        starts("shipper", "s");
        story.told("runtime/one", new ComponentTrace.Crashed(1));
        starts("proxy", "again");
        isDeletedAndEnds("again");

        assertThat(story.broken()).isEmpty();
    }
}

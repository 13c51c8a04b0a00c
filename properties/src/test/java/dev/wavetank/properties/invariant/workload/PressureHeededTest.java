package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Story.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.properties.invariant.container.PressureHeeded;
import org.junit.jupiter.api.Test;

/** Which pods a node takes that is short of memory, and for how long it is. */
class PressureHeededTest {

    private static final String REQUESTS =
            "{nodeName: one, containers: [{name: app, resources: {requests: {cpu: 1m}}}]}";
    private static final String NOTHING = "{nodeName: one, containers: [{name: app}]}";
    private static final String REFUSED =
            "{phase: Failed, reason: Evicted, message: 'Pod The node had condition: [MemoryPressure]. '}";

    private final Story story = new Story(new PressureHeeded(ClusterSpec.DEFAULT));

    static String node(String pressure) {
        return "{apiVersion: v1, kind: Node, metadata: {name: one}, status: {conditions: [{type: MemoryPressure,"
                + " status: '"
                + pressure + "'}]}}";
    }

    static String box(String spec, String status) {
        return pod("{name: box, namespace: default}", spec, status);
    }

    private Story startedUnderPressure(String spec) {
        return story.stored(node("True"))
                .at(60)
                .stored(box(spec, "{phase: Pending}"))
                .told("runtime/one", new ContainerTrace.Started("default/box", "box", "app", "a"))
                .at(100)
                .stored(node("True"));
    }

    @Test
    void a_pod_that_requests_nothing_is_refused() {
        story.stored(node("True")).at(60).stored(box(NOTHING, "{phase: Pending}"), box(NOTHING, REFUSED));

        assertThat(story.broken()).isEmpty();
    }

    @Test
    void a_pod_that_requests_something_is_not() {
        story.stored(node("True")).at(60).stored(box(REQUESTS, "{phase: Pending}"), box(REQUESTS, REFUSED));

        assertThat(story.broken()).hasSize(1);
    }

    @Test
    void only_what_requests_something_is_started() {
        assertThat(startedUnderPressure(REQUESTS).broken()).isEmpty();
    }

    @Test
    void what_requests_nothing_is_started_in_vain() {
        assertThat(startedUnderPressure(NOTHING).broken()).hasSize(1);
    }

    @Test
    void a_pressure_stays_for_five_minutes() {
        story.stored(node("True")).at(100).stored(node("False"));
        assertThat(story.broken()).hasSize(1);
    }

    @Test
    void a_pressure_goes_after_five_minutes() {
        story.stored(node("True")).at(300).stored(node("False"));
        assertThat(story.broken()).isEmpty();
    }
}

package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Story.READY;
import static dev.wavetank.properties.invariant.workload.Story.owner;
import static dev.wavetank.properties.invariant.workload.Story.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.properties.invariant.rollout.DaemonsSurgeFirst;
import org.junit.jupiter.api.Test;

/** Whether the pods of a DaemonSet are replaced only when the next ones are ready, and how many at a time. */
class DaemonsSurgeFirstTest {

    private static final String STARTING = "{phase: Pending}";

    private final Story story = new Story(DaemonsSurgeFirst::new);

    /** A DaemonSet on two nodes, each of which has an old pod that has been ready for long. */
    static Story old(Story story) {
        return story.stored(
                        "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: logs, namespace: default}, spec:"
                                + " {updateStrategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}, template:"
                                + " {spec: {}}}}",
                        "{apiVersion: v1, kind: Node, metadata: {name: one}}",
                        "{apiVersion: v1, kind: Node, metadata: {name: two}}",
                        daemon("old-1", "one", "old", "", READY),
                        daemon("old-2", "two", "old", "", READY))
                .at(60);
    }

    private static String daemon(String name, String node, String revision, String metadata, String status) {
        return pod(
                "{name: " + name + ", namespace: default, labels: {controller-revision-hash: " + revision + "}"
                        + metadata + ", ownerReferences: [" + owner("DaemonSet", "logs") + "]}",
                node.isEmpty() ? "{}" : "{nodeName: " + node + "}",
                status);
    }

    static Story made(Story story, String name, String node) {
        return story.stored(daemon(name, "", "new", "", "{}"), daemon(name, node, "new", "", STARTING));
    }

    static Story replaced(Story story) {
        return story.stored(daemon("old-1", "one", "old", ", deletionTimestamp: 2026-01-01T00:00:00Z", READY))
                .asked(
                        "daemon-set-controller",
                        new ApiRequest.Delete(Resources.PODS, "default", "old-1", ApiRequest.DeleteOptions.DEFAULT),
                        new ApiResponse.Done(200));
    }

    @Test
    void an_old_pod_goes_when_the_new_one_is_ready() {
        made(old(story), "new-1", "one").stored(daemon("new-1", "one", "new", "", READY));

        assertThat(replaced(story).broken()).isEmpty();
    }

    @Test
    void an_old_pod_stays_while_the_new_one_starts() {
        made(old(story), "new-1", "one");

        assertThat(replaced(story).broken()).hasSize(1);
    }

    @Test
    void a_pod_that_has_failed_lately_may_go() {
        old(story).stored(daemon("old-1", "one", "old", "", STARTING), daemon("old-1", "one", "old", "", READY));

        assertThat(replaced(story).broken()).isEmpty();
    }

    @Test
    void one_node_at_a_time_has_two_pods() {
        made(old(story), "new-1", "one");
        assertThat(story.broken()).isEmpty();
        made(story, "new-2", "two");

        assertThat(story.broken()).hasSize(1);
    }

    @Test
    void the_next_node_follows_when_the_first_is_ready() {
        made(old(story), "new-1", "one").stored(daemon("new-1", "one", "new", "", READY));

        assertThat(made(story, "new-2", "two").broken()).isEmpty();
    }

    @Test
    void an_old_pod_that_is_not_ready_gets_its_successor_at_once() {
        old(story).stored(daemon("old-1", "one", "old", "", STARTING)).at(120);
        made(story, "new-1", "one");

        assertThat(made(story, "new-2", "two").broken()).isEmpty();
    }
}

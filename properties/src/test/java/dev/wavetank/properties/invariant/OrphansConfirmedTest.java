package dev.wavetank.properties.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.properties.invariant.ending.OrphansConfirmed;
import dev.wavetank.sim.VirtualTime;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The collector of pods deletes orphans, and they are orphans. */
class OrphansConfirmedTest {

    private static final String COLLECTOR = "pod-garbage-collector";

    private static final Pod POD = Objects.bound(Objects.pod("web-1"), "one");

    private final Observation seen = new Observation(OrphansConfirmed::new);

    private void asked(String agent, ApiRequest request, ApiResponse response) {
        seen.happened(new RequestTrace(agent, new ApiCall(agent, agent, request), response, 0));
    }

    private void read(boolean isThere) {
        ApiResponse answer = isThere
                ? new ApiResponse.One(200, Objects.node("one", Map.of()))
                : new ApiResponse.Failed(Status.notFound(Resources.NODES, "one"));
        asked(COLLECTOR, new ApiRequest.Get(Resources.NODES, "", "one"), answer);
    }

    private void deleted(String agent, Pod pod) {
        asked(
                agent,
                new ApiRequest.Delete(Resources.PODS, "default", "web-1", ApiRequest.DeleteOptions.DEFAULT),
                new ApiResponse.One(200, pod));
    }

    private void failed(Pod pod) {
        Pod failed = Objects.finished(pod);
        asked(
                COLLECTOR,
                new ApiRequest.Patch(
                        Resources.PODS, "default", "web-1", "status", new ApiRequest.Change.PodStatus(failed)),
                new ApiResponse.One(200, failed));
    }

    @Test
    void a_pod_is_collected_when_its_node_was_read_and_is_gone() {
        read(false);
        failed(POD);
        deleted(COLLECTOR, POD);

        assertThat(seen.broken).isEmpty();
    }

    @Test
    void a_pod_of_a_node_that_is_there_or_was_not_read_is_no_orphan() {
        deleted(COLLECTOR, POD);
        read(false);
        read(true);
        failed(POD);

        assertThat(seen.broken)
                .containsExactly(
                        "pod/default/web-1: is collected, although its node one was not found gone",
                        "pod/default/web-1: is collected, although its node one was not found gone");
    }

    @Test
    void a_new_pod_of_the_name_is_deleted_by_a_collector_that_does_not_know_it_yet() {
        Pod next = replaced("StatefulSet");

        deleted(COLLECTOR, next);
        assertThat(seen.broken).isEmpty();
        assertThat(seen.known).hasSize(1);

        seen.at(VirtualTime.HOUR);
        deleted(COLLECTOR, next);
        assertThat(seen.broken).hasSize(1);
    }

    @Test
    void the_name_of_a_pod_of_a_replica_set_does_not_come_again() {
        deleted(COLLECTOR, replaced("ReplicaSet"));

        assertThat(seen.broken).hasSize(1);
    }

    /** The second of two pods of a name, with an owner of that kind; the first has ended. */
    private Pod replaced(String kind) {
        Pod pod = Objects.bound(Objects.pod("web-1", Objects.controlledBy(kind, "web")), "one");
        Pod first = pod.withMetadata(pod.metadata().withGenerateName("web-"));
        Pod next = Objects.bound(first.withMetadata(first.metadata().withUid("web-1-again")), "two");
        seen.stored(first).deleted(Objects.finished(first)).stored(next);
        return next;
    }

    @Test
    void what_was_read_before_a_pod_was_made_says_nothing_of_it() {
        seen.at(5 * VirtualTime.SECOND);
        read(false);
        failed(POD.withMetadata(POD.metadata().withCreationTimestamp(VirtualTime.calendar(60 * VirtualTime.SECOND))));

        assertThat(seen.broken).hasSize(1);
    }

    @Test
    void others_and_pods_that_end_or_have_no_node_are_not_judged() {
        deleted("kubectl", POD);
        deleted(COLLECTOR, Objects.finished(POD));
        deleted(COLLECTOR, Objects.pod("web-1"));
        failed(Objects.deleting(POD));

        assertThat(seen.broken).isEmpty();
    }
}

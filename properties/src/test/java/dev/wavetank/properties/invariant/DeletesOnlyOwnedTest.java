package dev.wavetank.properties.invariant;

import static dev.wavetank.properties.invariant.Objects.controlledBy;
import static dev.wavetank.properties.invariant.Objects.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.properties.invariant.workload.DeletesOnlyOwned;
import org.junit.jupiter.api.Test;

class DeletesOnlyOwnedTest {

    private static final OwnerReference OF_WEB = controlledBy("ReplicaSet", "web");

    private final Observation seen = new Observation(new DeletesOnlyOwned());

    private void deleted(Pod pod, String by) {
        ApiRequest request =
                new ApiRequest.Delete(Resources.PODS, "default", "web-1", ApiRequest.DeleteOptions.DEFAULT);
        seen.happened(new RequestTrace(by, new ApiCall(by, by, request), new ApiResponse.One(200, pod), 0));
    }

    @Test
    void a_controller_may_delete_what_is_its_own_and_others_what_they_like() {
        seen.stored(pod("web-1", OF_WEB), pod("web-2"));
        deleted(pod("web-1", OF_WEB), "replicaset-controller");
        deleted(pod("web-2"), "node-controller");

        assertThat(seen.broken).isEmpty();
        assertThat(seen.known).isEmpty();
    }

    @Test
    void a_pod_that_was_never_its_own_it_must_not_touch() {
        seen.stored(pod("web-1"), pod("web-2", OF_WEB));
        deleted(pod("web-1"), "replicaset-controller");
        deleted(pod("web-2", OF_WEB), "job-controller");

        assertThat(seen.broken)
                .containsExactly(
                        "pod/default/web-1: was deleted by the replicaset-controller, although nothing controls it",
                        "pod/default/web-2: was deleted by the job-controller, although a ReplicaSet controls it");
    }

    @Test
    void a_pod_that_somebody_has_taken_from_it_is_a_known_behaviour() {
        seen.stored(pod("web-1", OF_WEB)).stored(pod("web-1"));
        deleted(pod("web-1"), "replicaset-controller");

        assertThat(seen.broken).isEmpty();
        assertThat(seen.known)
                .containsExactly("kubernetes#138818: pod/default/web-1: was deleted by the replicaset-controller,"
                        + " although nothing controls it since somebody took it from its ReplicaSet");
    }
}

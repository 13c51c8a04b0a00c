package dev.wavetank.model.nodefit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.Scheme;
import org.junit.jupiter.api.Test;

/** What a pod counts for while it is resized. */
class ResizedPodTest {

    /** A pod that asks for 2 cores, and whose container has 1 of the 3 that are set aside for it. */
    private static Pod pod(int generation, String conditions) {
        return Scheme.parse(
                "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"p\", \"generation\": "
                        + generation
                        + "}, \"spec\": {\"containers\": [{\"name\": \"c\", \"resources\": {\"requests\": {\"cpu\":"
                        + " \"2\", \"memory\": \"1Gi\"}}}]}, \"status\": {\"conditions\": [" + conditions
                        + "], \"containerStatuses\": [{\"name\": \"c\", \"allocatedResources\": {\"cpu\": \"3\"},"
                        + " \"resources\": {\"requests\": {\"cpu\": \"1\"}}}]}}",
                Pod.class);
    }

    private static final String INFEASIBLE =
            "{\"type\": \"PodResizePending\", \"status\": \"True\", \"reason\": \"Infeasible\"}";

    @Test
    void the_most_counts_of_what_is_asked_for_set_aside_and_there() {
        ResourceAmounts counted = ResourceAmounts.requestedBy(ResizedPod.counted(pod(2, "")));

        assertThat(counted.milliCpu()).isEqualTo(3000);
        assertThat(counted.memory()).isEqualTo(1L << 30);
    }

    @Test
    void what_can_never_be_granted_does_not_count() {
        assertThat(ResourceAmounts.requestedBy(ResizedPod.counted(pod(2, INFEASIBLE)))
                        .memory())
                .isZero();
    }

    @Test
    void a_pod_that_has_never_changed_counts_for_what_it_asks() {
        Pod pod = pod(1, "");

        assertThat(ResizedPod.counted(pod)).isSameAs(pod.spec());
        assertThat(ResizedPod.setAside(pod)).isSameAs(pod.spec());
    }

    @Test
    void what_is_set_aside_counts_as_far_as_it_is_asked_for() {
        assertThat(ResourceAmounts.requestedBy(ResizedPod.setAside(pod(2, ""))).milliCpu())
                .isEqualTo(2000);
    }
}

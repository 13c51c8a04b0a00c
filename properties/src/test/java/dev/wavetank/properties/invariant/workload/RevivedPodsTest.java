package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.making.DeletesAsPromised;
import org.junit.jupiter.api.Test;

/** The pod collector calls a pod failed, and its kubelet, which still runs it, says that it is running. */
class RevivedPodsTest {

    private static final ApiRequest.Delete AT_ONCE =
            new ApiRequest.Delete(Resources.PODS, "default", "web-1", new ApiRequest.DeleteOptions(0L, null, null));

    private static Story told(String... phases) {
        Story story = new Story(lag -> new DeletesAsPromised(lag, KubernetesVersion.DEFAULT));
        for (String phase : phases) {
            story.stored("{apiVersion: v1, kind: Pod, metadata: {name: web-1, namespace: default, creationTimestamp:"
                    + " 2026-01-01T00:00:00Z}, spec: {}, status: {phase: " + phase + "}}");
        }
        return story.at(900).deleted("web-1").asked("pod-garbage-collector", AT_ONCE, new ApiResponse.Done(200));
    }

    @Test
    void was_called_failed_before() {
        assertThat(told("Running", "Failed", "Running").broken()).isEmpty();
    }

    @Test
    void was_never_called_failed() {
        assertThat(told("Running").broken()).hasSize(1);
    }
}

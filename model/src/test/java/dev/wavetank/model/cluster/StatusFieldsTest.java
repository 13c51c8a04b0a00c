package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fields of pods and of the statuses of their containers that came with versions. */
class StatusFieldsTest {

    private static final String POD = """
            {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [
              {name: app, image: nginx, resources: {requests: {cpu: 100m}, limits: {memory: 64Mi}},
               volumeMounts: [{name: data, mountPath: /data}, {name: data, mountPath: /ro, readOnly: true}]},
              {name: plain, image: nginx}],
              volumes: [{name: data, emptyDir: {}}]}}
            """;

    private static String printed(String version, int seconds, String path) {
        return new PodUnderTest(version, POD).after(seconds, "get", "pod", "web", "-o", "jsonpath=" + path);
    }

    private static String status(String version, String field) {
        return printed(version, 20, "{.status.containerStatuses[0]." + field + "}");
    }

    @ParameterizedTest
    @CsvSource({"v1.30, false", "v1.31, true", "v1.36, true"})
    void mounts_are_in_the_status_since_v1_31(String version, boolean are) {
        String mounts = status(version, "volumeMounts");

        if (are) {
            assertThat(mounts)
                    .contains("{\"mountPath\":\"/data\",\"name\":\"data\"}")
                    .contains(
                            "{\"mountPath\":\"/ro\",\"name\":\"data\",\"readOnly\":true,\"recursiveReadOnly\":\"Disabled\"}");
        } else {
            assertThat(mounts).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"v1.27, false", "v1.32, false", "v1.33, true", "v1.36, true"})
    void resources_are_in_the_status_since_v1_33(String version, boolean are) {
        assertThat(status(version, "allocatedResources"))
                .isEqualTo(are ? "{\"cpu\":\"100m\",\"memory\":\"64Mi\"}" : "");
        assertThat(status(version, "resources"))
                .isEqualTo(
                        are
                                ? "{\"limits\":{\"memory\":\"64Mi\"},"
                                        + "\"requests\":{\"cpu\":\"100m\",\"memory\":\"64Mi\"}}"
                                : "");
        assertThat(printed(version, 20, "{.status.containerStatuses[1].resources}"))
                .isEqualTo(are ? "{}" : "");
    }

    @ParameterizedTest
    @CsvSource({"v1.32, ''", "v1.33, 1"})
    void a_pod_has_a_generation_since_v1_33_which_its_binding_does_not_change(String version, String generation) {
        assertThat(printed(version, 20, "{.spec.nodeName} {.metadata.generation}"))
                .isEqualTo("node-1 " + generation);
    }

    @Test
    void another_image_is_another_generation() {
        PodUnderTest pod = new PodUnderTest("v1.36", POD);

        assertThat(pod.after(20, "set", "image", "pod/web", "app=nginx:2", "-o", "jsonpath={.metadata.generation}"))
                .isEqualTo("2");
    }

    @ParameterizedTest
    @CsvSource({"v1.33, ''", "v1.34, 1"})
    void a_kubelet_says_which_generation_it_has_seen_since_v1_34(String version, String generation) {
        assertThat(printed(version, 20, "{.status.observedGeneration}")).isEqualTo(generation);
        assertThat(printed(version, 20, "{.status.conditions[?(@.type==\"Ready\")].observedGeneration}"))
                .isEqualTo(generation);
    }
}

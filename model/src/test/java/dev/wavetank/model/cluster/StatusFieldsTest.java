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

    @ParameterizedTest
    @CsvSource({"v1.33, ''", "v1.34, 1"})
    void a_scheduler_says_which_generation_it_has_tried_since_v1_34(String version, String generation) {
        PodUnderTest pod = new PodUnderTest(
                version,
                "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {nodeSelector: {no: such},"
                        + " containers: [{name: app, image: nginx}]}}");

        assertThat(pod.after(
                        20,
                        "get",
                        "pod",
                        "web",
                        "-o",
                        "jsonpath={.status.conditions[?(@.type==\"PodScheduled\")].observedGeneration}"))
                .isEqualTo(generation);
    }

    @ParameterizedTest
    @CsvSource({"v1.33, ''", "v1.34, 1"})
    void an_eviction_says_which_generation_it_is_about_since_v1_34(String version, String generation) {
        PodUnderTest pod = new PodUnderTest(version, """
                {apiVersion: v1, kind: Node, metadata: {name: node-1}, spec: {taints: [{key: k, effect: NoExecute}]}}
                ---
                {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {
                  tolerations: [{key: k, operator: Exists, effect: NoExecute, tolerationSeconds: 10}],
                  containers: [{name: app, image: busybox, command: [sh, -c, "trap '' TERM; sleep 600"]}]}}
                """);

        assertThat(
                        pod.after(
                                20,
                                "get",
                                "pod",
                                "web",
                                "-o",
                                "jsonpath={.status.conditions[?(@.type==\"DisruptionTarget\")]['status','observedGeneration']}"))
                .isEqualTo(("True " + generation).strip());
    }

    private static final String GROUPS = """
            {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {
              securityContext: {runAsUser: 1000, runAsGroup: 3000, fsGroup: 5000, supplementalGroups: [4000],
                supplementalGroupsPolicy: %s},
              containers: [{name: app, image: nginx}, {name: root, image: redis, securityContext: {runAsUser: 0}}]}}
            """;

    @ParameterizedTest
    @CsvSource({
        "v1.36, containerd://1.6.20, false",
        "v1.32, containerd://2.1.0, false",
        "v1.33, containerd://2.1.0, true",
        "v1.36, cri-o://1.34.0, true"
    })
    void a_runtime_that_knows_policies_of_groups_tells_the_users_of_containers(
            String version, String runtime, boolean tells) {
        PodUnderTest pod =
                new PodUnderTest(version, GROUPS.formatted("Merge")).with("container-runtime.version", runtime);
        String users = "jsonpath={.status.containerStatuses[*].user.linux}";

        assertThat(pod.after(30, "get", "pod", "web", "-o", users))
                .isEqualTo(
                        tells
                                ? "{\"gid\":3000,\"supplementalGroups\":[3000,4000,5000],\"uid\":1000}"
                                        + " {\"gid\":3000,\"supplementalGroups\":[3000,4000,5000],\"uid\":0}"
                                : "");
    }

    @ParameterizedTest
    @CsvSource({
        "v1.32, containerd://1.6.20, Running",
        "v1.33, containerd://1.6.20, SupplementalGroupsPolicyNotSupported",
        "v1.36, containerd://1.7.0, SupplementalGroupsPolicyNotSupported",
        "v1.36, containerd://2.0.0, Running"
    })
    void a_strict_policy_of_groups_needs_a_runtime_that_knows_it(String version, String runtime, String status) {
        PodUnderTest pod =
                new PodUnderTest(version, GROUPS.formatted("Strict")).with("container-runtime.version", runtime);

        assertThat(pod.after(30, "get", "pod", "web")).contains(" " + status + " ");
        if (!status.equals("Running")) {
            assertThat(pod.after(30, "get", "pod", "web", "-o", "jsonpath={.status.message}"))
                    .isEqualTo("Pod was rejected: SupplementalGroupsPolicy=Strict is not supported in this node");
        }
        assertThat(pod.after(30, "get", "node", "node-1", "-o", "jsonpath={.status.features.supplementalGroupsPolicy}"))
                .isEqualTo(version.equals("v1.32") ? "" : Boolean.toString(runtime.contains("//2")));
    }

    @ParameterizedTest
    @CsvSource({
        "v1.25, containerd://1.6.20",
        "v1.26, containerd://1.7.24",
        "v1.32, containerd://1.7.24",
        "v1.33, containerd://2.1.5"
    })
    void nodes_run_the_containerd_of_their_time(String version, String runtime) {
        PodUnderTest pod = new PodUnderTest(version, GROUPS.formatted("Merge"));
        String path = "jsonpath={.status.nodeInfo.containerRuntimeVersion}";

        assertThat(pod.after(30, "get", "node", "node-1", "-o", path)).isEqualTo(runtime);
    }
}

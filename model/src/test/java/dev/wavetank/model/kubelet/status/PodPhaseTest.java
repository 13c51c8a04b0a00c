package dev.wavetank.model.kubelet.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.kubelet.cri.ContainerImage;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Exit;
import dev.wavetank.model.version.KubernetesVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The phase of a pod by its restart policy and the states of its containers, and whether a container is started again
 * ({@code getPhase}, pkg/kubelet/kubelet_pods.go; {@code ShouldContainerBeRestarted}, pkg/kubelet/container).
 */
class PodPhaseTest {

    /** {@code crashed} waits for its back-off after an end, {@code new} has never run. */
    @ParameterizedTest(name = "{0}, init {1}, containers {2}: {3}")
    @CsvSource({
        "Always,    -,             new,               Pending",
        "Always,    -,             new running,       Pending",
        "Always,    -,             running,           Running",
        "Always,    -,             running exit:0,    Running",
        "Always,    -,             exit:0,            Running",
        "Always,    -,             exit:1 exit:0,     Running",
        "Always,    -,             crashed,           Running",
        "OnFailure, -,             running exit:0,    Running",
        "OnFailure, -,             exit:0 exit:0,     Succeeded",
        "OnFailure, -,             exit:1 exit:0,     Running",
        "OnFailure, -,             crashed exit:0,    Running",
        "Never,     -,             running exit:1,    Running",
        "Never,     -,             exit:0 exit:0,     Succeeded",
        "Never,     -,             exit:1 exit:0,     Failed",
        "Never,     -,             exit:137,          Failed",
        "Always,    new,           new,               Pending",
        "Always,    running,       new,               Pending",
        "Always,    exit:0,        new,               Pending",
        "Always,    exit:0,        running,           Running",
        "Always,    exit:1,        new,               Pending",
        "Always,    crashed,       new,               Pending",
        "OnFailure, exit:1,        new,               Pending",
        "Never,     exit:1,        new,               Failed",
        "Never,     exit:0,        exit:0,            Succeeded",
        "Never,     exit:0 exit:3, new,               Failed"
    })
    void the_phase_follows_from_policy_and_containers(String policy, String inits, String apps, String phase) {
        List<String> first = inits.equals("-") ? List.of() : List.of(inits.split(" "));
        List<String> then = List.of(apps.split(" "));

        assertThat(new PodPhase(KubernetesVersion.parse("v1.20"))
                        .of(
                                pod(policy, first.size(), then.size()),
                                statuses("i", first),
                                statuses("c", then),
                                Instant.MIN))
                .isEqualTo(phase);
    }

    @ParameterizedTest(name = "{0}, init {1}: {2}")
    @CsvSource({
        "v1.20, running, Pending",
        "v1.27, running, Pending",
        "v1.28, running, Running",
        "v1.31, running, Running",
        "v1.32, running, Pending",
        "v1.36, exit:0,  Running"
    })
    void a_pod_whose_init_containers_run_again_after_its_containers_ended(String version, String init, String phase) {
        PodPhase phases = new PodPhase(KubernetesVersion.parse(version));

        assertThat(phases.of(
                        pod("Always", 1, 1),
                        statuses("i", List.of(init)),
                        statuses("c", List.of("exit:255")),
                        Instant.MIN))
                .isEqualTo(phase);
    }

    @ParameterizedTest(name = "{0}, sandbox made at {1} s: {2}")
    @CsvSource({"v1.32, 5, Running", "v1.33, 5, Pending", "v1.33, 1, Running"})
    void a_pod_whose_sidecar_starts_again_is_pending_in_a_new_sandbox(String version, int since, String phase) {
        Pod pod = pod("Always", 1, 1);
        Container sidecar = pod.spec().initContainers().get(0);
        Pod sidecars = pod.withSpec(
                pod.spec().withInitContainers(List.of(sidecar.withOther(Map.of("restartPolicy", "Always")))));
        Pod.ContainerState ended = new Pod.ContainerState(
                null, null, new Pod.Terminated(255, "Unknown", null, Instant.ofEpochSecond(2), null, "id"));
        List<Pod.ContainerStatus> apps = statuses("c", List.of("exit:255"));

        assertThat(new PodPhase(KubernetesVersion.parse(version))
                        .of(
                                sidecars,
                                statuses("i", List.of("running")),
                                List.of(apps.get(0).withState(ended)),
                                Instant.ofEpochSecond(since)))
                .isEqualTo(phase);
    }

    @ParameterizedTest(name = "{0}, {1}: {2}")
    @CsvSource({
        "Always,    CREATED, 0,   true",
        "Always,    RUNNING, 0,   false",
        "Always,    EXITED,  0,   true",
        "Always,    EXITED,  1,   true",
        "OnFailure, EXITED,  0,   false",
        "OnFailure, EXITED,  1,   true",
        "OnFailure, EXITED,  137, true",
        "Never,     CREATED, 0,   true",
        "Never,     EXITED,  0,   false",
        "Never,     EXITED,  1,   false"
    })
    void a_container_is_started_again_by_policy_and_exit_code(
            String policy, RuntimeContainer.State state, int code, boolean starts) {
        Pod pod = pod(policy, 0, 1);
        RuntimeContainer container = new RuntimeContainer(
                "id",
                "c0",
                new ContainerImage("i", "i", "i", ""),
                0,
                state,
                1,
                1,
                2,
                Exit.of(code),
                null,
                List.of(),
                null);

        assertThat(Containers.isToBeStarted(pod, pod.spec().containers().get(0), container))
                .isEqualTo(starts);
    }

    private static Pod pod(String policy, int inits, int apps) {
        return Scheme.parse(
                "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"p\"},"
                        + " \"spec\": {\"restartPolicy\": \"" + policy + "\", \"initContainers\": "
                        + containers("i", inits) + ", \"containers\": " + containers("c", apps) + "}}",
                Pod.class);
    }

    private static List<String> containers(String prefix, int number) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            all.add("{\"name\": \"" + prefix + i + "\", \"image\": \"i\"}");
        }
        return all;
    }

    private static List<Pod.ContainerStatus> statuses(String prefix, List<String> states) {
        List<String> all = new ArrayList<>();
        for (String state : states) {
            all.add("{\"name\": \"" + prefix + all.size() + "\", " + fields(state) + "}");
        }
        Pod holder = Scheme.parse(
                "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"p\"},"
                        + " \"spec\": {\"containers\": []},"
                        + " \"status\": {\"containerStatuses\": " + all + "}}",
                Pod.class);
        return holder.status().containerStatuses();
    }

    private static String fields(String state) {
        if (state.startsWith("exit:")) {
            return "\"state\": " + ended(state.substring(5)) + ", \"lastState\": {}";
        }
        String last = state.equals("crashed") ? ended("1") : "{}";
        String now = state.equals("running") ? "{\"running\": {}}" : "{\"waiting\": {\"reason\": \"X\"}}";
        return "\"state\": " + now + ", \"lastState\": " + last;
    }

    private static String ended(String code) {
        return "{\"terminated\": {\"exitCode\": " + code + "}}";
    }
}

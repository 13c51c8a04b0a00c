package dev.wavetank.model.kubelet.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.version.KubernetesVersion;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The status that a kubelet composes follows its own last one, not an older one that its watch shows. */
class StatusGeneratorTest {

    private static final ContainerUsers USERS = new ContainerUsers(false, image -> true);

    private static final Instant NOW = Instant.parse("2026-01-01T00:01:00Z");

    private static Pod watched(String status) {
        return Scheme.parse("""
            {apiVersion: v1, kind: Pod, metadata: {name: web, namespace: default, uid: u},
              spec: {containers: [{name: web, image: nginx}]}, status: %s}
            """.formatted(status), Pod.class);
    }

    /** Of a container that the runtime does not know any more. */
    private static final String STARTED =
            ", containerStatuses: [{name: web, containerID: \"containerd://1\", image: nginx,"
                    + " imageID: i, ready: true, restartCount: 0, lastState: {}, state: {running: {}}}]";

    private static final ProbeResults NO_PROBES = new ProbeResults() {
        @Override
        public boolean isStarted(Container spec, RuntimeContainer container) {
            return true;
        }

        @Override
        public boolean isReady(Container spec, RuntimeContainer container) {
            return true;
        }
    };

    private static Pod.Status next(Pod pod, Pod.Status last) {
        StatusGenerator generator =
                new StatusGenerator("10.0.0.1", "containerd://", KubernetesVersion.DEFAULT, USERS, NOW);
        return generator.of(new StatusInputs(pod, last, null, new TreeMap<>(), NO_PROBES, null), NOW);
    }

    @Test
    void the_first_status_keeps_what_an_earlier_kubelet_wrote() {
        Pod pod = watched("{phase: Running, podIP: 10.1.0.7, startTime: \"2026-01-01T00:00:05Z\"" + STARTED + "}");

        Pod.Status status = next(pod, null);

        assertThat(status.startTime()).isEqualTo(Instant.parse("2026-01-01T00:00:05Z"));
        assertThat(status.phase()).isEqualTo("Running");
        assertThat(status.podIP()).isEqualTo("10.1.0.7");
    }

    @Test
    void later_ones_do_not_follow_an_older_status_that_the_watch_shows() {
        Pod.Status own = watched(
                        "{phase: Running, podIP: 10.1.0.7, startTime: \"2026-01-01T00:00:09Z\"" + STARTED + "}")
                .status();

        Pod.Status status = next(watched("{phase: Pending, startTime: \"2026-01-01T00:00:05Z\"}"), own);

        assertThat(status.startTime()).isEqualTo(Instant.parse("2026-01-01T00:00:09Z"));
        assertThat(status.phase()).isEqualTo("Running");
        assertThat(status.podIP()).isEqualTo("10.1.0.7");
    }

    @Test
    void a_run_that_was_counted_and_has_not_begun_stays_counted_and_is_the_next() {
        Pod pod = watched("{phase: Pending, containerStatuses: [{name: web, image: nginx, imageID: '', ready: false,"
                + " restartCount: 1, lastState: {}, state: {waiting: {reason: PodInitializing}}}]}");

        assertThat(next(pod, null).containerStatuses().get(0).restartCount()).isEqualTo(1);
        assertThat(Containers.nextAttempt(pod, "web")).isEqualTo(1);
        assertThat(Containers.nextAttempt(watched("{phase: Running" + STARTED + "}"), "web"))
                .isEqualTo(1);
    }

    @Test
    void a_pod_that_somebody_else_declared_ended_stays_so() {
        Pod.Status own = watched("{phase: Running, podIP: 10.1.0.7}").status();

        assertThat(next(watched("{phase: Failed}"), own).phase()).isEqualTo("Failed");
    }

    @Test
    void since_v1_34_a_status_says_which_generation_of_the_pod_it_is_about() {
        Pod pod = watched("{phase: Pending}");
        pod = pod.withMetadata(pod.metadata().withGeneration(3L));
        StatusInputs inputs = new StatusInputs(pod, null, null, new TreeMap<>(), NO_PROBES, null);

        for (String version : List.of("v1.33", "v1.34")) {
            Long expected = version.equals("v1.34") ? 3L : null;
            StatusGenerator generator =
                    new StatusGenerator("10.0.0.1", "containerd://", KubernetesVersion.parse(version), USERS, NOW);
            Pod.Status status = generator.of(inputs, NOW);

            assertThat(status.observedGeneration()).isEqualTo(expected);
            assertThat(status.conditions())
                    .isNotEmpty()
                    .allSatisfy(condition ->
                            assertThat(condition.observedGeneration()).isEqualTo(expected));
            assertThat(generator.rejected(pod, "OutOfcpu", "").observedGeneration())
                    .isEqualTo(expected);
        }
    }

    @Test
    void the_addresses_of_the_node_are_a_list_since_v1_29() {
        Pod pod = watched("{phase: Pending}");
        StatusInputs inputs = new StatusInputs(pod, null, null, new TreeMap<>(), NO_PROBES, null);

        for (String version : List.of("v1.28", "v1.29")) {
            Pod.Status status = new StatusGenerator(
                            "10.0.0.1", "containerd://", KubernetesVersion.parse(version), USERS, NOW)
                    .of(inputs, NOW);

            assertThat(status.hostIP()).isEqualTo("10.0.0.1");
            assertThat(status.hostIPs())
                    .isEqualTo(version.equals("v1.28") ? List.of() : List.of(new Pod.IpAddress("10.0.0.1")));
        }
    }
}

package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.properties.invariant.container.PhaseMatchesContainers;
import dev.wavetank.properties.invariant.container.TimesOfContainers;
import org.junit.jupiter.api.Test;

/** What the status of a pod says of its containers: times, reasons, gates, and which are not ready. */
class ContainerReportsTest {

    private static final String WEB = "{name: web-1, namespace: default}";
    private static final String UNREADY = "message: 'containers with unready status: [app]'";

    private static String pod(String spec, String status) {
        return Story.pod(WEB, "{nodeName: one" + spec + "}", "{" + status + "}");
    }

    /** The container runs from second 3 to second 8. */
    private static Story ran() {
        return new Story(TimesOfContainers::new)
                .stored(pod("", "phase: Pending"))
                .at(3)
                .told("runtime/one", new ContainerTrace.Started("default/web-1", "web-1", "app", "a"))
                .at(8)
                .told("runtime/one", new ContainerTrace.Ended("web-1", "a"));
    }

    private static String ended(int start, int end, int code, String reason) {
        return pod(
                "",
                "phase: Running, containerStatuses: [{name: app, containerID: 'containerd://a', state: {terminated: {"
                        + "exitCode: " + code + ", reason: " + reason + ", containerID: 'containerd://a', startedAt: '"
                        + second(start) + "', finishedAt: '" + second(end) + "'}}}]");
    }

    private static String running(int start) {
        return pod(
                "",
                "phase: Running, containerStatuses: [{name: app, containerID: 'containerd://a', state: {running: {"
                        + "startedAt: '" + second(start) + "'}}}]");
    }

    private static String second(int second) {
        return "2026-01-01T00:00:0" + second + "Z";
    }

    @Test
    void a_run_is_shown_with_its_times() {
        assertThat(ran().stored(running(3), ended(3, 8, 0, "Completed")).broken())
                .isEmpty();
    }

    @Test
    void a_run_did_not_begin_at_another_time() {
        assertThat(ran().stored(running(4)).broken())
                .containsExactly("pod/default/web-1: says that a run of container app began at 2026-01-01T00:00:04Z,"
                        + " expected 2026-01-01T00:00:03Z");
    }

    @Test
    void a_run_did_not_end_at_another_time() {
        assertThat(ran().stored(ended(3, 3, 1, "Error")).broken())
                .containsExactly("pod/default/web-1: says that a run of container app ended at 2026-01-01T00:00:03Z,"
                        + " expected 2026-01-01T00:00:08Z");
    }

    @Test
    void a_failure_is_not_called_completed() {
        assertThat(ran().stored(ended(3, 8, 1, "Completed")).broken())
                .containsExactly("pod/default/web-1: says that container app ended with code 1, and gives as reason"
                        + " Completed");
    }

    private static Story phases(String... manifests) {
        return new Story(new PhaseMatchesContainers())
                .stored(pod("", "phase: Pending"))
                .stored(manifests);
    }

    private static String condition(String status, String reason) {
        return "conditions: [{type: Ready, status: '" + status + "', " + reason + "}]";
    }

    @Test
    void a_gate_that_is_closed_keeps_a_pod_unready() {
        String gated = ", readinessGates: [{conditionType: open}]";
        String ready = "phase: Running, conditions: [{type: Ready, status: 'True'}, {type: open, status: ";

        assertThat(phases(pod(gated, ready + "'True'}]")).broken()).isEmpty();
        assertThat(phases(pod(gated, ready + "'False'}]")).broken())
                .containsExactly("pod/default/web-1: is ready, although its readiness gate open is not True");
    }

    @Test
    void a_condition_names_the_containers_that_are_not_ready() {
        String running = "phase: Running, containerStatuses: [{name: app, ready: false}, {name: log, ready: ";
        String reason = condition("False", "reason: ContainersNotReady, " + UNREADY);
        String ready = "true, state: {running: {}}}], ";

        assertThat(phases(pod("", running + ready + reason)).broken()).isEmpty();
        assertThat(phases(pod("", running + "false}], " + reason)).broken())
                .containsExactly("pod/default/web-1: names as unready [app], and container log is not ready");
    }

    @Test
    void a_pod_that_has_succeeded_is_unready_for_that_reason() {
        String succeeded = "phase: Succeeded, ";

        assertThat(phases(pod("", succeeded + condition("False", "reason: PodCompleted")))
                        .broken())
                .isEmpty();
        assertThat(phases(pod("", succeeded + condition("False", "reason: ContainersNotReady")))
                        .broken())
                .containsExactly("pod/default/web-1: has succeeded, and gives for Ready the reason ContainersNotReady,"
                        + " expected PodCompleted");
    }

    @Test
    void a_pod_does_not_fail_when_all_its_containers_succeed() {
        String done = "containerStatuses: [{name: app, state: {terminated: {exitCode: 0}}}]";

        assertThat(phases(pod("", "phase: Failed, reason: Evicted, " + done)).broken())
                .isEmpty();
        assertThat(phases(pod("", "phase: Failed, " + done)).broken())
                .containsExactly("pod/default/web-1: has failed, although all its containers ended with code 0");
    }
}

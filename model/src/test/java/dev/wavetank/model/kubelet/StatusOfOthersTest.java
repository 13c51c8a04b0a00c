package dev.wavetank.model.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.SchedulerSettings;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a kubelet does when somebody else writes the status of its pod. Nobody tells the pod's worker of a mere status:
 * the status manager's pass over all pods, every 10 s, restores what the kubelet wrote, unless the pod is synced first.
 */
class StatusOfOthersTest {

    private final TestCluster cluster = new TestCluster(7, SchedulerSettings.DEFAULT);

    @BeforeEach
    void start() {
        cluster.addNodes(1, "1");
        cluster.start();
        cluster.create(TestCluster.pod("web", null));
        runFor(60);
    }

    private void runFor(long seconds) {
        cluster.runFor(seconds * VirtualTime.SECOND);
    }

    private Pod fail() {
        Pod running = cluster.pod("web");
        assertThat(running.phase()).isEqualTo("Running");
        Pod failed = running.withStatus(running.status().withPhase("Failed").withReason("Told"));
        cluster.send(new ApiRequest.Patch(
                Resources.PODS, "default", "web", "status", new ApiRequest.Change.PodStatus(failed)));
        cluster.runFor(100 * VirtualTime.MILLISECOND);
        Pod seen = cluster.pod("web");
        assertThat(seen.phase()).isEqualTo("Failed");
        return running;
    }

    @Test
    void a_phase_that_somebody_else_wrote_is_restored_within_ten_seconds() {
        Pod before = fail();

        runFor(11);

        assertThat(cluster.pod("web").status()).isEqualTo(before.status());
        assertThat(cluster.runtimes.setUnready(TestCluster.key("web"), false))
                .as("it still runs")
                .isTrue();
    }

    @Test
    void a_pod_that_is_synced_while_it_is_shown_as_failed_ends() {
        Pod before = fail();
        Pod labelled = cluster.pod("web");
        cluster.send(new ApiRequest.Update(
                Resources.PODS,
                "",
                labelled.withMetadata(labelled.metadata().withLabels(Map.of("touched", "yes")))));

        runFor(60);

        Pod after = cluster.pod("web");
        assertThat(after.phase()).isEqualTo("Failed");
        assertThat(after.status().containerStatuses()).allMatch(one -> one.state().terminated() != null);
        assertThat(before.status().containerStatuses()).allMatch(one -> one.state().running() != null);
    }

    @Test
    void a_condition_of_somebody_else_stays() {
        Pod running = cluster.pod("web");
        Pod.Condition foreign = new Pod.Condition("example.com/checked", "True", null, null, null, null);
        Pod.Status marked = running.status()
                .withConditions(Stream.concat(
                                running.status().conditions().stream(), Stream.of(foreign))
                        .toList());
        cluster.send(new ApiRequest.Patch(
                Resources.PODS,
                "default",
                "web",
                "status",
                new ApiRequest.Change.PodStatus(running.withStatus(marked))));

        runFor(60);

        List<Pod.Condition> after = cluster.pod("web").status().conditions();
        assertThat(after).extracting(Pod.Condition::type).contains("example.com/checked");
    }
}

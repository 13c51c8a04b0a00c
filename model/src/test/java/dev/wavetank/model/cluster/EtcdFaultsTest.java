package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Faults of etcd, as they are written in a scenario. */
class EtcdFaultsTest {

    private static Scenario scenario(int members, String... faults) {
        String text = "cluster: {nodes: 3, settings: {etcd.members: '" + members + "'}}\n"
                + "timeline:\n- {at: 0s, kubectl: create deployment web --image=nginx --replicas=3}\nfaults:\n- "
                + String.join("\n- ", faults) + "\n";
        return ScenarioCodec.read("plan.yaml", text);
    }

    private static List<TraceEntry> run(Scenario scenario) {
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        MemorySink trace = new MemorySink();
        cluster.simulation().trace().addSink(trace);
        cluster.run(RunLimits.until(120 * VirtualTime.SECOND));
        return trace.entries();
    }

    private static Set<String> pods(List<TraceEntry> entries) {
        Set<String> pods = new LinkedHashSet<>();
        for (TraceEntry entry : entries) {
            if (entry.record() instanceof StoreTrace commit && commit.object() instanceof Pod pod) {
                if (commit.change() == WatchEvent.Type.DELETED) {
                    pods.remove(pod.metadata().name());
                } else if (pod.isReady()) {
                    pods.add(pod.metadata().name());
                }
            }
        }
        return pods;
    }

    private static long missed(List<TraceEntry> entries) {
        return entries.stream()
                .filter(entry -> entry.record() instanceof FaultTrace.Missed)
                .count();
    }

    @Test
    void a_member_that_lost_its_disk_is_replaced_and_the_pods_become_ready() {
        List<TraceEntry> entries = run(scenario(3, "{kind: etcdDiskLoss, member: etcd-2, at: 2s, for: 5s}"));
        assertThat(pods(entries)).hasSize(3);
        assertThat(missed(entries)).isZero();
        assertThat(entries.stream()
                        .filter(entry ->
                                entry.component().equals("etcd-2") && entry.record() instanceof ComponentTrace.Started))
                .hasSize(2);
    }

    @Test
    void a_loss_that_would_take_the_majority_does_not_happen() {
        List<TraceEntry> entries = run(scenario(
                3,
                "{kind: etcdDiskLoss, member: etcd-1, at: 2s, for: 9s}",
                "{kind: etcdDiskLoss, member: etcd-2, at: 3s, for: 5s}"));
        assertThat(pods(entries)).hasSize(3);
        assertThat(missed(entries)).isEqualTo(1);
    }

    @Test
    void a_restore_undoes_what_came_after_the_backup() {
        for (int members : List.of(1, 3)) {
            List<TraceEntry> entries = run(scenario(members, "{kind: etcdRestore, at: 0s, for: 30s, bump: 1000000}"));
            long restored = entries.stream()
                    .filter(entry -> entry.record() instanceof FaultTrace.Closed)
                    .findFirst()
                    .orElseThrow()
                    .time();
            assertThat(entries.stream()
                            .filter(entry -> entry.time() == restored
                                    && entry.record() instanceof StoreTrace commit
                                    && commit.object() instanceof Pod
                                    && commit.change() == WatchEvent.Type.DELETED))
                    .as("%d members", members)
                    .hasSize(3);
        }
    }

    @Test
    void while_the_space_is_exhausted_nothing_is_stored() {
        List<TraceEntry> entries = run(scenario(3, "{kind: etcdSpaceAlarm, at: 3s, for: 20s}"));
        assertThat(entries.stream()
                        .filter(entry -> entry.record() instanceof StoreTrace commit
                                && commit.change() != WatchEvent.Type.DELETED)
                        .mapToLong(TraceEntry::time)
                        .filter(time -> time > 4 * VirtualTime.SECOND && time < 23 * VirtualTime.SECOND))
                .isEmpty();
        assertThat(pods(entries)).hasSize(3);
    }

    @Test
    void a_disk_that_cannot_be_lost_is_refused_where_it_is_written() {
        assertThatThrownBy(() -> scenario(1, "{kind: etcdDiskLoss, member: etcd, at: 2s, for: 9s}"))
                .hasMessageContaining("faults[0].member: fault etcdDiskLoss takes all data from a cluster with one "
                        + "member of etcd: set etcd.members to 3 or more, or use etcdRestore");
        assertThatThrownBy(() -> scenario(3, "{kind: etcdDiskLoss, member: kube-scheduler, at: 2s, for: 9s}"))
                .hasMessageContaining("no member of etcd: choose from etcd-1, etcd-2, etcd-3");
    }
}

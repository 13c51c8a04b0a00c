package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class EtcdMembersTest {

    private static final List<String> CREATE = List.of("create", "deployment", "web", "--image=nginx", "--replicas=3");

    private static ClusterSpec with(String setting, String value) {
        TreeMap<String, String> settings = new TreeMap<>();
        settings.put(setting, value);
        return new ClusterSpec(3, ClusterSpec.DEFAULT.nodeCapacity(), KubernetesVersion.V1_32, settings);
    }

    private static List<TraceEntry> run(ClusterSpec spec) {
        Cluster cluster = Cluster.of(Scenario.ofCommand(spec, CREATE), 1, ClusterParts.DEFAULT);
        MemorySink trace = new MemorySink();
        cluster.simulation().trace().addSink(trace);
        cluster.run(RunLimits.until(60 * VirtualTime.SECOND));
        return trace.entries();
    }

    private static Set<String> readyPods(List<TraceEntry> entries) {
        Set<String> ready = new LinkedHashSet<>();
        for (TraceEntry entry : entries) {
            if (entry.record() instanceof StoreTrace commit && commit.object() instanceof Pod pod && pod.isReady()) {
                ready.add(pod.metadata().name());
            }
        }
        return ready;
    }

    @Test
    void a_deployment_becomes_ready_on_three_members_and_on_five() {
        for (String members : List.of("3", "5")) {
            List<TraceEntry> entries = run(with("etcd.members", members));
            assertThat(readyPods(entries)).hasSize(3);
            assertThat(entries.stream()
                            .filter(entry -> entry.record() instanceof ComponentTrace.Started)
                            .filter(entry -> entry.component().startsWith("etcd")))
                    .hasSize(Integer.parseInt(members));
        }
    }

    @Test
    void a_full_store_takes_no_deployment() {
        assertThat(readyPods(run(with("etcd.quota-backend-bytes", "4000")))).isEmpty();
        assertThat(readyPods(run(with("etcd.quota-backend-bytes", "100000000"))))
                .hasSize(3);
    }

    @Test
    void an_even_number_of_members_is_refused() {
        assertThatThrownBy(() -> run(with("etcd.members", "2")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("etcd.members must be 1, 3, 5 or 7, was '2'");
    }
}

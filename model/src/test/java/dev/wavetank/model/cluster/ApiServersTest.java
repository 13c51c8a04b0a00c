package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ApiServersTest {

    private static final List<String> CREATE = List.of("create", "deployment", "web", "--image=nginx", "--replicas=6");

    private static ClusterSpec servers(String count) {
        TreeMap<String, String> settings = new TreeMap<>();
        settings.put(ComponentNames.API_SERVER_COUNT, count);
        return new ClusterSpec(3, ClusterSpec.DEFAULT.nodeCapacity(), KubernetesVersion.V1_32, settings);
    }

    private static List<TraceEntry> run(Scenario scenario) {
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
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

    private static Set<String> serversThatWrote(List<TraceEntry> entries) {
        Set<String> servers = new LinkedHashSet<>();
        for (TraceEntry entry : entries) {
            if (entry.record() instanceof RequestTrace request
                    && request.response().isSuccess()) {
                servers.add(entry.component());
            }
        }
        return servers;
    }

    @Test
    void clients_are_spread_over_the_servers() {
        List<TraceEntry> entries = run(Scenario.ofCommand(servers("3"), CREATE));

        assertThat(readyPods(entries)).hasSize(6);
        assertThat(serversThatWrote(entries))
                .hasSizeGreaterThan(1)
                .allSatisfy(server -> assertThat(server).startsWith("kube-apiserver-"));
    }

    @Test
    void clients_go_on_to_the_next_server_when_theirs_dies() {
        for (String server : List.of("kube-apiserver-0", "kube-apiserver-1")) {
            FaultClause crash =
                    FaultClause.at(VirtualTime.SECOND / 2, 10 * VirtualTime.MINUTE, new ComponentFault.Crash(server));
            Scenario scenario = Scenario.ofCommand(servers("2"), CREATE).withFaults(FaultPlan.of(crash));
            assertThat(readyPods(run(scenario))).as("without %s", server).hasSize(6);
        }
    }

    @Test
    void their_number_has_to_be_from_1_to_9() {
        assertThatThrownBy(() -> run(Scenario.ofCommand(servers("0"), CREATE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("kube-apiserver.count must be from 1 to 9, was '0'");
    }
}

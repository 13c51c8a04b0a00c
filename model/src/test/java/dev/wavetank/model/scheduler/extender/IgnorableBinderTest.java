package dev.wavetank.model.scheduler.extender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** An extender that is to bind pods and fails (kubernetes#122503). */
class IgnorableBinderTest {

    private static final String SCENARIO = """
            cluster:
              nodes: 1
              profile: %s
              settings: {kube-scheduler.config: config.yaml}
              addOns:
              - {kind: schedulerExtender, host: "binder:80", errors: {bind: cannot bind today}}
            timeline:
            - {at: 1s, kubectl: run web --image=nginx}
            files:
              config.yaml: |
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                extenders: [{urlPrefix: "http://binder/s", bindVerb: bind, ignorable: %s}]
            """;

    private static Pod run(String version, boolean ignorable) {
        Cluster cluster = Cluster.of(
                ScenarioCodec.read("binder", SCENARIO.formatted(version, ignorable)), 1, ClusterParts.DEFAULT);
        MemorySink sink = new MemorySink();
        cluster.simulation().trace().addSink(sink);
        cluster.run(RunLimits.until(5 * VirtualTime.SECOND));
        Pod last = null;
        for (TraceEntry entry : sink.entries()) {
            if (entry.record() instanceof StoreTrace store && store.object() instanceof Pod pod) {
                last = pod;
            }
        }
        return Objects.requireNonNull(last);
    }

    @Test
    void plug_ins_bind_in_its_place_from_v1_30_on_when_it_is_ignorable() {
        assertThat(run("v1.30", true).nodeName()).isEqualTo("node-1");
        assertThat(run("v1.29", true).nodeName()).isNull();
        Pod failed = run("v1.30", false);
        assertThat(failed.nodeName()).isNull();
        assertThat(failed.condition("PodScheduled").orElseThrow().message()).contains("cannot bind today");
    }
}

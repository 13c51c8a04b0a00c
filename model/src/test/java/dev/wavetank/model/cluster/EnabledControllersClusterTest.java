package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The setting {@code kube-controller-manager.controllers} of whole clusters. */
class EnabledControllersClusterTest {

    private static final String SETTING = "kube-controller-manager.controllers";

    private final TreeSet<String> writers = new TreeSet<>();
    private long writes;

    private Cluster cluster(String controllers) {
        ClusterSpec standard = ClusterSpec.DEFAULT;
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(SETTING, controllers);
        Command create = new Command(0, List.of("create", "deployment", "web", "--image=nginx", "--replicas=2"));
        Scenario scenario = new Scenario(
                "few controllers",
                new ClusterSpec(2, standard.nodeCapacity(), standard.profile(), settings),
                List.of(create),
                new LinkedHashMap<>(),
                FaultPlan.NONE,
                VirtualTime.HOUR);
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof RequestTrace request && request.isWrite()) {
                writers.add(request.call().userAgent());
                writes++;
            }
        });
        return cluster;
    }

    private void runUntilQuiet(String controllers) {
        Cluster cluster = cluster(controllers);
        cluster.run(RunLimits.UNTIL_QUIESCENT);
    }

    @Test
    void only_controllers_that_are_enabled_write() {
        runUntilQuiet("deployment,replicaset-controller");

        assertThat(writers).contains("deployment-controller", "replicaset-controller");
        assertThat(writers).doesNotContain("node-controller", "root-ca-cert-publisher");
    }

    @Test
    void a_controller_that_is_disabled_does_not_write() {
        runUntilQuiet("*,-replicaset");

        assertThat(writers).contains("deployment-controller").doesNotContain("replicaset-controller");
    }

    @Test
    void a_cluster_of_few_controllers_has_less_to_do() {
        runUntilQuiet("deployment,replicaset,root-ca-cert-publisher,serviceaccount");
        long few = writes;
        writes = 0;
        runUntilQuiet("*");

        assertThat(few).isPositive().isLessThan(writes);
    }

    @Test
    void a_controller_that_nobody_knows_is_told_before_the_run() {
        assertThatThrownBy(() -> cluster("*,-deploymnet"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(SETTING + ": \"deploymnet\" is not in the list of known controllers");
    }
}

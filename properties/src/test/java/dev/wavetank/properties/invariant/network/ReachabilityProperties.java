package dev.wavetank.properties.invariant.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.FaultSampler.Intensity;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Every pod reaches every other at rest, in clusters of any shape, over any back end, whatever has gone wrong. */
class ReachabilityProperties {

    private static final List<String> NETWORKS = List.of(
            "{kind: flannel, backend: udp}",
            "{kind: flannel, backend: vxlan}",
            "{kind: flannel, backend: host-gw}",
            "{kind: flannel, backend: vxlan, leases: etcd, ttl: 5m}",
            "{kind: calico}");

    @Provide
    Arbitrary<Scenario> scenarios() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 5),
                        Arbitraries.of(NETWORKS),
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(1, 8),
                        Arbitraries.integers().between(0, 8))
                .as(ReachabilityProperties::scenario);
    }

    private static Scenario scenario(int nodes, String network, boolean allocates, int first, int later) {
        String settings = allocates && !network.contains("etcd")
                ? ", settings: {kube-controller-manager.allocate-node-cidrs: \"true\","
                        + " kube-controller-manager.cluster-cidr: 10.244.0.0/16}"
                : "";
        return ScenarioCodec.read(
                "reach.yaml",
                "cluster: {nodes: " + nodes + settings + ", addOns: [" + network + "]}\ntimeline:\n"
                        + "- {at: 0s, kubectl: create deployment web --image=nginx --replicas=" + first + "}\n"
                        + "- {at: 25s, kubectl: scale deployment web --replicas=" + later + "}\n");
    }

    @Property(tries = 40)
    void every_pod_reaches_every_other_at_rest(
            @ForAll("scenarios") Scenario scenario, @ForAll @IntRange(min = 1, max = 5000) int seed) {
        Scenario troubled = scenario.withFaults(
                new FaultSampler(Intensity.HEAVY).draw(scenario, seed).plan());

        RunResult run = ScenarioRun.of(troubled, seed, ClusterParts.DEFAULT);

        assertThat(run.violations()).isEmpty();
        assertThat(run.unknowns()).noneMatch(unknown -> unknown.startsWith("PodsReachEachOther"));
    }

    /** A run that counts as at rest while a speaker still waits for its next try would be judged too early. */
    @Example
    void a_run_is_not_at_rest_before_the_last_session_is_back() {
        for (String agent : List.of("{kind: calico}", "{kind: flannel, backend: vxlan}")) {
            String name = agent.contains("calico") ? "calico/node-1" : "flannel/node-1";
            RunResult run = ScenarioRun.of(
                    ScenarioCodec.read(
                            "late.yaml",
                            "cluster: {nodes: 3, profile: v1.36, addOns: [" + agent + "]}\ntimeline:\n"
                                    + "- {at: 0s, kubectl: create deployment web --image=nginx --replicas=6}\n"
                                    + "faults:\n- {kind: componentCrash, component: " + name
                                    + ", at: 10s, for: 10m}\n"),
                    1,
                    ClusterParts.DEFAULT);

            assertThat(run.violations()).isEmpty();
            assertThat(run.unknowns()).isEmpty();
        }
    }
}

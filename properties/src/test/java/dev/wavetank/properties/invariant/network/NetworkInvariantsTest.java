package dev.wavetank.properties.invariant.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.cluster.PodNetworkView;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.properties.bugs.KnownBugs;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.properties.explore.Shrinker;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Obstacles;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.properties.invariant.workload.NetworkStory;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class NetworkInvariantsTest {

    private static final String POD = "{apiVersion: v1, kind: Pod, metadata: {name: web-1, namespace: default, labels:"
            + " {app: web}}, spec: {}, status: {podIP: 10.0.0.1}}";

    private static final String WORK = """
            cluster: {nodes: 3%s}
            timeline:
            - {at: 0s, kubectl: create deployment web --image=nginx --replicas=6}
            - {at: 20s, kubectl: set image deployment/web nginx=nginx:2}
            - {at: 40s, kubectl: scale deployment web --replicas=3}
            - {at: 60s, kubectl: scale deployment web --replicas=9}
            """;

    private static Scenario work(String cluster) {
        return ScenarioCodec.read("work.yaml", WORK.formatted(cluster));
    }

    @Test
    void a_node_reserves_the_addresses_of_its_sandboxes() {
        assertThat(NetworkStory.of(new AddressesReturned(() ->
                                NetworkViews.ofNode(Map.of("10.0.1.2", "a"), Map.of("a", "10.0.1.2", "host", ""))))
                        .concluded()
                        .broken())
                .isEmpty();
        assertThat(NetworkStory.of(new AddressesReturned(() -> NetworkViews.ofNode("10.0.1.2", "a")))
                        .concluded()
                        .broken())
                .containsExactly("node/node-1: reserves 10.0.1.2 for the sandbox a, which is gone");
        assertThat(NetworkStory.of(new AddressesReturned(() ->
                                NetworkViews.ofNode(Map.of("10.0.1.2", "a"), Map.of("a", "10.0.1.2", "b", "10.0.1.2"))))
                        .concluded()
                        .broken())
                .containsExactly(
                        "node/node-1: has a sandbox b with the address 10.0.1.2, which it does not reserve for it");
    }

    @Test
    void an_address_of_another_plug_in_is_not_judged() {
        assertThat(NetworkStory.of(new AddressesReturned(() -> NetworkViews.ofNode(Map.of(), Map.of("a", "10.0.1.2"))))
                        .concluded()
                        .broken())
                .isEmpty();
    }

    @Test
    void a_loss_right_after_a_change_of_the_nodes_is_not_judged_yet() {
        String node = "{apiVersion: v1, kind: Node, metadata: {name: one}, spec: {podCIDR: 10.0.1.0/24}}";
        Function<CacheLag, Invariant> young =
                lag -> new PodsReachEachOther(NetworkViews.FLANNEL, lag, () -> NetworkViews.ofLoss("no route"));
        NetworkStory story = NetworkStory.of(young).at(60).stored(node).at(61).concluded();
        assertThat(story.broken()).isEmpty();
        assertThat(story.unknown()).isNotEmpty();
        Function<CacheLag, Invariant> old =
                lag -> new PodsReachEachOther(NetworkViews.FLANNEL, lag, () -> NetworkViews.ofLoss("no route"));
        assertThat(NetworkStory.of(old).at(60).stored(node).at(90).concluded().broken())
                .contains("pod/default/a: does not reach default/b at 10.0.2.2: node-1: no route (and so for 1"
                        + " more pairs)");
    }

    @Test
    void right_ways_and_clusters_without_agents_are_not_objected_to() {
        assertThat(NetworkStory.of(lag -> new PodsReachEachOther(
                                NetworkViews.FLANNEL, lag, () -> NetworkViews.ofPaths(NetworkViews::right)))
                        .concluded()
                        .broken())
                .isEmpty();
        assertThat(NetworkStory.of(lag -> new PodsReachEachOther(ClusterSpec.DEFAULT, lag, NetworkViews::ofStranger))
                        .concluded()
                        .broken())
                .isEmpty();
        assertThat(new PodsReachEachOther(ClusterSpec.DEFAULT, new CacheLag(Delays.NONE), NetworkViews::ofStranger)
                        .records())
                .isEmpty();
    }

    private static NetworkStory services(PodNetworkView view) {
        return NetworkStory.of(lag -> new ServicesLetGo(NetworkViews.LOAD, lag, new Obstacles(), () -> view))
                .stored(NetworkViews.SERVICE, POD);
    }

    @Test
    void rules_may_lag_behind_pods_for_a_while() {
        assertThat(services(PodNetworkView.NONE)
                        .at(10)
                        .deleted("web-1")
                        .at(12)
                        .told("load/web", NetworkViews.request("10.0.0.1"))
                        .broken())
                .isEmpty();
        assertThat(services(PodNetworkView.NONE)
                        .at(10)
                        .deleted("web-1")
                        .at(60)
                        .told("load/web", NetworkViews.request("10.0.0.1"))
                        .broken())
                .hasSize(1)
                .first()
                .asString()
                .startsWith("service/default/web: gets what clients on node-1 send to 10.0.0.1, whose pod is gone");
    }

    @Test
    void an_address_that_another_pod_of_the_service_has_now_is_right() {
        assertThat(services(PodNetworkView.NONE)
                        .deleted("web-1")
                        .stored(POD.replace("web-1", "web-2"))
                        .at(60)
                        .told("load/web", NetworkViews.request("10.0.0.1"))
                        .broken())
                .isEmpty();
    }

    @Test
    void at_rest_no_rule_leads_to_a_pod_that_is_gone() {
        assertThat(services(NetworkViews.ofRule("10.0.0.1"))
                        .deleted("web-1")
                        .at(60)
                        .concluded()
                        .broken())
                .hasSize(1);
        assertThat(services(NetworkViews.ofRule("10.0.0.1")).at(60).concluded().broken())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ", addOns: [{kind: flannel, backend: vxlan}]",
                ", addOns: [{kind: flannel, backend: udp}]",
                ", addOns: [{kind: flannel, backend: host-gw}]",
                ", addOns: [{kind: calico}]",
                ", addOns: [{kind: coredns}, {kind: load, service: web, rate: 5, for: 90s}]",
                ", addOns: [{kind: calico}, {kind: load, service: web, rate: 5, for: 90s}]"
            })
    void nothing_is_found_whatever_goes_wrong(String cluster) {
        List<RunResult> failures = new Exploration(
                        work(cluster), ClusterParts.DEFAULT, new FaultSampler(FaultSampler.Intensity.HEAVY), 1)
                .run(1, 25, 1, run -> {});
        assertThat(failures).isEmpty();
    }

    @Test
    void a_name_stands_for_the_address_of_its_service_or_the_ready_pods_of_a_headless_one() {
        String headless = NetworkViews.SERVICE.replace("10.96.0.1", "None");
        String ready = POD.replace(
                "{podIP: 10.0.0.1}",
                "{phase: Running, podIP: 10.0.0.1, conditions: [{type: Ready," + " status: 'True'}]}");
        assertThat(names("10.96.0.1", NetworkViews.SERVICE).broken()).isEmpty();
        assertThat(names("10.0.0.1", headless, ready).broken()).isEmpty();
        assertThat(names("10.0.0.2", headless, ready).broken())
                .containsExactly("service/default/web: has the name web.default.svc.cluster.local, which stands for"
                        + " [10.0.0.2], expected [10.0.0.1]");
        assertThat(NetworkStory.of(
                                lag -> new NamesResolve(NetworkViews.DNS, lag, () -> NetworkViews.ofNames("10.0.0.2")))
                        .stored(headless, ready)
                        .at(1)
                        .concluded()
                        .unknown())
                .hasSize(1);
    }

    private static NetworkStory names(String address, String... stored) {
        return NetworkStory.of(lag -> new NamesResolve(NetworkViews.DNS, lag, () -> NetworkViews.ofNames(address)))
                .stored(stored)
                .at(60)
                .concluded();
    }

    @ParameterizedTest
    @ValueSource(strings = {"flannel", "calico"})
    void routes_that_went_with_a_machine_come_back_with_it(String kind) {
        String text = WORK.formatted(", addOns: [{kind: " + kind + "}]")
                + "faults:\n- {kind: componentCrash, component: runtime/node-1, at: 90s, for: 5s}\n";
        RunResult run = ScenarioRun.of(ScenarioCodec.read("crash.yaml", text), 1, ClusterParts.DEFAULT);
        assertThat(run.unknowns()).isEmpty();
        assertThat(run.violations()).isEmpty();
    }

    @Test
    void an_address_that_leaks_is_found_from_seeds_and_shrunk() {
        ClusterParts parts = KnownBugs.named("leaked-address").putInto(ClusterParts.DEFAULT);
        FaultSampler faults = new FaultSampler(FaultSampler.Intensity.HEAVY, List.of("pluginKill", "componentCrash"));
        List<RunResult> failures = new Exploration(work(""), parts, faults, 1).run(1, 20, 1, run -> {});
        assertThat(failures).isNotEmpty();
        RunResult shrunk = Shrinker.shrink(failures.get(0), parts).smallest();
        assertThat(shrunk.violations().get(0).invariant()).isEqualTo("AddressesReturned");
        assertThat(shrunk.scenario().faults().clauses())
                .hasSize(1)
                .allMatch(clause -> clause.fault().kind().equals("pluginKill"));
        assertThat(new Exploration(work(""), ClusterParts.DEFAULT, faults, 1).run(1, 20, 1, run -> {}))
                .isEmpty();
    }

    @Test
    void a_lost_teardown_leaks_only_when_the_second_one_is_lost_too() {
        String text = WORK.formatted("") + "faults:\n- {kind: teardownLoss, node: node-1, at: 0s, for: 2m}\n";
        RunResult lost = ScenarioRun.of(ScenarioCodec.read("lost.yaml", text), 1, ClusterParts.DEFAULT);
        assertThat(lost.violations()).extracting("invariant").containsExactly("AddressesReturned");
        assertThat(lost.scenario().faults()).isNotEqualTo(FaultPlan.NONE);
    }
}

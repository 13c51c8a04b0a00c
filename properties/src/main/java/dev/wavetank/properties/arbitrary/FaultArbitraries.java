package dev.wavetank.properties.arbitrary;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.ModelFault;
import dev.wavetank.model.scenario.PodTarget;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.KernelFault;
import dev.wavetank.sim.fault.Window;
import dev.wavetank.sim.network.LinkSelector;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * Faults of every kind, drawn before it is known which cluster they will hit.
 *
 * <p>A draft numbers its targets and finds them in any cluster, so that a plan and a cluster shrink independently
 * of each other.
 */
final class FaultArbitraries {

    private static final int MOST_FAULTS = 6;
    private static final int LAST_OPENING_MILLIS = 60_000;
    private static final int LONGEST_WINDOW_MILLIS = 30_000;
    private static final int LONGEST_DELAY_MILLIS = 5_000;

    private FaultArbitraries() {}

    /** A fault without a cluster. */
    @FunctionalInterface
    interface Draft {
        Fault in(ClusterSpec cluster);
    }

    /** None to six drafts. */
    static Arbitrary<List<Draft>> drafts() {
        return Arbitraries.oneOf(
                        containerExits(),
                        readinessFlaps(),
                        nodeCrashes(),
                        quotaRejections(),
                        networkDelays(),
                        networkPartitions(),
                        componentCrashes())
                .list()
                .ofMaxSize(MOST_FAULTS);
    }

    /** What the drafts mean in this cluster. */
    static FaultPlan plan(List<Draft> drafts, ClusterSpec cluster) {
        return new FaultPlan(drafts.stream().map(draft -> draft.in(cluster)).toList());
    }

    private static Arbitrary<Draft> containerExits() {
        return Combinators.combine(pods(), Arbitraries.integers().between(0, 255), windows())
                .as((pod, exitCode, window) -> cluster -> new ModelFault.ContainerExit(pod, exitCode, window));
    }

    private static Arbitrary<Draft> readinessFlaps() {
        return Combinators.combine(pods(), windows())
                .as((pod, window) -> cluster -> new ModelFault.ReadinessFlap(pod, window));
    }

    private static Arbitrary<Draft> nodeCrashes() {
        return Combinators.combine(targets(), windows())
                .as((target, window) -> cluster -> new ModelFault.NodeCrash(pick(nodes(cluster), target), window));
    }

    private static Arbitrary<Draft> quotaRejections() {
        return windows().map(window -> cluster -> new ModelFault.QuotaRejection("default", window));
    }

    private static Arbitrary<Draft> networkDelays() {
        Arbitrary<Long> delays = millis(LONGEST_DELAY_MILLIS);
        return Combinators.combine(targets(), delays, windows())
                .as((target, delay, window) ->
                        cluster -> new KernelFault.NetworkDelay(pick(links(cluster), target), delay, window));
    }

    private static Arbitrary<Draft> networkPartitions() {
        return Combinators.combine(targets(), windows())
                .as((target, window) ->
                        cluster -> new KernelFault.NetworkPartition(pick(links(cluster), target), window));
    }

    private static Arbitrary<Draft> componentCrashes() {
        return Combinators.combine(targets(), windows())
                .as((target, window) ->
                        cluster -> new KernelFault.ComponentCrash(pick(components(cluster), target), window));
    }

    private static Arbitrary<Window> windows() {
        return Combinators.combine(millis(LAST_OPENING_MILLIS), millis(LONGEST_WINDOW_MILLIS))
                .as(Window::new);
    }

    private static Arbitrary<Long> millis(int most) {
        return Arbitraries.integers().between(0, most).map(millis -> millis * VirtualTime.MILLISECOND);
    }

    private static Arbitrary<PodTarget> pods() {
        return Arbitraries.integers().between(0, 7).map(index -> new PodTarget("default", "", index));
    }

    private static Arbitrary<Integer> targets() {
        return Arbitraries.integers().between(0, 31);
    }

    private static <T> T pick(List<T> choices, int number) {
        return choices.get(number % choices.size());
    }

    private static List<String> nodes(ClusterSpec cluster) {
        List<String> names = new ArrayList<>();
        for (int number = 1; number <= cluster.nodes(); number++) {
            names.add(ClusterSpec.nodeName(number));
        }
        return names;
    }

    /** Components that a crash may hit alone. A machine goes down with its runtime: that is a node crash. */
    private static List<String> components(ClusterSpec cluster) {
        List<String> names = new ArrayList<>(List.of(
                ComponentNames.CONTROLLER_MANAGER,
                ComponentNames.SCHEDULER,
                ComponentNames.API_SERVER,
                ComponentNames.ETCD));
        nodes(cluster).forEach(node -> names.add(ComponentNames.kubelet(node)));
        return names;
    }

    /** Links that a cluster depends on. */
    private static List<LinkSelector> links(ClusterSpec cluster) {
        List<LinkSelector> links = new ArrayList<>();
        for (String client : List.of(
                ComponentNames.CONTROLLER_MANAGER,
                ComponentNames.SCHEDULER,
                ComponentNames.KUBECTL,
                ComponentNames.ETCD,
                ComponentNames.ALL_KUBELETS)) {
            links.add(new LinkSelector(client, ComponentNames.API_SERVER));
        }
        nodes(cluster)
                .forEach(node -> links.add(new LinkSelector(ComponentNames.kubelet(node), ComponentNames.API_SERVER)));
        return links;
    }
}

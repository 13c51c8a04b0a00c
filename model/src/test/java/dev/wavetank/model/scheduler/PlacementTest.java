package dev.wavetank.model.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.NodeBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.kubelet.TestCluster;
import dev.wavetank.model.scheduler.cache.CacheSnapshot;
import dev.wavetank.model.scheduler.cache.SchedulerCache;
import dev.wavetank.model.scheduler.cycle.Explanation;
import dev.wavetank.model.scheduler.cycle.HostSelection;
import dev.wavetank.model.scheduler.cycle.NodeSearch;
import dev.wavetank.model.scheduler.cycle.Outcome;
import dev.wavetank.model.scheduler.cycle.SchedulingCycle;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Profile;
import dev.wavetank.model.scheduler.plugin.PrioritySort;
import dev.wavetank.model.scheduler.plugin.nodes.NodeAffinity;
import dev.wavetank.model.scheduler.plugin.nodes.NodeName;
import dev.wavetank.model.scheduler.plugin.nodes.NodePorts;
import dev.wavetank.model.scheduler.plugin.nodes.NodeUnschedulable;
import dev.wavetank.model.scheduler.plugin.nodes.TaintToleration;
import dev.wavetank.model.scheduler.plugin.resources.NodeResourcesFit;
import dev.wavetank.model.scheduler.queue.Nominator;
import dev.wavetank.model.scheduler.runtime.FrameworkRunner;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.trace.Trace;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Texts are those that a real scheduler wrote (v1.20.2). */
class PlacementTest {

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final SchedulerCache cache = new SchedulerCache(context(), KubernetesVersion.V1_20);
    private final CacheSnapshot snapshot = new CacheSnapshot();
    private final FrameworkRunner runner = new FrameworkRunner(
            Profile.of(
                    "default-scheduler",
                    List.of(
                            new PrioritySort(),
                            new NodeUnschedulable(KubernetesVersion.V1_20),
                            new NodeName(KubernetesVersion.V1_20),
                            new TaintToleration(KubernetesVersion.V1_20),
                            new NodeAffinity(new TreeMap<>(), KubernetesVersion.V1_20),
                            new NodePorts(KubernetesVersion.V1_20),
                            new NodeResourcesFit(new TreeMap<>(), KubernetesVersion.V1_20)),
                    new TreeMap<>()),
            new Nominator(),
            KubernetesVersion.V1_20);
    private final SchedulingCycle.Shared shared = new SchedulingCycle.Shared(
            new NodeSearch(KubernetesVersion.V1_20),
            new HostSelection(RandomStream.of(1, "ties"), KubernetesVersion.V1_20),
            KubernetesVersion.V1_20);

    private Context context() {
        Context[] made = new Context[1];
        Components components = new Components(simulation);
        components.add("kube-scheduler", context -> {
            made[0] = context;
            return () -> {};
        });
        components.startAll();
        return made[0];
    }

    private static Node node(String name, Node.Spec spec) {
        Map<String, String> capacity = Map.of("cpu", "1", "memory", "1Gi", "pods", "3");
        return NodeBuilder.builder()
                .metadata(ObjectMeta.named(null, name).withLabels(Map.of("zone", "a")))
                .spec(spec)
                .status(new Node.Status(capacity, capacity, null, null))
                .build();
    }

    private void nodes(int count, Node.Spec spec) {
        for (int i = 0; i < count; i++) {
            cache.put(node("node-" + i, spec));
        }
    }

    private static Pod requesting(Map<String, String> requests) {
        Pod pod = TestCluster.pod("web", null);
        return withContainer(
                pod, pod.spec().containers().get(0).withResources(new Container.Resources(null, requests, null)));
    }

    private static Pod withContainer(Pod pod, Container container) {
        return pod.withSpec(pod.spec().withContainers(List.of(container)));
    }

    private String message(Pod pod) {
        cache.update(snapshot);
        Outcome[] outcome = new Outcome[1];
        new SchedulingCycle(
                        runner,
                        new CycleState(),
                        PodInfo.of(pod, KubernetesVersion.DEFAULT),
                        snapshot,
                        shared,
                        Explanation.NONE,
                        result -> outcome[0] = result)
                .run();
        return outcome[0].failure() == null ? null : outcome[0].failure().message();
    }

    private static Pod placed(String name, Pod pod, String node) {
        return pod.withMetadata(pod.metadata().withName(name).withUid(name))
                .withSpec(pod.spec().withNodeName(node));
    }

    @Test
    void names_every_resource_that_is_short() {
        nodes(10, null);
        assertThat(message(requesting(Map.of("cpu", "2")))).isEqualTo("0/10 nodes are available: 10 Insufficient cpu.");
        assertThat(message(requesting(new TreeMap<>(Map.of("cpu", "2", "memory", "2Gi")))))
                .isEqualTo("0/10 nodes are available: 10 Insufficient cpu, 10 Insufficient memory.");
        assertThat(message(requesting(Map.of("example.com/gpu", "1"))))
                .isEqualTo("0/10 nodes are available: 10 Insufficient example.com/gpu.");
    }

    @Test
    void counts_only_the_first_filter_that_refuses_a_node() {
        nodes(10, null);
        Node.Taint gpu = new Node.Taint("dedicated", "gpu", "NoSchedule", null);
        for (int i = 0; i < 5; i++) {
            Node.Spec spec = i < 2
                    ? new Node.Spec(null, true, List.of(gpu), null)
                    : new Node.Spec(null, null, List.of(gpu), null);
            cache.put(node("node-" + i, spec));
        }
        Pod pod = requesting(Map.of("cpu", "2"));
        assertThat(message(pod))
                .isEqualTo(
                        "0/10 nodes are available: 2 node(s) were unschedulable, 3 node(s) had taint {dedicated: gpu},"
                                + " that the pod didn't tolerate, 5 Insufficient cpu.");
    }

    @Test
    void tolerations_lift_taints() {
        Node.Taint gpu = new Node.Taint("dedicated", "gpu", "NoSchedule", null);
        nodes(1, new Node.Spec(null, null, List.of(gpu), null));
        Pod pod = TestCluster.pod("web", null);
        for (PodSpec.Toleration toleration : List.of(
                new PodSpec.Toleration("dedicated", "Equal", "gpu", "NoSchedule", null),
                new PodSpec.Toleration("dedicated", "Exists", null, null, null),
                new PodSpec.Toleration(null, "Exists", null, null, null))) {
            Pod tolerant = pod.withSpec(pod.spec().withTolerations(List.of(toleration)));
            assertThat(message(tolerant)).as(toleration.toString()).isNull();
        }
        PodSpec.Toleration other = new PodSpec.Toleration("dedicated", "Equal", "ssd", null, null);
        assertThat(message(pod.withSpec(pod.spec().withTolerations(List.of(other)))))
                .isNotNull();
    }

    @Test
    void node_selectors_and_host_ports_are_honoured() {
        nodes(5, null);
        Pod pod = TestCluster.pod("web", null);
        assertThat(message(pod.withSpec(pod.spec().withNodeSelector(Map.of("zone", "b")))))
                .isEqualTo("0/5 nodes are available: 5 node(s) didn't match Pod's node affinity.");
        Container.Port port = new Container.Port(null, 8080, 80, "TCP", null);
        Pod bound = withContainer(pod, pod.spec().containers().get(0).withPorts(List.of(port)));
        for (int i = 0; i < 5; i++) {
            cache.put(placed("bound-" + i, bound, "node-" + i));
        }
        assertThat(message(bound))
                .isEqualTo("0/5 nodes are available: 5 node(s) didn't have free ports for the requested pod ports.");
    }

    @Test
    void a_node_takes_no_more_pods_than_it_says() {
        nodes(1, null);
        for (int i = 0; i < 3; i++) {
            assertThat(message(requesting(Map.of()))).isNull();
            cache.put(placed("pod-" + i, requesting(Map.of()), "node-0"));
        }
        assertThat(message(requesting(Map.of()))).isEqualTo("0/1 nodes are available: 1 Too many pods.");
    }
}

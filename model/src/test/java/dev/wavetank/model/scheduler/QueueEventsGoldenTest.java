package dev.wavetank.model.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.storage.CsiNode;
import dev.wavetank.model.api.storage.StorageClass;
import dev.wavetank.model.client.flowcontrol.Backoff;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.kubelet.TestCluster;
import dev.wavetank.model.scheduler.cache.SchedulerCache;
import dev.wavetank.model.scheduler.plugin.PrioritySort;
import dev.wavetank.model.scheduler.queue.Nominator;
import dev.wavetank.model.scheduler.queue.QueueSettings;
import dev.wavetank.model.scheduler.queue.QueuedPod;
import dev.wavetank.model.scheduler.queue.SchedulingQueue;
import dev.wavetank.model.scheduler.queue.Wakeups;
import dev.wavetank.model.scheduler.runtime.PermitWaits;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.trace.Trace;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which events moved which of five unschedulable pods in a real scheduler (v1.20.2). */
class QueueEventsGoldenTest {

    private static final List<String> PODS = List.of("a-cpu", "b-selector", "d-affinity", "e-pvc", "f-anti");

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final Map<String, Pod> pending = new TreeMap<>();
    private SchedulingQueue queue;
    private EventHandlers handlers;
    private Node node = (Node) object("""
            {"apiVersion":"v1","kind":"Node","metadata":{"name":"q2"},
             "status":{"allocatable":{"cpu":"1"},"capacity":{"cpu":"1"},
                       "conditions":[{"type":"Ready","status":"True"}]}}
            """);
    private Pod assigned = bound("u-pod", Map.of());

    private void start() {
        Components components = new Components(simulation);
        components.add("kube-scheduler", context -> () -> {
            KubernetesVersion version = KubernetesVersion.V1_20;
            SchedulerCache cache = new SchedulerCache(context, version);
            queue = new SchedulingQueue(
                    context,
                    new QueueSettings(
                            new Backoff(VirtualTime.SECOND, VirtualTime.SECOND), 60 * VirtualTime.SECOND, version),
                    new SchedulingQueue.Parts(
                            new PrioritySort(),
                            pod -> true,
                            new Wakeups(version, new TreeMap<>(), namespace -> new TreeMap<>()),
                            new Nominator(),
                            () -> {}));
            handlers = new EventHandlers(cache, queue, new PermitWaits(context), pod -> true, version);
        });
        components.startAll();
        simulation.run(RunLimits.until(0));
        handlers.pods().added(assigned);
        for (String name : PODS) {
            Pod pod = named(name);
            pending.put(name, pod);
            handlers.pods().added(pod);
        }
        attempts();
    }

    private static Pod named(String name) {
        String key = switch (name) {
            case "d-affinity" -> "podAffinity";
            case "f-anti" -> "podAntiAffinity";
            default -> null;
        };
        String affinity = key == null ? "" : """
                  ,"affinity":{"%s":{"requiredDuringSchedulingIgnoredDuringExecution":[
                    {"labelSelector":{"matchLabels":{"app":"%s"}},"topologyKey":"kubernetes.io/hostname"}]}}
                  """.formatted(key, name.equals("f-anti") ? "y" : "x");
        return (Pod) object("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s","namespace":"sd","uid":"%s"},
                 "spec":{"containers":[{"name":"c","image":"pause"}]%s}}
                """.formatted(name, name, affinity));
    }

    private static Pod bound(String name, Map<String, String> labels) {
        Pod pod = TestCluster.pod(name, null);
        return pod.withMetadata(ObjectMeta.named("sd", name).withUid(name).withLabels(labels))
                .withSpec(pod.spec().withNodeName("q0"));
    }

    @SuppressWarnings("unchecked") // the texts are objects
    private static KubernetesObject object(String json) {
        return new ObjectCodec().decode((Map<String, Object>) GoJsonReader.parse(json));
    }

    private static String meta(String kind, String version) {
        return "{\"apiVersion\":\"" + version + "\",\"kind\":\"" + kind
                + "\",\"metadata\":{\"name\":\"it\"},\"spec\":{}}";
    }

    /** Tries all active pods in vain. Returns them with the events that moved them. */
    private Map<String, String> attempts() {
        Map<String, String> moved = new TreeMap<>();
        for (QueuedPod pod = queue.pop(); pod != null; pod = queue.pop()) {
            moved.put("sd/" + pod.pod().pod().metadata().name(), pod.wokenBy());
            queue.putBack(pod, pod.pod().pod(), new TreeSet<>(Set.of("NodeResourcesFit")));
        }
        return moved;
    }

    private Map<String, String> after(Runnable event) {
        simulation.run(RunLimits.until(simulation.now() + 2 * VirtualTime.SECOND));
        attempts();
        simulation.run(RunLimits.until(simulation.now() + 2 * VirtualTime.SECOND));
        simulation.schedule(0, EventClass.WORK, event::run);
        simulation.run(RunLimits.until(simulation.now() + VirtualTime.MILLISECOND));
        return attempts();
    }

    private void updateNode(Node changed) {
        handlers.nodes().updated(node, changed);
        node = changed;
    }

    private void updateAssigned(Pod changed) {
        handlers.pods().updated(assigned, changed);
        assigned = changed;
    }

    private void updatePending(String name, Pod changed) {
        handlers.pods().updated(pending.get(name), changed);
        pending.put(name, changed);
    }

    private Node with(Map<String, String> allocatable, String ready) {
        return node.withStatus(new Node.Status(
                node.status().capacity(),
                allocatable == null ? node.status().allocatable() : allocatable,
                List.of(new Node.Condition("Ready", ready, null, null, null, null)),
                null));
    }

    private Node with(Boolean unschedulable, List<Node.Taint> taints) {
        return node.withSpec(new Node.Spec(null, unschedulable, taints, null));
    }

    private static Pod relabelled(Pod pod, String app) {
        return pod.withMetadata(pod.metadata().withLabels(Map.of("app", app)));
    }

    /** What the user did; null for kinds that the scheduler of the model does not watch. */
    private Runnable action(String event) {
        PersistentVolume volume = (PersistentVolume) object(meta("PersistentVolume", "v1"));
        PersistentVolumeClaim claim = (PersistentVolumeClaim) object(meta("PersistentVolumeClaim", "v1"));
        Service service = (Service) object(meta("Service", "v1"));
        CsiNode csiNode = (CsiNode) object(meta("CSINode", "storage.k8s.io/v1"));
        List<Node.Taint> taints = List.of(new Node.Taint("k", "v", "NoSchedule", null));
        return switch (event) {
            case "node add" -> () -> handlers.nodes().added(node);
            case "node label change" ->
                () -> updateNode(node.withMetadata(node.metadata().withLabels(Map.of("a", "b"))));
            case "node annotation change" ->
                () -> updateNode(node.withMetadata(node.metadata().withAnnotations(Map.of("a", "b"))));
            case "node taint added" -> () -> updateNode(with((Boolean) null, taints));
            case "node taint removed" -> () -> updateNode(with((Boolean) null, List.of()));
            case "node allocatable raised" -> () -> updateNode(with(Map.of("cpu", "2"), "True"));
            case "node allocatable lowered" -> () -> updateNode(with(Map.of("cpu", "1"), "True"));
            case "node capacity only", "node heartbeat only", "node images added" ->
                () -> updateNode(node.withMetadata(node.metadata().withResourceVersion(null)));
            case "node condition Ready True->False" -> () -> updateNode(with((Map<String, String>) null, "False"));
            case "node cordon" -> () -> updateNode(with(true, List.of()));
            case "node uncordon" -> () -> updateNode(with((Boolean) null, List.of()));
            case "node delete" -> () -> handlers.nodes().deleted(node);
            case "assigned pod add, no match" -> () -> handlers.pods().added(bound("n1", Map.of("app", "z")));
            case "assigned pod add, matches the affinity of d (app=x)" ->
                () -> handlers.pods().added(bound("n2", Map.of("app", "x")));
            case "assigned pod add, matches the anti-affinity of f (app=y)" ->
                () -> handlers.pods().added(bound("n3", Map.of("app", "y")));
            case "assigned pod label change, no match" -> () -> updateAssigned(relabelled(assigned, "z"));
            case "assigned pod label change to app=x" -> () -> updateAssigned(relabelled(assigned, "x"));
            case "assigned pod status change (matching pod)" -> () -> updateAssigned(assigned.withStatus(null));
            case "assigned pod phase Succeeded" ->
                () -> updateAssigned(assigned.withStatus(
                        PodStatusBuilder.builder().phase("Succeeded").build()));
            case "assigned pod delete (grace 0)", "assigned terminating pod finally removed" ->
                () -> {
                    Pod gone = bound("g", Map.of("app", "z"));
                    handlers.pods().added(gone);
                    handlers.pods().deleted(gone);
                };
            case "assigned pod graceful delete (deletionTimestamp set)" ->
                () -> {
                    Pod going = bound("going", Map.of("app", "z"));
                    handlers.pods().added(going);
                    handlers.pods().updated(going, going);
                };
            case "pod scheduled by the scheduler itself, no match" ->
                () -> handlers.pods().updated(named("s1"), bound("s1", Map.of("app", "z")));
            case "pod scheduled by the scheduler itself, app=x" ->
                () -> handlers.pods().updated(named("s2"), bound("s2", Map.of("app", "x")));
            case "pending pod delete (a-cpu)" ->
                () -> {
                    Pod deleting = pending.get("a-cpu");
                    updatePending(
                            "a-cpu", deleting.withMetadata(deleting.metadata().withDeletionTimestamp(Instant.EPOCH)));
                };
            case "pending pod label change (b-selector)" ->
                () -> updatePending("b-selector", relabelled(pending.get("b-selector"), "q"));
            case "pending pod status-only change by status patch (b-selector)" ->
                () -> updatePending(
                        "b-selector",
                        pending.get("b-selector")
                                .withStatus(PodStatusBuilder.builder()
                                        .reason("because")
                                        .build()));
            case "PV add" -> () -> handlers.volumes().added(volume);
            case "PV update (label)", "PV delete" -> () -> handlers.volumes().updated(volume, volume);
            case "PVC add" -> () -> handlers.claims().added(claim);
            case "PVC update (label)", "PVC delete" -> () -> handlers.claims().updated(claim, claim);
            case "StorageClass add (Immediate)" ->
                () -> handlers.storageClasses().added(storageClass("Immediate"));
            case "StorageClass add (WaitForFirstConsumer)" ->
                () -> handlers.storageClasses().added(storageClass("WaitForFirstConsumer"));
            case "Service add" -> () -> handlers.services().added(service);
            case "Service update" -> () -> handlers.services().updated(service, service);
            case "Service delete" -> () -> handlers.services().deleted(service);
            case "CSINode add" -> () -> handlers.csiNodes().added(csiNode);
            case "CSINode update" -> () -> handlers.csiNodes().updated(csiNode, csiNode);
            case "CSINode delete" -> () -> handlers.csiNodes().deleted(csiNode);
            case "PDB add", "ReplicaSet add", "ConfigMap add" -> () -> {};
            default -> null;
        };
    }

    private static StorageClass storageClass(String mode) {
        return (StorageClass) object("{\"apiVersion\":\"storage.k8s.io/v1\",\"kind\":\"StorageClass\",\"metadata\":"
                + "{\"name\":\"it\"},\"provisioner\":\"p\",\"volumeBindingMode\":\"" + mode + "\"}");
    }

    @SuppressWarnings("unchecked") // the recording is what its report says
    private static List<Map<String, Object>> list(Object tree) {
        return (List<Map<String, Object>>) tree;
    }

    /** The pods that were moved, and by which event; pods that were tried because they themselves changed, too. */
    @SuppressWarnings("unchecked") // the recording is what its report says
    private static Map<String, String> recorded(Map<String, Object> row) {
        Map<String, String> moved = new TreeMap<>();
        for (Map<String, Object> move : list(row.get("moves"))) {
            ((Map<String, Object>) move.get("pods")).forEach((pod, to) -> moved.put(pod, (String) move.get("event")));
        }
        for (Map<String, Object> update : list(row.get("updates"))) {
            if (Boolean.TRUE.equals(update.get("changed"))) {
                moved.put((String) update.get("pod"), "PodUpdate");
            }
        }
        return moved;
    }

    @Test
    void events_move_the_pods_that_they_moved_in_the_recording() throws Exception {
        List<Map<String, Object>> rows;
        try (InputStream in = Objects.requireNonNull(
                getClass().getResourceAsStream("/dev/wavetank/model/scheduler/events-matrix.json"))) {
            rows = list(GoJsonReader.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        }
        start();
        int equal = 0;
        int known = 0;
        List<String> different = new ArrayList<>();
        for (Map<String, Object> row : rows) {
            String event = (String) row.get("event");
            Runnable action = action(event);
            if (action == null) {
                continue;
            }
            known++;
            Map<String, String> moved = after(action);
            Map<String, String> expected = recorded(row);
            if (moved.equals(expected)) {
                equal++;
            } else {
                different.add(event + ": " + moved + " instead of " + expected);
            }
            if (event.startsWith("pending pod delete")) {
                handlers.pods().deleted(pending.get("a-cpu"));
            }
        }
        System.out.println("queue events: " + equal + " of " + rows.size() + " rows, " + known + " of them simulated");
        assertThat(different).isEmpty();
        assertThat(known).isEqualTo(46);
    }
}

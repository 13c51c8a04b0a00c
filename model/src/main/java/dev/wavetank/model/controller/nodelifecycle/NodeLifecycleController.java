package dev.wavetank.model.controller.nodelifecycle;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.ControllerFlag;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.controller.pods.PodIndex;
import dev.wavetank.model.controller.tainteviction.TaintEvictionController;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.collection.SortedTable;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Checks all nodes every five seconds. When a node has neither changed its status nor renewed its lease for {@code
 * --node-monitor-grace-period}, its readiness becomes Unknown and its pods become not ready; the next check evicts
 * it, if the rate of its zone permits.
 *
 * <p>{@code NoSchedule} taints follow the conditions at once. Up to 1.11 the scheduler read the conditions itself;
 * the model uses taints in all profiles.
 */
public final class NodeLifecycleController implements Controller {

    /** User agent. */
    public static final String NAME = KubernetesController.NODE_LIFECYCLE.userAgent();

    private static final String LEASES = "kube-node-lease";

    /**
     * How long a check takes besides its requests, as recorded. It makes eight checks a little longer than the grace
     * period of 40 s.
     */
    private static final long LOOK = 2 * VirtualTime.MILLISECOND;

    /** {@code UpdateWorkerSize}: nodes whose taints are processed concurrently. */
    private static final int WORKERS = 8;

    private final Context context;
    private final Informer<Node> nodes;
    private final Informer<Pod> pods;
    private final Informer<KubernetesObject> leases;
    private final Index<Pod> podsByNode;
    private final EventRecorder events;
    private final HealthReview.Grace grace;
    private final HealthReview review;
    private final PodReadiness readiness;
    private final TaintWriter taints;
    private final GivingUp givingUp;
    private final Zones zones;
    private final WorkQueue<ObjectKey> taintQueue;
    private final long period;
    private final boolean namesVersions;
    /** The taint manager, as long as it is a part of this controller; null since 1.29. */
    private final TaintEvictionController evictions;

    private final Map<String, NodeHealth> healths = new TreeMap<>();
    private final SortedTable<String, Node> known = new SortedTable<>();
    private final Set<String> unmarked = new TreeSet<>();

    /** A controller. */
    public NodeLifecycleController(ControllerEnvironment environment) {
        this(environment, ZoneHealth.STANDARD);
    }

    /**
     * A controller.
     *
     * @param health decides whether the zones of the nodes are disrupted
     */
    public NodeLifecycleController(ControllerEnvironment environment, ZoneHealth health) {
        KubernetesVersion version = environment.version();
        ApiClient client = environment.client(NAME);
        this.context = environment.context();
        this.nodes = environment.informer(Resources.NODES, Node.class);
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.leases = version.has(Feature.NODE_LEASES)
                ? environment.informer(Resources.LEASES, KubernetesObject.class)
                : null;
        this.podsByNode = pods.index(PodIndex.NODE);
        this.events = new EventRecorder(context, client, NAME);
        this.grace = grace(environment);
        this.review = new HealthReview(context, client, grace);
        this.readiness = new PodReadiness(context, client, events, version);
        this.taints = new TaintWriter(context, client, version);
        this.zones = new Zones(context, environment.flags(), health, this::giveUp);
        this.givingUp = version.has(Feature.TAINT_BASED_EVICTIONS)
                ? new GivingUpByTaint(taints, zones)
                : new GivingUpByDeletion(
                        new GivingUpByDeletion.Parts(context, client, events, podsByNode, zones),
                        environment.flags().duration(ControllerFlag.POD_EVICTION_TIMEOUT));
        this.taintQueue = environment.queue(WORKERS, WorkQueue.UNLIMITED, this::taint);
        this.period = environment.flags().duration(ControllerFlag.NODE_MONITOR_PERIOD);
        this.namesVersions = version.has(Feature.NODE_EVENT_API_VERSION);
        this.evictions = version.has(Feature.SEPARATE_TAINT_EVICTION)
                ? null
                : TaintEvictionController.within(environment, client);
    }

    private static HealthReview.Grace grace(ControllerEnvironment environment) {
        return new HealthReview.Grace(
                environment.flags().duration(ControllerFlag.NODE_MONITOR_GRACE_PERIOD),
                environment.flags().duration(ControllerFlag.NODE_STARTUP_GRACE_PERIOD));
    }

    @Override
    public void start() {
        context.awaitWhile("check of nodes", this::hasWork);
        nodes.addHandler(new NodeEvents());
        pods.addHandler(new PodEvents());
        if (evictions != null) {
            evictions.follow();
        }
        List<Completion<Boolean>> synced = new ArrayList<>(List.of(nodes.synced(), pods.synced()));
        if (leases != null) {
            synced.add(leases.synced());
        }
        Completion.all(synced).whenDone(all -> monitor());
    }

    private void monitor() {
        register();
        Map<String, List<String>> found = new TreeMap<>();
        List<Completion<SyncResult>> looks = new ArrayList<>();
        for (Node node : known.list()) {
            Completion<SyncResult> look = look(node, found);
            if (!look.isDone()) {
                looks.add(look);
            }
        }
        if (looks.isEmpty()) {
            judge(found);
        } else {
            Completion.all(looks).whenDone(all -> judge(found));
        }
    }

    /** Records Events for nodes that were added or deleted since the last check. */
    private void register() {
        List<Node> present = nodes.all();
        for (Node node : present) {
            String name = node.metadata().name();
            if (known.put(name, node) == null) {
                record(node, "RegisteredNode", "Registered Node " + name + " in Controller");
                givingUp.takeBack(node);
            }
        }
        for (Node node : known.size() == present.size() ? List.<Node>of() : known.list()) {
            String name = node.metadata().name();
            if (isPresent(node)) {
                continue;
            }
            record(node, "RemovingNode", "Removing Node " + name + " from Controller");
            known.remove(name);
            healths.remove(name);
            unmarked.remove(name);
            zones.queue(Zones.of(node)).remove(name);
        }
    }

    private void record(Node node, String reason, String message) {
        events.normal(reference(node), reason, "Node " + node.metadata().name() + " event: " + message);
    }

    /** The reference in Events names the node without a resource version. */
    private ApiEvent.Reference reference(Node node) {
        return new ApiEvent.Reference(
                Node.KIND, null, node.metadata().name(), node.uid(), namesVersions ? Node.API_VERSION : null, null);
    }

    private Completion<SyncResult> look(Node node, Map<String, List<String>> found) {
        String name = node.metadata().name();
        NodeHealth health = healths.computeIfAbsent(name, missing -> firstSeen(node));
        KubernetesObject lease = leases == null ? null : leases.cached(new ObjectKey(LEASES, name));
        return review.of(node, health, lease == null ? 0 : lease.metadata().revision())
                .then(after -> {
                    if (after.isEmpty()) {
                        return Completion.of(SyncResult.retry("the status of node " + name + " could not be written"));
                    }
                    found.computeIfAbsent(Zones.of(node), missing -> new ArrayList<>())
                            .add(Conditions.readiness(after.get()));
                    return Conditions.find(after.get(), Conditions.READY) == null
                            ? Completion.of(SyncResult.DONE)
                            : follow(node, Conditions.readiness(after.get()), health);
                });
    }

    private NodeHealth firstSeen(Node node) {
        boolean everReported = Conditions.find(node, Conditions.READY) != null;
        return new NodeHealth(
                everReported
                        ? context.now()
                        : context.now() - Timestamps.between(node.metadata().creationTimestamp(), context.clock()));
    }

    /** @param now the node's readiness after the check; {@code node} has the readiness before */
    private Completion<SyncResult> follow(Node node, String now, NodeHealth health) {
        String name = node.metadata().name();
        String before = Conditions.readiness(node);
        Completion<SyncResult> reviewed = givingUp.review(node, before, health);
        boolean wasReady = before.equals(Conditions.TRUE);
        boolean changed = wasReady && !now.equals(Conditions.TRUE);
        if (changed) {
            events.normal(reference(node), "NodeNotReady", "Node " + name + " status is now: NodeNotReady");
        }
        if (!changed && (wasReady || !unmarked.contains(name))) {
            return reviewed;
        }
        return reviewed.then(done -> readiness.withdraw(podsByNode.find(name))).map(done -> {
            if (done.isDone()) {
                unmarked.remove(name);
            } else {
                unmarked.add(name);
            }
            return done;
        });
    }

    private void judge(Map<String, List<String>> found) {
        Zones.Disruption verdict = zones.look(found);
        if (verdict == Zones.Disruption.ALL_DISRUPTED) {
            known.list().forEach(givingUp::takeBack);
        } else if (verdict == Zones.Disruption.RECOVERED) {
            healths.values().forEach(health -> health.forgive(context.now()));
        }
        context.daemonAfter(period + LOOK, this::monitor);
    }

    /**
     * Nodes that were deleted since the last check, that are in trouble or about to be, or whose pods or taints do not
     * show how they are.
     */
    private boolean hasWork() {
        return !unmarked.isEmpty()
                || known.list().stream().anyMatch(node -> !isPresent(node))
                || nodes.all().stream().anyMatch(this::isAwaited);
    }

    private boolean isPresent(Node node) {
        return nodes.cached(node.key()) != null;
    }

    private boolean isAwaited(Node node) {
        NodeHealth health = healths.get(node.metadata().name());
        return !Conditions.readiness(node).equals(Conditions.TRUE)
                || health != null && health.isSilent(grace.usual() / 2, context.now())
                || GivingUpByTaint.isMarked(node)
                || !Taints.without(Taints.wantedNoSchedule(node), Taints.presentNoSchedule(node))
                        .isEmpty()
                || !Taints.without(Taints.presentNoSchedule(node), Taints.wantedNoSchedule(node))
                        .isEmpty();
    }

    private Completion<SyncResult> giveUp(String name) {
        Node node = nodes.cached(new ObjectKey("", name));
        return node == null ? Completion.of(SyncResult.DONE) : givingUp.giveUp(node);
    }

    /** Makes the {@code NoSchedule} taints follow the conditions. A failure waits for the node's next change. */
    private Completion<SyncResult> taint(ObjectKey key) {
        Node node = nodes.cached(key);
        if (node == null) {
            return Completion.of(SyncResult.DONE);
        }
        List<Node.Taint> wanted = Taints.wantedNoSchedule(node);
        List<Node.Taint> present = Taints.presentNoSchedule(node);
        List<Node.Taint> added = Taints.without(wanted, present);
        List<Node.Taint> removed = Taints.without(present, wanted);
        return added.isEmpty() && removed.isEmpty()
                ? Completion.of(SyncResult.DONE)
                : taints.swap(node.metadata().name(), added, removed).map(done -> SyncResult.DONE);
    }

    /** Taints follow the conditions; the next check detects a deleted node. */
    private final class NodeEvents implements Informer.Handler<Node> {

        @Override
        public void added(Node node) {
            taintQueue.add(node.key());
        }

        @Override
        public void updated(Node before, Node after) {
            taintQueue.add(after.key());
        }

        @Override
        public void deleted(Node last) {
            // The next check detects it.
        }
    }

    /** A new pod on a node that is not ready cannot be ready either. */
    private final class PodEvents implements Informer.Handler<Pod> {

        @Override
        public void added(Pod pod) {
            bound(pod);
        }

        @Override
        public void updated(Pod before, Pod after) {
            if (before.nodeName() == null || !before.nodeName().equals(after.nodeName())) {
                bound(after);
            }
        }

        @Override
        public void deleted(Pod last) {
            // No Events about it any more.
        }

        private void bound(Pod pod) {
            NodeHealth health = pod.nodeName() == null ? null : healths.get(pod.nodeName());
            if (health != null && health.ready() != null && !health.ready().equals(Conditions.TRUE)) {
                readiness.withdraw(List.of(pod));
            }
        }
    }
}

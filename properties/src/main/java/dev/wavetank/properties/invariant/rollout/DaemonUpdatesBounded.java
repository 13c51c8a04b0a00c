package dev.wavetank.properties.invariant.rollout;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.properties.invariant.workload.DaemonNodes;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An update of a DaemonSet deletes no ready pod when as many nodes as it permits are without one already. Counted are
 * the nodes whose pod the controller has deleted itself, which it remembers, until the next one has been ready for
 * {@code minReadySeconds}, and those that were without a ready pod for longer than its cache may lag.
 */
public final class DaemonUpdatesBounded implements Invariant {

    /** Times in conditions have no fractions of a second. */
    private static final long FRACTION = 2 * VirtualTime.SECOND;

    private final CacheLag lag;
    private final Map<String, DaemonSet> sets = new LinkedHashMap<>();
    private final Map<String, Long> changed = new LinkedHashMap<>();
    private final Present<Node> nodes = new Present<>(Node.class);
    private final Present<Pod> pods = new Present<>(Pod.class);
    /** Since when a node has no ready pod of a set. */
    private final Map<String, Long> lacking = new LinkedHashMap<>();
    /** Nodes whose pod was deleted by the controller, by set and node. */
    private final Set<String> deleted = new LinkedHashSet<>();

    /** Since when a node has a ready pod of a set, by set and node. */
    private final Map<String, Long> ready = new LinkedHashMap<>();

    private boolean hasWrongClock;

    private final Map<ObjectKey, Victim> going = new LinkedHashMap<>();

    /** A ready pod that is being deleted, and since when it was ready. */
    private record Victim(Pod pod, long since) {}

    /** With the age of what controllers act on. */
    public DaemonUpdatesBounded(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "DaemonUpdatesBounded";
    }

    @Override
    public String reason() {
        return "With maxUnavailable 1, an update of the network's agents takes the network from one node at a"
                + " time, not from all. DaemonSets that make the new pod beside the old one are not judged; nor how"
                + " long a pod is ready, once a clock was wrong.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Perform a Rolling Update on a DaemonSet",
                "pkg/controller/daemon/update.go (v1.32), rollingUpdate");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.ROLLOUTS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "An update of a DaemonSet leaves no more nodes without an available pod than its maxUnavailable"
                + " permits.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(DaemonSet.class, Node.class, Pod.class, ApiRequest.Delete.class, FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof FaultTrace.Opened opened) {
            hasWrongClock |= opened.fault() instanceof ComponentFault.SkewedClock;
        } else if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof DaemonSet set) {
                DaemonSet before = sets.put(set.uid(), set);
                if (before == null || !before.spec().equals(set.spec())) {
                    changed.put(set.uid(), entry.time());
                }
            } else if (!nodes.observe(change)
                    && change.object() instanceof Pod pod
                    && sets.containsKey(Present.controllerOf(pod))) {
                observe(pod, change, entry.time());
            }
        } else if (!going.isEmpty()
                && entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Delete delete) {
            Victim victim = going.remove(delete.key());
            boolean isOwn = request.call().userAgent().equals(KubernetesController.DAEMON_SET.userAgent());
            if (victim != null && isOwn && request.isWrite()) {
                judge(victim, entry.time(), outcomes);
            }
        }
    }

    private void observe(Pod pod, StoreTrace change, long now) {
        Pod before = pods.get(pod.uid());
        pods.observe(change);
        if (pod.nodeName() == null) {
            return;
        }
        String place = Present.controllerOf(pod) + " " + pod.nodeName();
        boolean isThere = change.change() != WatchEvent.Type.DELETED && pod.isActive() && pod.isReady();
        if (before != null && before.isActive() && before.isReady() && !pod.isActive()) {
            going.put(pod.key(), new Victim(before, ready.getOrDefault(place, now)));
        }
        if (isThere) {
            lacking.remove(place);
            ready.putIfAbsent(place, now);
        } else {
            lacking.putIfAbsent(place, now);
            ready.remove(place);
        }
    }

    private void judge(Victim going, long now, Outcomes outcomes) {
        Pod victim = going.pod();
        DaemonSet set = sets.get(Present.controllerOf(victim));
        if (set == null) {
            return;
        }
        DaemonNodes wanted = new DaemonNodes(set);
        int unavailable = 0;
        int all = 0;
        boolean isOnWanted = false;
        for (Node node : nodes.all()) {
            if (!wanted.wants(node)) {
                continue;
            }
            all++;
            String place = set.uid() + " " + node.metadata().name();
            if (node.metadata().name().equals(victim.nodeName())) {
                isOnWanted = true;
                unavailable++;
            } else if (lacks(place, set, now) || lacking.containsKey(place) && !lag.mayHide(lacking.get(place), now)) {
                unavailable++;
            }
        }
        Integer most = most(set, all);
        // An old pod that is not available goes at any time.
        boolean isJudged = isOnWanted
                && now - going.since() > least(set) + FRACTION
                && !lag.mayHide(changed.getOrDefault(set.uid(), Long.MIN_VALUE / 2), now);
        deleted.add(set.uid() + " " + victim.nodeName());
        if (most != null && isJudged && unavailable > most) {
            outcomes.broken(
                    this,
                    ObjectNames.of(victim),
                    "was deleted to be updated, which leaves " + unavailable
                            + " nodes without an available pod, expected" + " at most " + most);
        }
    }

    /** Whether the controller has deleted the pod of a node, and the next one is not available yet. */
    private boolean lacks(String place, DaemonSet set, long now) {
        if (!deleted.contains(place)) {
            return false;
        }
        Long since = ready.get(place);
        if (since != null && (hasWrongClock || now - since >= least(set) - FRACTION)) {
            deleted.remove(place);
            return false;
        }
        return true;
    }

    private static long least(DaemonSet set) {
        return Defaults.zeroIfNull(set.spec().minReadySeconds()) * VirtualTime.SECOND;
    }

    /** How many nodes may be without a pod; null where that is not judged. */
    private static @Nullable Integer most(DaemonSet set, int nodes) {
        DaemonSet.UpdateStrategy strategy = set.spec().updateStrategy();
        DaemonSet.RollingUpdate rolling = strategy == null ? null : strategy.rollingUpdate();
        if (rolling == null) {
            return 1;
        }
        if (resolve(rolling.maxSurge(), nodes, 0) > 0) {
            return null;
        }
        return Math.max(1, resolve(rolling.maxUnavailable(), nodes, 1));
    }

    /** A number of nodes, or a percentage of all, rounded up. */
    static int resolve(@Nullable Object bound, int nodes, int absent) {
        if (bound == null) {
            return absent;
        }
        if (bound instanceof Number number) {
            return number.intValue();
        }
        String text = bound.toString();
        return (Integer.parseInt(text.substring(0, text.length() - 1)) * nodes + 99) / 100;
    }
}

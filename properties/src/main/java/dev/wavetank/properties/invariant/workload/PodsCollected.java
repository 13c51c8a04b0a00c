package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.properties.invariant.Departed;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The collector of pods deletes ended pods only while there are more than {@code --terminated-pod-gc-threshold}, the
 * oldest first, since v1.27 after those that were evicted, and at rest leaves no pod on a node that is gone.
 */
public final class PodsCollected implements Invariant {

    private static final String THRESHOLD = "kube-controller-manager.terminated-pod-gc-threshold";
    private static final String CONTROLLERS = "kube-controller-manager.controllers";
    private static final int DEFAULT = 12_500;
    /** By then a request that was sent at the same time has been answered. */
    private static final long TOGETHER = VirtualTime.MINUTE;

    private final CacheLag lag;
    private final int threshold;
    private final Map<String, Ended> ended = new LinkedHashMap<>();
    private final boolean evictedFirst;
    /** The same, those first that go first. */
    private final TreeSet<Ended> inTurn = new TreeSet<>(
            ((Comparator<Ended>) this::turn).thenComparing(one -> one.pod().uid()));

    private final Present<Pod> pods = new Present<>(Pod.class);
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    /** What a deletion found, until the request shows which client sent it. */
    private final Map<ObjectKey, Ended> going = new LinkedHashMap<>();

    /** Ended pods that are being deleted, which count as well, or when they went: the cache may still show them. */
    private final Map<String, Long> leaving = new LinkedHashMap<>();

    private final Departed<String> left = new Departed<>(leaving::remove);

    /** Whether the collector may have been switched off. */
    private final boolean mayBeOff;

    /** Pods that were there when one was collected that had to go after them, in order of time. */
    private final Deque<PassedOver> passedOver = new ArrayDeque<>();

    private record Ended(Pod pod, long since) {}

    private record PassedOver(Ended earlier, Ended victim, long at) {}

    /** In a cluster with these settings. */
    public PodsCollected(ClusterSpec cluster, CacheLag lag) {
        this.lag = lag;
        Map<String, String> settings = cluster.settingsWithPools();
        String text = settings.getOrDefault(THRESHOLD, "");
        this.mayBeOff = settings.containsKey(CONTROLLERS);
        this.evictedFirst = cluster.profile().has(Feature.EVICTED_PODS_COLLECTED_FIRST);
        this.threshold = text.matches("-?[0-9]{1,9}") ? Integer.parseInt(text) : DEFAULT;
    }

    @Override
    public String name() {
        return "PodsCollected";
    }

    @Override
    public String reason() {
        return "What has ended is kept for its logs as long as there is room. A pod that is bound to a node that"
                + " is gone is replaced only when it is deleted. What ended lately, the collector's cache may not"
                + " show.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/podgc/gc_controller.go (v1.32), gcTerminated and gcOrphaned",
                "Kubernetes documentation v1.32, Pod Lifecycle, Garbage collection of Pods");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.NODES, Tag.DELETION, Tag.SAFETY, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "Ended pods go only when there are too many, the oldest first, and pods of nodes that are gone go too.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, Node.class, ApiRequest.Delete.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        judgePassedOver(entry.time() - TOGETHER, outcomes);
        if (entry.record() instanceof StoreTrace change) {
            observe(change, entry.time());
        } else if (!going.isEmpty()
                && entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Delete delete) {
            Ended one = going.remove(delete.key());
            boolean isOwn = request.call().userAgent().equals(KubernetesController.POD_GARBAGE_COLLECTOR.userAgent());
            if (one != null && isOwn && request.isWrite()) {
                judge(one, entry.time(), outcomes);
            }
        }
    }

    private void observe(StoreTrace change, long now) {
        boolean isGone = change.change() == WatchEvent.Type.DELETED;
        if (change.object() instanceof Node node) {
            if (isGone) {
                nodes.remove(node.metadata().name());
            } else {
                nodes.put(node.metadata().name(), node);
            }
        } else if (pods.observe(change)) {
            Pod pod = (Pod) change.object();
            boolean isKept = pod.isFinished() && !pod.metadata().isDeleting() && !isGone;
            if (pod.isFinished() && !isKept) {
                leaving.put(pod.uid(), isGone ? now : Long.MAX_VALUE);
                if (isGone) {
                    left.add(pod.uid(), now);
                }
            }
            if (isKept && !ended.containsKey(pod.uid())) {
                Ended one = new Ended(pod, now);
                ended.put(pod.uid(), one);
                inTurn.add(one);
            } else if (!isKept) {
                Ended was = ended.remove(pod.uid());
                if (was != null) {
                    inTurn.remove(was);
                    going.put(pod.key(), was);
                }
            }
        }
    }

    /** Which of two ended pods goes first. */
    private int turn(Ended one, Ended other) {
        int evicted = evictedFirst ? Boolean.compare(wasEvicted(other.pod()), wasEvicted(one.pod())) : 0;
        return evicted != 0
                ? evicted
                : one.pod()
                        .metadata()
                        .creationTimestamp()
                        .compareTo(other.pod().metadata().creationTimestamp());
    }

    private static boolean wasEvicted(Pod pod) {
        return "Failed".equals(pod.phase()) && "Evicted".equals(pod.status().reason());
    }

    private void judge(Ended victim, long now, Outcomes outcomes) {
        if (!nodes.containsKey(String.valueOf(victim.pod().nodeName()))) {
            return;
        }
        leaving.values().removeIf(since -> since < now && !lag.mayHide(since, now));
        leaving.putIfAbsent(victim.pod().uid(), now);
        int most = ended.size() + leaving.size();
        if (threshold <= 0 || most <= threshold) {
            outcomes.broken(
                    this,
                    ObjectNames.of(victim.pod()),
                    "was collected as one of " + most + " ended pods, expected that above " + threshold);
            return;
        }
        for (Ended other : inTurn) {
            if (turn(other, victim) >= 0) {
                return;
            }
            if (!lag.mayHide(other.since(), now)) {
                passedOver.addLast(new PassedOver(other, victim, now));
                return;
            }
        }
    }

    /** The collector deletes all that are too many at the same time, and a later one may be gone first. */
    private void judgePassedOver(long until, Outcomes outcomes) {
        while (!passedOver.isEmpty() && passedOver.getFirst().at() <= until) {
            PassedOver one = passedOver.removeFirst();
            if (ended.containsKey(one.earlier().pod().uid())) {
                outcomes.broken(
                        this,
                        ObjectNames.of(one.victim().pod()),
                        "was collected, although "
                                + ObjectNames.of(one.earlier().pod()) + " was to go before it");
            }
        }
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        judgePassedOver(now, outcomes);
        for (Pod pod : pods.all()) {
            boolean isStranded =
                    pod.nodeName() != null && !pod.nodeName().isEmpty() && !nodes.containsKey(pod.nodeName());
            if (isStranded && !mayBeOff) {
                outcomes.broken(
                        this, ObjectNames.of(pod), "is still there, and its node " + pod.nodeName() + " is gone");
            }
        }
    }
}

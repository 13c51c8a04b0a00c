package dev.wavetank.properties.invariant.rollout;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
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
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * An update of a DaemonSet with {@code maxSurge} makes the new pod of a node beside the old one, on no more nodes at a
 * time than that, and deletes a ready pod only when another pod of that node is ready.
 */
public final class DaemonsSurgeFirst implements Invariant {

    /** Times in conditions have no fractions of a second. */
    private static final long FRACTION = 2 * VirtualTime.SECOND;

    private static final long NEVER = Long.MIN_VALUE / 2;
    private static final String HASH = "controller-revision-hash";

    private final CacheLag lag;
    private final Map<String, DaemonSet> sets = new LinkedHashMap<>();
    private final Present<Node> nodes = new Present<>(Node.class);
    private final Present<Pod> pods = Present.byOwner(Pod.class, "DaemonSet");
    /** When the rules of a set, a node, or the pods of a set that are leaving a node changed last. */
    private final Map<String, Long> changed = new LinkedHashMap<>();
    /** Since when a pod is ready, or until when it was; by uid. */
    private final Map<String, Readiness> readiness = new LinkedHashMap<>();

    private final Map<String, Long> born = new LinkedHashMap<>();
    private final Map<ObjectKey, Victim> going = new LinkedHashMap<>();
    private boolean hasWrongClock;

    private record Readiness(boolean isReady, long since) {}

    /** A ready pod that is being deleted, and since when it was ready. */
    private record Victim(Pod pod, long readySince) {}

    /** With the age of what controllers act on. */
    public DaemonsSurgeFirst(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "DaemonsSurgeFirst";
    }

    @Override
    public String reason() {
        return "With maxSurge a node is never without its agent during an update, and no more than that many nodes"
                + " carry two at a time. Not judged are nodes and sets that have just changed, nodes with three"
                + " pods or two of one revision, and numbers once a clock was wrong.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "KEP-1591 (DaemonSet surge); API reference v1.32, RollingUpdateDaemonSet",
                "pkg/controller/daemon/update.go (v1.32), rollingUpdate;"
                        + " pkg/controller/daemon/daemon_controller.go, podsShouldBeOnNode");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.ROLLOUTS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "An update of a DaemonSet with maxSurge deletes no ready pod before the next one is ready, and makes"
                + " it on no more nodes at a time than that.";
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
            observe(change, entry.time(), outcomes);
        } else if (entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Delete delete) {
            Victim victim = going.remove(delete.key());
            if (victim != null
                    && request.isWrite()
                    && request.call().userAgent().equals(KubernetesController.DAEMON_SET.userAgent())) {
                judgeVictim(victim, entry.time(), outcomes);
            }
        }
    }

    private void observe(StoreTrace change, long now, Outcomes outcomes) {
        if (change.object() instanceof DaemonSet set) {
            DaemonSet before = sets.put(set.uid(), set);
            if (before == null || !rules(before).equals(rules(set))) {
                changed.put(set.uid(), now);
            }
        } else if (change.object() instanceof Node node) {
            nodes.observe(change);
            boolean isSame = change.change() == WatchEvent.Type.MODIFIED
                    && change.previous() instanceof Node before
                    && Objects.equals(before.spec(), node.spec())
                    && before.metadata().labels().equals(node.metadata().labels());
            if (!isSame) {
                changed.put(node.metadata().name(), now);
            }
        } else if (change.object() instanceof Pod pod && sets.containsKey(Present.controllerOf(pod))) {
            observe(pod, change, now, outcomes);
        }
    }

    private void observe(Pod pod, StoreTrace change, long now, Outcomes outcomes) {
        Pod before = pods.get(pod.uid());
        pods.observe(change);
        Readiness known = readiness.get(pod.uid());
        if (before != null && known != null && known.isReady() && !pod.isActive()) {
            going.put(pod.key(), new Victim(before, known.since()));
        }
        if (change.change() == WatchEvent.Type.DELETED) {
            changed.put(Present.controllerOf(pod) + " " + node(pod), now);
            readiness.remove(pod.uid());
            born.remove(pod.uid());
            return;
        }
        born.putIfAbsent(pod.uid(), now);
        boolean isReady = pod.isActive() && pod.isReady();
        if (known == null ? isReady : known.isReady() != isReady) {
            readiness.put(pod.uid(), new Readiness(isReady, now));
        }
        boolean isBound = before != null && node(before).isEmpty() && !node(pod).isEmpty();
        if (isBound && !hasWrongClock) {
            judgeNumber(pod, now, outcomes);
        }
    }

    /** A ready pod goes when another one of its node is ready, or may be taken for it. */
    private void judgeVictim(Victim going, long now, Outcomes outcomes) {
        Pod victim = going.pod();
        DaemonSet set = sets.get(Present.controllerOf(victim));
        if (set == null) {
            return;
        }
        boolean isJudged = most(set) > 0
                && isSettled(set, node(victim), now)
                && !lag.mayHide(going.readySince(), now)
                && !lag.mayHide(changed.getOrDefault(set.uid() + " " + node(victim), NEVER), now);
        if (!isJudged) {
            return;
        }
        List<Pod> others = pods.ownedBy(set.uid()).stream()
                .filter(other -> isOther(other, victim))
                .toList();
        boolean isAlone = others.size() < 2
                && others.stream()
                        .noneMatch(other -> revision(other).equals(revision(victim)) || mayPassForReady(other, now));
        if (isAlone) {
            outcomes.broken(
                    this,
                    ObjectNames.of(victim),
                    "was deleted while no other pod of " + ObjectNames.of(set) + " was ready on node " + node(victim));
        }
    }

    private static boolean isOther(Pod other, Pod pod) {
        return !other.uid().equals(pod.uid()) && node(other).equals(node(pod));
    }

    private boolean mayPassForReady(Pod pod, long now) {
        Readiness known = readiness.get(pod.uid());
        return known != null && (known.isReady() || lag.mayHide(known.since(), now));
    }

    /** How many nodes have an old pod that was available when its successor came, which was never ready yet. */
    private void judgeNumber(Pod made, long now, Outcomes outcomes) {
        DaemonSet set = sets.get(Present.controllerOf(made));
        int most = set == null ? 0 : most(set);
        if (set == null || most <= 0 || !isSettled(set, node(made), now)) {
            return;
        }
        long surging = pods.ownedBy(set.uid()).stream()
                .filter(pod -> revision(pod).equals(revision(made)) && isSurge(pod, set))
                .map(DaemonsSurgeFirst::node)
                .distinct()
                .count();
        if (surging > most) {
            outcomes.broken(
                    this,
                    ObjectNames.of(made),
                    "is on one of " + surging + " nodes that have an old pod and one that was not ready yet, expected"
                            + " at most " + most);
        }
    }

    private boolean isSurge(Pod pod, DaemonSet set) {
        long since = born.getOrDefault(pod.uid(), NEVER);
        return pod.isActive()
                && !node(pod).isEmpty()
                && !readiness.containsKey(pod.uid())
                && pods.ownedBy(set.uid()).stream()
                        .anyMatch(old -> isOther(old, pod)
                                && !revision(old).equals(revision(pod))
                                && old.isActive()
                                && wasAvailable(old, set, since));
    }

    private boolean wasAvailable(Pod old, DaemonSet set, long then) {
        Readiness known = readiness.get(old.uid());
        long least = Defaults.zeroIfNull(set.spec().minReadySeconds()) * VirtualTime.SECOND + FRACTION;
        return known != null
                && known.isReady()
                && known.since() + least < then
                && !lag.mayHide(known.since() + least, then);
    }

    /** What decides where the pods of a set are and how they are replaced, but not what they are replaced by. */
    private static List<Object> rules(DaemonSet set) {
        PodSpec spec = set.spec().template().spec();
        return Arrays.asList(
                set.spec().updateStrategy(),
                set.spec().minReadySeconds(),
                spec.nodeSelector(),
                spec.affinity(),
                spec.tolerations());
    }

    private boolean isSettled(DaemonSet set, String node, long now) {
        return !lag.mayHide(changed.getOrDefault(set.uid(), NEVER), now)
                && !lag.mayHide(changed.getOrDefault(node, NEVER), now)
                && nodes.all().stream()
                        .anyMatch(one -> one.metadata().name().equals(node) && new DaemonNodes(set).wants(one));
    }

    /** On how many nodes there may be two pods; 0 where none may. */
    private int most(DaemonSet set) {
        DaemonSet.UpdateStrategy strategy = set.spec().updateStrategy();
        if (strategy == null || strategy.rollingUpdate() == null || "OnDelete".equals(strategy.type())) {
            return 0;
        }
        return DaemonUpdatesBounded.resolve(
                strategy.rollingUpdate().maxSurge(), nodes.all().size(), 0);
    }

    private static String revision(Pod pod) {
        return pod.metadata().labels().getOrDefault(HASH, "");
    }

    private static String node(Pod pod) {
        return pod.nodeName() == null ? "" : pod.nodeName();
    }
}

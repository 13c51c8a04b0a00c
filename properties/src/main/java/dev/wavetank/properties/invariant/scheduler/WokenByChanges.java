package dev.wavetank.properties.invariant.scheduler;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.storage.CsiNode;
import dev.wavetank.model.api.storage.StorageClass;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scheduler.framework.AffinityTerm;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.trace.FlushTrace;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A pod that becomes feasible is tried again because of the change that lets it be placed, and not minutes later, when
 * the scheduler tries all that have waited for long: such a try succeeds only where a change came at that time, or its
 * wake-up was lost. Changes that are no news to a scheduler any more are what counts.
 */
public final class WokenByChanges implements Invariant {

    private static final List<String> HELPFUL =
            List.of("PersistentVolume", "PersistentVolumeClaim", "StorageClass", "CSINode", "Service", "Namespace");
    /** Longer than any time that a pod is unschedulable before it is flushed. */
    private static final long NOMINATION = 10 * VirtualTime.MINUTE;

    private final Settled settled;
    private final boolean hasOwnRules;
    /** When pods that have no node yet were flushed last, by uid. */
    private final Map<String, Long> flushed = new LinkedHashMap<>();

    /** Pods for which a node was found, before v1.22. */
    private final Set<String> chosen = new TreeSet<>();

    private final KubernetesVersion version;
    /** Pods that have kept others away, as far as the run has seen: one of each sort. */
    private final Map<Avoider, Pod> avoiding = new LinkedHashMap<>();

    private final Map<String, Map<String, String>> namespaces = new LinkedHashMap<>();
    private long untainted = Long.MIN_VALUE / 2;
    private long helped = Long.MIN_VALUE / 2;
    private long nominated = Long.MIN_VALUE / 2;
    /** When the labels of an assigned pod changed last. */
    private long relabelled = Long.MIN_VALUE / 2;

    /** A term by which pods with these labels keep others away. */
    private record Avoider(AffinityTerm term, String namespace, Map<String, String> labels) {}

    /** In that cluster. */
    public WokenByChanges(ClusterSpec cluster, CacheLag lag) {
        this.settled = new Settled(lag);
        this.version = cluster.profile();
        this.hasOwnRules = cluster.settings().containsKey("kube-scheduler.config")
                || cluster.settings().containsKey("kube-scheduler.policy-config-file");
    }

    @Override
    public String name() {
        return "WokenByChanges";
    }

    @Override
    public String reason() {
        return "A lost wake-up costs every pod that waits up to five minutes, and autoscalers add nodes"
                + " meanwhile that nobody needs. Not judged are clusters whose schedulers are configured by a file,"
                + " since extenders change their minds without an event; pods near a preemption, because whoever"
                + " gave up a nominated place woke nobody before v1.33; before v1.22, pods for which a node had been"
                + " found; and, without queueing hints, pods near a change of the labels of an assigned pod, which"
                + " wakes only those that want to be near it.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "KEP-4247 (queueing hints)",
                "pkg/scheduler/backend/queue/scheduling_queue.go (v1.32), MoveAllToActiveOrBackoffQueue"
                        + " and flushUnschedulablePodsLeftover",
                "pkg/scheduler/internal/queue/scheduling_queue.go (v1.20), AssignedPodUpdated",
                "kubernetes#134393, kubernetes#109437");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.SCHEDULER, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "No pod is placed only because a scheduler tries again all that have waited for long.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                Pod.class,
                Node.class,
                PersistentVolume.class,
                PersistentVolumeClaim.class,
                StorageClass.class,
                CsiNode.class,
                Service.class,
                Namespace.class,
                FlushTrace.class,
                Milestone.class,
                ComponentTrace.Started.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        settled.observe(entry);
        if (entry.record() instanceof FlushTrace flush) {
            if (!chosen.contains("pod/" + flush.pod())) {
                flushed.put(flush.uid(), entry.time());
            }
        } else if (entry.record() instanceof Milestone milestone) {
            if (milestone.point() == Milestone.Point.SCHEDULED && !version.has(Feature.FAILED_BINDING_MOVES)) {
                chosen.add(milestone.object());
            }
        } else if (entry.record() instanceof StoreTrace change) {
            if (!flushed.isEmpty() && change.object() instanceof Pod pod && !isUnplaced(pod)) {
                placed(pod, flushed.remove(pod.uid()), outcomes);
            }
            if (isHelpful(change)) {
                helped = entry.time();
                untainted = isUntainted(change) ? helped : untainted;
            }
            remember(change);
            relabelled = isRelabelled(change) ? entry.time() : relabelled;
            if (change.object() instanceof Pod pod
                    && pod.status() != null
                    && pod.status().nominatedNodeName() != null) {
                nominated = entry.time();
            }
        }
    }

    private void placed(Pod pod, @Nullable Long flushedAt, Outcomes outcomes) {
        if (flushedAt != null
                && !hasOwnRules
                && !pod.metadata().isDeleting()
                && !pod.isFinished()
                && helped < flushedAt
                && !settled.mayHide(helped, flushedAt)
                && flushedAt - nominated > NOMINATION
                && (version.has(Feature.QUEUEING_HINTS) || flushedAt - relabelled > NOMINATION)) {
            String detail =
                    "was placed only because it had waited for long: the last change that could let it be placed was "
                            + VirtualTime.span(flushedAt - helped) + " before";
            if (isAvoided(pod) && version.has(Feature.QUEUEING_HINTS)) {
                outcomes.known(KnownBehaviour.AVOIDED_PODS_SLEEP, this, ObjectNames.of(pod), detail);
            } else if (untainted == helped
                    && version.has(Feature.NODE_EVENT_PRE_CHECK)
                    && !version.has(Feature.TAINTS_MOVE_AS_NEW_NODES)) {
                outcomes.known(KnownBehaviour.TAINTED_NEW_NODES, this, ObjectNames.of(pod), detail);
            } else {
                outcomes.broken(this, ObjectNames.of(pod), detail);
            }
        }
    }

    private void remember(StoreTrace change) {
        if (change.object() instanceof Pod pod) {
            Map<String, Object> affinity = pod.spec().affinity();
            if (affinity != null && affinity.containsKey("podAntiAffinity")) {
                String namespace = String.valueOf(pod.metadata().namespace());
                for (AffinityTerm term : PodInfo.of(pod, version).requiredAntiAffinity()) {
                    avoiding.put(new Avoider(term, namespace, pod.metadata().labels()), pod);
                }
            }
        } else if (change.object() instanceof Namespace namespace) {
            namespaces.put(namespace.metadata().name(), namespace.metadata().labels());
        }
    }

    /** Whether only the anti-affinity of some pod keeps this one away from it, and not its own. */
    private boolean isAvoided(Pod pod) {
        List<AffinityTerm> own = PodInfo.of(pod, version).requiredAntiAffinity();
        return avoiding.entrySet().stream()
                .anyMatch(one -> one.getKey().term().matches(pod, labelsOfNamespace(pod))
                        && own.stream()
                                .noneMatch(term -> term.matches(one.getValue(), labelsOfNamespace(one.getValue()))));
    }

    private Map<String, String> labelsOfNamespace(Pod pod) {
        return namespaces.getOrDefault(pod.metadata().namespace(), Collections.emptyMap());
    }

    private static List<Node.Taint> taints(Node node) {
        return node.spec() == null ? List.of() : node.spec().taints();
    }

    private static boolean isUntainted(StoreTrace change) {
        return change.object() instanceof Node node
                && change.previous() instanceof Node before
                && taints(node).size() < taints(before).size();
    }

    private static boolean isRelabelled(StoreTrace change) {
        return change.object() instanceof Pod pod
                && change.previous() instanceof Pod before
                && !isUnplaced(before)
                && !before.metadata().labels().equals(pod.metadata().labels());
    }

    private static boolean isUnplaced(Pod pod) {
        return pod.nodeName() == null || pod.nodeName().isEmpty();
    }

    private static boolean isHelpful(StoreTrace change) {
        if (change.object() instanceof Pod pod) {
            return change.change() != WatchEvent.Type.MODIFIED
                    || pod.isFinished()
                    || !(change.previous() instanceof Pod before)
                    || !before.spec().equals(pod.spec())
                    || !before.metadata().labels().equals(pod.metadata().labels());
        }
        if (change.object() instanceof Node node && change.previous() instanceof Node before) {
            return !node.metadata().labels().equals(before.metadata().labels())
                    || !Objects.equals(node.spec(), before.spec())
                    || !allocatable(node).equals(allocatable(before))
                    || !conditions(node).equals(conditions(before));
        }
        return change.object() instanceof Node
                || HELPFUL.contains(change.object().kind());
    }

    private static Map<String, String> allocatable(Node node) {
        return node.status() == null ? Collections.emptyMap() : node.status().allocatable();
    }

    /** Without heartbeats. */
    private static List<String> conditions(Node node) {
        return node.status() == null
                ? List.of()
                : node.status().conditions().stream()
                        .map(condition -> condition.type() + "=" + condition.status())
                        .toList();
    }
}

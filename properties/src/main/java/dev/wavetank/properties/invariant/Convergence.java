package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Within a bound after the last fault has healed, every ReplicaSet has as many ready pods as it wants, every
 * Deployment as many replicas, and it stays so.
 *
 * <p>Anvil calls this eventually stable reconciliation (OSDI 2024). The outcome is unknown when the cluster has no
 * room, or a quota of the user forbids the pods.
 */
public final class Convergence implements Invariant {

    /** How many workloads a list of what is pending names; a large cluster has thousands. */
    private static final int MOST_NAMED = 5;

    private final Map<String, ReplicaSet> replicaSets = new TreeMap<>();
    private final Map<String, Deployment> deployments = new TreeMap<>();
    private final Map<String, Map<String, Pod>> podsByOwner = new LinkedHashMap<>();
    private final Map<String, ResourceQuota> quotas = new TreeMap<>();
    /** Names of deleted nodes. */
    private final Set<String> gone = new TreeSet<>();

    private boolean concluded;

    @Override
    public String name() {
        return "Convergence";
    }

    @Override
    public String statement() {
        return "Within a bound after the last fault has healed, ReplicaSets and Deployments have as many replicas as"
                + " wanted, ready, and it stays so.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        boolean deleted = change.change() == WatchEvent.Type.DELETED;
        KubernetesObject object = change.object();
        if (object instanceof ReplicaSet set) {
            replace(replicaSets, set.uid(), set, deleted);
        } else if (object instanceof Deployment deployment) {
            replace(deployments, deployment.uid(), deployment, deleted);
        } else if (object instanceof Pod pod) {
            if (change.previous() instanceof Pod before) {
                owner(before).ifPresent(uid -> pods(uid).remove(pod.uid()));
            }
            if (!deleted) {
                owner(pod).ifPresent(uid -> pods(uid).put(pod.uid(), pod));
            }
        } else if (object instanceof ResourceQuota quota) {
            replace(quotas, quota.uid(), quota, deleted);
        } else if (object instanceof Node node && deleted) {
            gone.add(node.metadata().name());
        } else if (object instanceof Node node && change.previous() == null) {
            gone.remove(node.metadata().name());
        } else {
            return;
        }
        if (concluded) {
            judge("no longer matches", outcomes);
        }
    }

    /** The desired number of pods now. */
    public int wantedPods() {
        return replicaSets.values().stream()
                .mapToInt(set -> set.spec().replicas())
                .sum();
    }

    /** Whether the cluster matches its desired state now. */
    public boolean isSettled() {
        if (!replicaSets.values().stream().allMatch(set -> set.metadata().isDeleting() || isSettled(set))) {
            return false;
        }
        Map<String, Integer> wanted = wantedByDeployment();
        return deployments.values().stream().allMatch(one -> one.metadata().isDeleting() || isSettled(one, wanted));
    }

    /**
     * How many pods are not ready yet and why, and which Deployments do not want their pods yet; empty when nothing
     * is pending.
     */
    public String pending() {
        List<String> pending = new ArrayList<>();
        for (ReplicaSet set : replicaSets.values()) {
            if (!set.metadata().isDeleting() && !isSettled(set)) {
                pending.add(pending(set));
            }
        }
        Map<String, Integer> wanted = wantedByDeployment();
        for (Deployment deployment : deployments.values()) {
            if (!deployment.metadata().isDeleting() && !isSettled(deployment, wanted)) {
                pending.add(ObjectNames.of(deployment) + " has asked for " + wanted.getOrDefault(deployment.uid(), 0)
                        + " of its " + deployment.spec().replicas() + " pods");
            }
        }
        if (pending.size() > MOST_NAMED) {
            int more = pending.size() - MOST_NAMED;
            return String.join("; ", pending.subList(0, MOST_NAMED)) + "; and " + more + " more";
        }
        return String.join("; ", pending);
    }

    private String pending(ReplicaSet set) {
        int wanted = set.spec().replicas();
        long surplus = active(set.uid()) - wanted;
        if (surplus > 0) {
            return surplus + " pods too many of " + ObjectNames.of(set) + ", which wants " + wanted;
        }
        return wanted - ready(set.uid()) + " of " + wanted + " pods of " + ObjectNames.of(set) + " are not ready"
                + reason(set).map(why -> " because " + why).orElse("");
    }

    /** The obstacle, or else the progress of the existing pods. */
    private Optional<String> reason(ReplicaSet set) {
        Optional<String> obstacle = obstacle(set);
        if (obstacle.isPresent()) {
            return obstacle;
        }
        long missing = set.spec().replicas() - active(set.uid());
        Optional<String> waiting = pods(set.uid()).values().stream()
                .filter(pod -> pod.isActive() && !isReady(pod))
                .findFirst()
                .map(pod -> "pod " + pod.key() + " is " + pod.phase()
                        + (pod.nodeName() == null || pod.nodeName().isEmpty()
                                ? " and has no node"
                                : " on node " + pod.nodeName()
                                        + (gone.contains(pod.nodeName()) ? ", which is deleted" : "")));
        return waiting.isPresent() || missing == 0 ? waiting : Optional.of(missing + " are not created");
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        judge("does not match", outcomes);
        concluded = true;
    }

    @Override
    public void cutShort(long now, String reason, String pending, Outcomes outcomes) {
        outcomes.unknown(this, reason + ": " + pending);
    }

    private void judge(String how, Outcomes outcomes) {
        for (ReplicaSet set : replicaSets.values()) {
            if (!set.metadata().isDeleting() && !isSettled(set)) {
                Optional<String> obstacle = obstacle(set);
                String seen = how + " its desired state: " + ready(set.uid()) + " of " + active(set.uid())
                        + " active pods are ready, expected " + set.spec().replicas();
                if (obstacle.isPresent()) {
                    outcomes.unknown(this, ObjectNames.of(set) + " " + seen + "; " + obstacle.get());
                } else {
                    outcomes.broken(this, ObjectNames.of(set), seen);
                }
            }
        }
        Map<String, Integer> wanted = wantedByDeployment();
        for (Deployment deployment : deployments.values()) {
            if (!deployment.metadata().isDeleting() && !isSettled(deployment, wanted)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(deployment),
                        how + " its desired state: its ReplicaSets want " + wanted.getOrDefault(deployment.uid(), 0)
                                + " pods, expected " + deployment.spec().replicas());
            }
        }
    }

    private boolean isSettled(ReplicaSet set) {
        int wanted = set.spec().replicas();
        return active(set.uid()) == wanted && ready(set.uid()) == wanted;
    }

    private static boolean isSettled(Deployment deployment, Map<String, Integer> wanted) {
        return Boolean.TRUE.equals(deployment.spec().paused())
                || wanted.getOrDefault(deployment.uid(), 0)
                        .equals(deployment.spec().replicas());
    }

    /** The pods that the ReplicaSets of each Deployment want together, by the uid of the Deployment. */
    private Map<String, Integer> wantedByDeployment() {
        Map<String, Integer> wanted = new LinkedHashMap<>();
        for (ReplicaSet set : replicaSets.values()) {
            set.metadata()
                    .controller()
                    .ifPresent(owner -> wanted.merge(owner.uid(), set.spec().replicas(), Integer::sum));
        }
        return wanted;
    }

    /** An obstacle to pods that no controller can remove. */
    private Optional<String> obstacle(ReplicaSet set) {
        for (Pod pod : pods(set.uid()).values()) {
            Optional<Pod.Condition> scheduled = pod.condition("PodScheduled");
            if (scheduled.isPresent() && "Unschedulable".equals(scheduled.get().reason())) {
                return Optional.of("pod " + pod.key() + " cannot be placed: "
                        + scheduled.get().message());
            }
        }
        boolean hasQuota = quotas.values().stream()
                .anyMatch(quota ->
                        quota.metadata().namespace().equals(set.metadata().namespace()));
        if (set.status() == null || !hasQuota) {
            return Optional.empty();
        }
        return set.status().conditions().stream()
                .filter(condition -> condition.type().equals("ReplicaFailure")
                        && condition.status().equals("True"))
                .filter(condition -> active(set.uid()) < set.spec().replicas())
                .findFirst()
                .map(condition -> "the API server refuses its pods: " + condition.message());
    }

    private long active(String uid) {
        return pods(uid).values().stream().filter(Pod::isActive).count();
    }

    private long ready(String uid) {
        return pods(uid).values().stream()
                .filter(pod -> pod.isActive() && isReady(pod))
                .count();
    }

    /** No component corrects the last status of a deleted node: its pods do not count. */
    private boolean isReady(Pod pod) {
        return pod.isReady() && !(pod.nodeName() != null && gone.contains(pod.nodeName()));
    }

    private Map<String, Pod> pods(String ownerUid) {
        return podsByOwner.computeIfAbsent(ownerUid, missing -> new TreeMap<>());
    }

    private static Optional<String> owner(Pod pod) {
        return pod.metadata().controller().map(OwnerReference::uid);
    }

    private static <T> void replace(Map<String, T> map, String uid, T value, boolean deleted) {
        if (deleted) {
            map.remove(uid);
        } else {
            map.put(uid, value);
        }
    }
}

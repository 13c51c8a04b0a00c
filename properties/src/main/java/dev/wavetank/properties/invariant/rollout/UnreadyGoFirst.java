package dev.wavetank.properties.invariant.rollout;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
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
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A ReplicaSet that shrinks gives up pods that serve nobody before those that do: first pods without a node, then
 * pending ones, then those that are not ready.
 *
 * <p>The victims of one sync are deleted at the same time. So the question is whether, some time after a pod was
 * deleted, a lesser one is still there that was so for longer than the controller's cache may lag, and whose deletion
 * did not fail.
 */
public final class UnreadyGoFirst implements Invariant {

    /** The deletions of one sync have all been answered so much later. */
    private static final long SYNC = 90 * VirtualTime.SECOND;

    /** The rank of pods that are given up last. */
    private static final int READY = 3;

    private final CacheLag lag;
    private final Map<String, Known> pods = new LinkedHashMap<>();
    /** Those that are not ready, by the uid of their controllers: few, while the others can be thousands. */
    private final Map<String, Map<String, Known>> unready = new LinkedHashMap<>();

    private final Map<ObjectKey, Choice> going = new LinkedHashMap<>();
    private final Deque<Choice> choices = new ArrayDeque<>();
    /** Pods whose deletion the controller tried in vain. */
    private final Map<ObjectKey, Long> failed = new LinkedHashMap<>();

    private record Known(Pod pod, int rank, long since) {}

    private record Choice(Pod victim, long at, List<Known> lesser) {}

    /** With the age of what controllers act on. */
    public UnreadyGoFirst(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "UnreadyGoFirst";
    }

    @Override
    public String reason() {
        return "So a roll-out that hangs costs no availability: scaling down, or rolling back, takes away the"
                + " pods that never came up and leaves those that serve.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/controller_utils.go (v1.32), ActivePodsWithRanks",
                "Kubernetes documentation v1.32, ReplicaSet, Scaling a ReplicaSet");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.ROLLOUTS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A ReplicaSet that shrinks deletes pods that are not placed, not running or not ready before others.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class, RequestTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        while (!choices.isEmpty() && entry.time() - choices.peek().at() > SYNC) {
            judge(choices.remove(), outcomes);
        }
        if (entry.record() instanceof StoreTrace change && change.object() instanceof Pod pod) {
            observe(pod, change, entry.time());
        } else if (entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Delete delete
                && request.call().userAgent().equals(KubernetesController.REPLICA_SET.userAgent())) {
            Choice choice = going.remove(delete.key());
            if (!request.response().isSuccess()) {
                failed.put(delete.key(), entry.time());
            } else if (choice != null) {
                choices.add(choice);
            }
        }
    }

    private void observe(Pod pod, StoreTrace change, long now) {
        Known before = pods.get(pod.uid());
        if (!pod.isActive() || change.change() == WatchEvent.Type.DELETED) {
            if (before != null && !pod.isFinished()) {
                choose(before, now);
            }
            pods.remove(pod.uid());
            forgetUnready(before);
            return;
        }
        int rank = rank(pod);
        long since = before != null && before.rank() == rank ? before.since() : now;
        Known known = new Known(pod, rank, since);
        pods.put(pod.uid(), known);
        forgetUnready(before);
        if (rank < READY) {
            unready.computeIfAbsent(Present.controllerOf(pod), owner -> new LinkedHashMap<>())
                    .put(pod.uid(), known);
        }
    }

    private void forgetUnready(@Nullable Known before) {
        if (before == null || before.rank() == READY) {
            return;
        }
        String owner = Present.controllerOf(before.pod());
        Map<String, Known> others = unready.get(owner);
        if (others != null && others.remove(before.pod().uid()) != null && others.isEmpty()) {
            unready.remove(owner);
        }
    }

    /** A pod begins to go; whoever sent the request is known when it is answered. */
    private void choose(Known victim, long now) {
        String owner = Present.controllerOf(victim.pod());
        if (owner.isEmpty() || victim.rank() == 0 || lag.mayHide(victim.since(), now)) {
            return;
        }
        List<Known> lesser = new ArrayList<>();
        for (Known other : unready.getOrDefault(owner, Map.of()).values()) {
            if (other.rank() < victim.rank() && !lag.mayHide(other.since(), now)) {
                lesser.add(other);
            }
        }
        if (!lesser.isEmpty()) {
            going.put(victim.pod().key(), new Choice(victim.pod(), now, lesser));
        }
    }

    private static int rank(Pod pod) {
        if (pod.nodeName() == null || pod.nodeName().isEmpty()) {
            return 0;
        }
        return pod.phase().equals("Pending") ? 1 : pod.isReady() ? READY : 2;
    }

    private void judge(Choice choice, Outcomes outcomes) {
        for (Known lesser : choice.lesser()) {
            Known still = pods.get(lesser.pod().uid());
            boolean wasTried = failed.getOrDefault(lesser.pod().key(), Long.MIN_VALUE) >= choice.at() - SYNC;
            if (still != null && still.since() == lesser.since() && !wasTried) {
                outcomes.broken(
                        this,
                        ObjectNames.of(choice.victim()),
                        "was deleted by its ReplicaSet, although " + ObjectNames.of(lesser.pod()) + ", which "
                                + words(lesser.rank()) + ", was kept");
                return;
            }
        }
    }

    private static String words(int rank) {
        return rank == 0 ? "has no node" : rank == 1 ? "has not run" : "is not ready";
    }
}

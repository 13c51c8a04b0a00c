package dev.wavetank.properties.invariant.client;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ReplicationController;
import dev.wavetank.model.client.flowcontrol.Backoff;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A controller whose pods the server refuses tries again later and later: after 5 ms, and twice as long each time
 * ({@code DefaultControllerRateLimiter}, client-go/util/workqueue).
 *
 * <p>Syncs that send several requests at once count once. A change of the pods or of their owners makes a controller
 * try at once; so only times in which nobody of them changes are judged, and a few times in a row, because a controller
 * may also have planned to look again.
 */
public final class RefusalsBackOff implements Invariant {

    private static final Backoff BACKOFF = new Backoff(5 * VirtualTime.MILLISECOND, 1000 * VirtualTime.SECOND);

    /**
     * So many attempts in a row are too early: one that was planned before makes two of them, itself and the next
     * one, whose timer is the earlier.
     */
    private static final int TOO_EARLY = 5;

    /** A flag by which controllers look again although nothing has changed. */
    private static final String RESYNC = "kube-controller-manager.min-resync-period";

    /** Other failures come and go, and some of them the client itself tries again at once. */
    private static final int FORBIDDEN = 403;

    private static final int INVALID = 422;

    /** Controllers with the usual back-off: that of Jobs begins with a second, that of DaemonSets is by node, too. */
    private static final Set<String> CONTROLLERS = Set.of(
            KubernetesController.REPLICA_SET.userAgent(),
            KubernetesController.REPLICATION_CONTROLLER.userAgent(),
            KubernetesController.STATEFUL_SET.userAgent());

    private final boolean isJudged;
    private final CacheLag lag;
    /** By component: what it tries, since it was started. */
    private final Map<String, Map<String, Attempts>> attempts = new LinkedHashMap<>();
    /** By namespace: when a pod or an owner of pods has last changed. */
    private final Map<String, Long> changes = new LinkedHashMap<>();

    /** In this cluster, with the age of what controllers act on. */
    public RefusalsBackOff(ClusterSpec cluster, CacheLag lag) {
        this.isJudged = !cluster.settings().containsKey(RESYNC);
        this.lag = lag.ofControlPlane();
    }

    /** What was refused in a row to one owner of pods, while nothing changed. */
    private static final class Attempts {
        /** The change before. */
        private long changed = -1;

        private int count;
        private int early;
        /** When the last answer came. */
        private long answered = -1;
    }

    @Override
    public String name() {
        return "RefusalsBackOff";
    }

    @Override
    public String reason() {
        return "A quota or a webhook that refuses pods does so for hours; controllers that ask again and again wear out"
                + " the server for nothing. A change of the pods or of their owner makes a controller try at once, and"
                + " so only times are judged in which nothing of the kind may have reached it. Judged are ReplicaSets,"
                + " ReplicationControllers and StatefulSets, and nothing where a flag (min-resync-period) lets"
                + " controllers look again by themselves.";
    }

    @Override
    public List<String> sources() {
        return List.of("staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go,"
                + " DefaultControllerRateLimiter (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.QUOTAS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A controller whose pods are refused tries again later and later.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return isJudged
                ? List.of(
                        ApiRequest.Create.class,
                        Pod.class,
                        ReplicaSet.class,
                        ReplicationController.class,
                        StatefulSet.class,
                        ComponentTrace.class)
                : List.of();
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change && wakes(change.object())) {
            changes.put(change.object().metadata().namespace(), entry.time());
        } else if (entry.record() instanceof ComponentTrace) {
            attempts.remove(entry.component());
        } else if (entry.record() instanceof RequestTrace request
                && CONTROLLERS.contains(request.call().userAgent())
                && request.call().request() instanceof ApiRequest.Create create
                && create.body() instanceof Pod pod) {
            Optional<OwnerReference> owner = pod.metadata().controller();
            if (owner.isPresent()) {
                answered(request, pod, owner.get(), entry.time(), outcomes);
            }
        }
    }

    private static boolean wakes(KubernetesObject object) {
        return object instanceof Pod
                || object instanceof ReplicaSet
                || object instanceof ReplicationController
                || object instanceof StatefulSet;
    }

    private void answered(RequestTrace request, Pod pod, OwnerReference owner, long now, Outcomes outcomes) {
        Map<String, Attempts> ofComponent =
                attempts.computeIfAbsent(request.call().origin().component(), first -> new LinkedHashMap<>());
        int code = request.response().code();
        if (code != FORBIDDEN && code != INVALID) {
            ofComponent.remove(owner.uid());
            return;
        }
        Attempts before = ofComponent.computeIfAbsent(owner.uid(), first -> new Attempts());
        long sent = request.call().origin().sent();
        if (sent > before.answered) {
            String namespace = pod.metadata().namespace();
            long changed = changes.getOrDefault(namespace, 0L);
            if (lag.mayHide(changed, sent) || changed != before.changed) {
                before.count = 0;
                before.early = 0;
                before.changed = changed;
            }
            judge(before, sent, namespace, owner, outcomes);
            before.count += lag.mayHide(changed, sent) ? 0 : 1;
        }
        before.answered = now;
    }

    private void judge(Attempts before, long sent, String namespace, OwnerReference owner, Outcomes outcomes) {
        long due = BACKOFF.after(Math.max(1, before.count));
        before.early = before.count > 0 && sent - before.answered < due ? before.early + 1 : 0;
        if (before.early == TOO_EARLY) {
            outcomes.broken(
                    this,
                    owner.kind().toLowerCase(Locale.ROOT) + "/" + namespace + "/" + owner.name(),
                    "is refused a pod " + (before.count + 1) + " times in a row, "
                            + VirtualTime.span(sent - before.answered) + " after the time before, expected "
                            + VirtualTime.span(due) + " at least");
        }
    }
}

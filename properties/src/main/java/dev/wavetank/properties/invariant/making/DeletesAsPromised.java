package dev.wavetank.properties.invariant.making;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Controllers delete as they promise. The garbage collector and the collector of ended Jobs name the uid of the object
 * that they have looked at, so that they cannot meet another one of its name; a Job goes with its pods; pods whose node
 * is gone are killed, and said to have failed before; other pods get their grace. The garbage collector takes its own
 * finalizers from objects, and no others.
 */
public final class DeletesAsPromised implements Invariant {

    /** Without grace. */
    private static final Long NOW = 0L;

    private static final List<String> OF_GARBAGE_COLLECTION = List.of("orphan", "foregroundDeletion");

    private final CacheLag lag;
    private final boolean failsPods;
    /** Finalizers that were taken away, until it is known by whom. */
    private final Map<String, Taken> taken = new LinkedHashMap<>();
    /** Pods that went before they had ended, until it is known by whom. */
    private final Map<String, Pod> killed = new LinkedHashMap<>();

    /** Pods that were called failed or complete, until it is known by whom. */
    private final Map<String, Pod> ended = new LinkedHashMap<>();

    /** The uids of pods that somebody called failed, and whose kubelets said again that they run. */
    private final Set<String> revived = new LinkedHashSet<>();

    private final Set<String> nodes = new LinkedHashSet<>();

    private record Taken(KubernetesObject from, List<String> finalizers, long entry) {}

    /** In a cluster of this version, with the age of what controllers act on. */
    public DeletesAsPromised(CacheLag lag, KubernetesVersion version) {
        this.lag = lag;
        this.failsPods = version.has(Feature.POD_DISRUPTION_CONDITIONS);
    }

    @Override
    public String name() {
        return "DeletesAsPromised";
    }

    @Override
    public String reason() {
        return "Between the look at an object and its deletion another one may have taken its name: without the uid the"
                + " new one is deleted. A Job that leaves its pods behind leaves their load, a pod that is killed"
                + " without grace loses requests, and a finalizer that somebody else takes away was there for a"
                + " reason.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/garbagecollector/operations.go (v1.32), deleteObject, removeFinalizer",
                "pkg/controller/ttlafterfinished/ttlafterfinished_controller.go (v1.32), processJob",
                "pkg/controller/cronjob/injection.go (v1.32), DeleteJob",
                "pkg/controller/podgc/gc_controller.go (v1.32), markFailedAndDeletePodWithCondition");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.DELETION, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "Controllers delete what they have looked at, and in the way that they promise.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class, RequestTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            observe(change, entry.time(), entry.number());
        } else if (entry.record() instanceof RequestTrace request) {
            boolean isAwaited = (!taken.isEmpty() || !killed.isEmpty() || !ended.isEmpty()) && request.isWrite();
            String key = isAwaited ? key(request.call().request().resource(), request.object()) : "";
            Taken one = isAwaited ? taken.get(key) : null;
            // What follows from something earlier has not done it, although its answer comes first.
            if (one != null && entry.cause() >= one.entry()) {
                taken.remove(key);
                judge(request.call().userAgent(), one, outcomes);
            }
            Pod dead = isAwaited ? killed.remove(key) : null;
            Pod failed = isAwaited ? ended.remove(key) : null;
            if (failed != null
                    && request.call().userAgent().equals(KubernetesController.POD_GARBAGE_COLLECTOR.userAgent())) {
                judge(failed, outcomes);
            }
            if (request.call().request() instanceof ApiRequest.Delete delete) {
                difference(request, delete, dead)
                        .ifPresent(why -> outcomes.broken(
                                this,
                                delete.resource().plural() + "/" + request.object(),
                                "is deleted by " + request.call().userAgent() + " " + why));
            }
        }
    }

    private static String key(ResourceType resource, String object) {
        return resource.plural() + "/" + object;
    }

    private void observe(StoreTrace change, long now, long entry) {
        KubernetesObject object = change.object();
        // Of two changes whose requests are not answered yet it is not known which request made which.
        boolean isAlone = taken.isEmpty()
                || taken.remove(key(change.resource(), object.key().toString())) == null;
        if (change.previous() != null && isAlone) {
            List<String> before = change.previous().metadata().finalizers();
            if (!before.isEmpty() && !before.equals(object.metadata().finalizers())) {
                List<String> less = new ArrayList<>(before);
                less.removeAll(object.metadata().finalizers());
                if (!less.isEmpty()) {
                    taken.put(key(change.resource(), object.key().toString()), new Taken(object, less, entry));
                }
            }
        }
        if (object instanceof Node node) {
            if (change.change() == WatchEvent.Type.DELETED) {
                nodes.remove(node.metadata().name());
            } else {
                nodes.add(node.metadata().name());
            }
        }
        boolean isEnded = failsPods
                && change.previous() instanceof Pod before
                && object instanceof Pod pod
                && pod.isFinished()
                && !before.isFinished();
        if (isEnded) {
            ended.put(key(change.resource(), object.key().toString()), (Pod) object);
        }
        if (change.previous() instanceof Pod before
                && object instanceof Pod pod
                && before.isFinished()
                && !pod.isFinished()) {
            revived.add(pod.uid());
        }
        boolean isRevived = change.change() == WatchEvent.Type.DELETED && revived.remove(object.uid());
        boolean isKilled = failsPods
                && change.change() == WatchEvent.Type.DELETED
                && object instanceof Pod last
                && !last.isFinished()
                && !isRevived
                && !lag.mayHide(made(last), now);
        if (isKilled) {
            killed.put(key(change.resource(), object.key().toString()), (Pod) object);
        }
    }

    /** When a pod was made; of one that has taken the name of another just now, controllers may know the other. */
    private static long made(Pod pod) {
        return Timestamps.between(VirtualTime.calendar(0), pod.metadata().creationTimestamp());
    }

    private void judge(String agent, Taken one, Outcomes outcomes) {
        boolean isJudged = agent.equals(KubernetesController.GARBAGE_COLLECTOR.userAgent());
        if (isJudged && !OF_GARBAGE_COLLECTION.containsAll(one.finalizers())) {
            outcomes.broken(
                    this, ObjectNames.of(one.from()), "has lost the finalizers " + one.finalizers() + " to " + agent);
        }
    }

    /** A pod that is called failed because its node is gone says that it was disrupted. */
    private void judge(Pod pod, Outcomes outcomes) {
        boolean isLost = pod.nodeName() != null && !nodes.contains(pod.nodeName());
        if (isLost && pod.condition("DisruptionTarget").isEmpty()) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "is called failed because its node " + pod.nodeName()
                            + " is gone, without the condition DisruptionTarget");
        }
    }

    /** How a controller's deletion differs from what it promises. */
    private static Optional<String> difference(RequestTrace request, ApiRequest.Delete delete, @Nullable Pod killed) {
        String agent = request.call().userAgent();
        ApiRequest.DeleteOptions options = delete.options();
        if (agent.equals(KubernetesController.GARBAGE_COLLECTOR.userAgent())) {
            return uid(options);
        } else if (agent.equals(KubernetesController.TTL_AFTER_FINISHED.userAgent())) {
            return uid(options).or(() -> policy(options, "Foreground"));
        } else if (agent.equals(KubernetesController.CRON_JOB.userAgent())) {
            return policy(options, "Background");
        } else if (!delete.resource().equals(Resources.PODS)) {
            return Optional.empty();
        } else if (agent.equals(KubernetesController.POD_GARBAGE_COLLECTOR.userAgent())) {
            return grace(options, NOW)
                    .or(() -> Optional.ofNullable(killed)
                            .map(pod -> "while it is " + pod.phase() + ", expected it to be called failed before"));
        }
        return isOfWorkloads(agent) ? grace(options, null) : Optional.empty();
    }

    private static boolean isOfWorkloads(String agent) {
        return agent.equals(KubernetesController.REPLICA_SET.userAgent())
                || agent.equals(KubernetesController.STATEFUL_SET.userAgent())
                || agent.equals(KubernetesController.DAEMON_SET.userAgent())
                || agent.equals(KubernetesController.JOB.userAgent());
    }

    private static Optional<String> uid(ApiRequest.DeleteOptions options) {
        return options.uid() == null ? Optional.of("without a precondition on its uid") : Optional.empty();
    }

    private static Optional<String> policy(ApiRequest.DeleteOptions options, String wanted) {
        return wanted.equals(options.propagationPolicy())
                ? Optional.empty()
                : Optional.of("with the propagation policy " + options.propagationPolicy() + ", expected " + wanted);
    }

    private static Optional<String> grace(ApiRequest.DeleteOptions options, @Nullable Long wanted) {
        Long given = options.gracePeriodSeconds();
        boolean isRight = wanted == null ? given == null : wanted.equals(given);
        return isRight
                ? Optional.empty()
                : Optional.of(
                        "with a grace of " + given + "s, expected " + (wanted == null ? "its own" : wanted + "s"));
    }
}

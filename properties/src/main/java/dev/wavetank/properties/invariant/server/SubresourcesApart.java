package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A write of a status leaves the spec of its object as it was, and a write of an object leaves its status.
 *
 * <p>Users and controllers share an object that way: a controller that reports an old view takes back nothing that a
 * user has asked for, and a user who applies a manifest forges no status (API conventions, "Spec and status";
 * {@code PrepareForUpdate} of the strategies in pkg/registry, v1.32). An answer is compared with the change that it
 * follows from; when others came in between, that one write is not judged. Pods, nodes and workloads are judged.
 */
public final class SubresourcesApart implements Invariant {

    /** The latest change of each object, by its uid. */
    private final Map<String, Numbered> latest = new LinkedHashMap<>();

    /** A change, when it was made, and its number in the trace: the cause of the answer to the write that made it. */
    private record Numbered(long number, long at, StoreTrace change) {}

    @Override
    public String name() {
        return "SubresourcesApart";
    }

    @Override
    public String reason() {
        return "Users and controllers share an object that way: a controller that reports an old view takes back "
                + "nothing that a user has asked for, and a manifest forges no status. Pods, nodes and workloads "
                + "are judged, where the answer shows which change the write has made.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes API conventions, Spec and Status",
                "pkg/registry/apps/deployment/strategy.go, PrepareForUpdate (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.STATUS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A write of a status leaves the spec as it was, and a write of an object leaves its status.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return List.of(
                Pod.class,
                Node.class,
                Deployment.class,
                ReplicaSet.class,
                StatefulSet.class,
                DaemonSet.class,
                Job.class,
                ApiRequest.Update.class,
                ApiRequest.Patch.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change && isJudged(change.object())) {
            if (change.change() == WatchEvent.Type.MODIFIED) {
                latest.put(change.object().uid(), new Numbered(entry.number(), entry.time(), change));
            } else if (change.change() == WatchEvent.Type.DELETED) {
                latest.remove(change.object().uid());
            }
        } else if (entry.record() instanceof RequestTrace request
                && request.isWrite()
                && request.response() instanceof ApiResponse.One one
                && one.object().uid() != null) {
            Numbered made = latest.get(one.object().uid());
            if (made != null && made.number() == entry.cause() && made.at() >= request.received()) {
                judge(request, made.change(), outcomes);
            }
        }
    }

    private void judge(RequestTrace request, StoreTrace change, Outcomes outcomes) {
        String subresource = request.call().request().subresource();
        KubernetesObject before = change.previous();
        KubernetesObject after = change.object();
        String who = request.call().userAgent();
        if (subresource.equals("status") && !Objects.equals(before.spec(), after.spec())) {
            outcomes.broken(
                    this,
                    ObjectNames.of(after),
                    who + " wrote the status, and the spec has changed since version " + revision(before));
        } else if (subresource.isEmpty() && !Objects.equals(status(before), status(after))) {
            outcomes.broken(
                    this,
                    ObjectNames.of(after),
                    who + " wrote the object, and its status has changed since version " + revision(before));
        }
    }

    private static boolean isJudged(KubernetesObject object) {
        return object instanceof Pod
                || object instanceof Node
                || object instanceof Deployment
                || object instanceof ReplicaSet
                || object instanceof StatefulSet
                || object instanceof DaemonSet
                || object instanceof Job;
    }

    private static long revision(KubernetesObject object) {
        return object.metadata().revision();
    }

    private static @Nullable Object status(KubernetesObject object) {
        if (object instanceof Pod pod) {
            return pod.status();
        } else if (object instanceof Node node) {
            return node.status();
        } else if (object instanceof Deployment deployment) {
            return deployment.status();
        } else if (object instanceof ReplicaSet set) {
            return set.status();
        } else if (object instanceof StatefulSet set) {
            return set.status();
        } else if (object instanceof DaemonSet set) {
            return set.status();
        }
        return object instanceof Job job ? job.status() : null;
    }
}

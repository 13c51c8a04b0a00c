package dev.wavetank.model.trace;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.Objects;

/**
 * The store committed a change: the truth that invariants judge by.
 *
 * @param change added, modified or deleted
 * @param resource of the object
 * @param object the state after the change; for a deletion the last state
 * @param previous the state before; null when it was added
 * @param revision of the store
 */
public record StoreTrace(
        WatchEvent.Type change,
        ResourceType resource,
        KubernetesObject object,
        KubernetesObject previous,
        long revision)
        implements TraceRecord {

    @Override
    public String type() {
        return switch (change) {
            case ADDED -> "store.added";
            case MODIFIED -> "store.modified";
            case DELETED -> "store.deleted";
            case BOOKMARK, ERROR -> throw new AssertionError("the store commits no " + change);
        };
    }

    @Override
    public String subject() {
        return resource.plural() + "/" + object.key();
    }

    /** Describes the key and, for modelled kinds, the fields that a reader of the trace needs first. */
    @Override
    public void describe(Fields out) {
        out.text("resource", resource.plural())
                .text("object", object.key().toString())
                .text("uid", object.uid())
                .number("revision", revision)
                .number(
                        "generation",
                        object.metadata().generation() == null
                                ? 0
                                : object.metadata().generation());
        if (object instanceof Pod pod) {
            out.text("phase", pod.phase())
                    .text("node", pod.nodeName())
                    .text("restartPolicy", pod.spec().restartPolicy())
                    .text("ip", pod.status() == null ? null : pod.status().podIP())
                    .number("ready", pod.isReady() ? 1 : 0);
        } else if (object instanceof ReplicaSet set) {
            out.number("replicas", Defaults.zeroIfNull(set.spec().replicas()))
                    .number(
                            "readyReplicas",
                            set.status() == null
                                    ? 0
                                    : Defaults.zeroIfNull(set.status().readyReplicas()));
        } else if (object instanceof Deployment deployment) {
            out.number("replicas", Defaults.zeroIfNull(deployment.spec().replicas()))
                    .number(
                            "readyReplicas",
                            deployment.status() == null
                                    ? 0
                                    : Defaults.zeroIfNull(deployment.status().readyReplicas()));
        }
    }

    /** By how many the ready pods have become more: 1, 0 or -1. */
    public int readyPodsGained() {
        boolean was = change == WatchEvent.Type.DELETED
                ? object instanceof Pod last && last.isReady()
                : previous instanceof Pod before && before.isReady();
        boolean is = change != WatchEvent.Type.DELETED && object instanceof Pod pod && pod.isReady();
        return was == is ? 0 : is ? 1 : -1;
    }

    /** What is new about the object for those who follow its way, such as {@code it is bound to node-2}; or empty. */
    public String news() {
        if (object instanceof ReplicaSet set && previous == null) {
            int replicas = Defaults.zeroIfNull(set.spec().replicas());
            return "it wants " + replicas + (replicas == 1 ? " pod" : " pods");
        } else if (object instanceof Pod pod && previous instanceof Pod before) {
            if (!Objects.equals(pod.nodeName(), before.nodeName())) {
                return "it is bound to " + pod.nodeName();
            } else if (pod.isReady() != before.isReady()) {
                return pod.isReady() ? "it is ready" : "it is not ready any more";
            } else if (!Objects.equals(pod.phase(), before.phase())) {
                return "it is " + pod.phase();
            }
        }
        if (object instanceof Lease lease
                && !holder(lease).isEmpty()
                && !holder(lease).equals(holder(previous))) {
            return "it is held by " + holder(lease);
        }
        String service = endpointsOf();
        return service.isEmpty() ? "" : "requests to " + service + " have " + endpoints(readyEndpoints());
    }

    private static String holder(KubernetesObject lease) {
        return lease instanceof Lease held && held.spec() != null && held.spec().holderIdentity() != null
                ? held.spec().holderIdentity()
                : "";
    }

    private static String endpoints(int ready) {
        return ready == 0 ? "no endpoint" : ready + (ready == 1 ? " endpoint" : " endpoints");
    }

    /** The Service whose endpoints the object holds, by namespace and name; empty for all other objects. */
    public String endpointsOf() {
        if (object instanceof EndpointSlice slice) {
            String name = slice.metadata().labels().get(EndpointSlice.SERVICE_NAME);
            return name == null ? "" : slice.metadata().namespace() + "/" + name;
        }
        return object instanceof Endpoints ? object.key().toString() : "";
    }

    /** How many endpoints of the object take requests. */
    public int readyEndpoints() {
        if (change == WatchEvent.Type.DELETED) {
            return 0;
        }
        if (object instanceof EndpointSlice slice) {
            return (int) slice.endpoints().stream()
                    .filter(one -> one.conditions() != null
                            && Boolean.TRUE.equals(one.conditions().ready()))
                    .count();
        }
        return object instanceof Endpoints endpoints
                ? endpoints.subsets().stream()
                        .mapToInt(subset -> subset.addresses().size())
                        .sum()
                : 0;
    }
}

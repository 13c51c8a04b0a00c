package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Pods that a quota has refused are made soon after it has room for them.
 *
 * <p>Judged when the pod is made, on the number of pods, by the status of the quotas; one that is never made is for
 * {@code Convergence}.
 */
public final class QuotaRoomUsed implements Invariant {

    /** A back-off that takes longer is one that users notice. */
    private static final long SOON = VirtualTime.MINUTE;

    private static final String PODS = "pods";
    private static final String EXCEEDED = "exceeded quota";

    /** The uids of the quotas without room for a pod, by namespace. */
    private final Map<String, Set<String>> full = new LinkedHashMap<>();
    /** Since when all quotas of a namespace have room for a pod. */
    private final Map<String, Long> roomSince = new LinkedHashMap<>();
    /** When a pod of an owner was last refused, by the owner's uid. */
    private final Map<String, Long> refused = new LinkedHashMap<>();

    @Override
    public String name() {
        return "QuotaRoomUsed";
    }

    @Override
    public String reason() {
        return "Somebody who frees room in a quota expects the pods that wait for it within seconds. A"
                + " controller whose pods are refused tries again after a back-off that doubles up to 1000 s, and"
                + " nothing but the end of that wakes it.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "kubernetes#98656",
                "staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go (v1.32),"
                        + " DefaultTypedControllerRateLimiter: 5 ms to 1000 s");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.QUOTAS, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "Pods that a quota has refused are made soon after it has room for them.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(StoreTrace.class, ApiRequest.Create.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof ResourceQuota quota) {
                noteRoom(quota, change.change() == WatchEvent.Type.DELETED, entry.time());
            } else if (change.change() != WatchEvent.Type.ADDED
                    && (change.previous() == null
                            || change.previous().metadata().generation() != null
                                    && !change.previous()
                                            .metadata()
                                            .generation()
                                            .equals(change.object().metadata().generation()))) {
                // It wants something else now.
                refused.remove(change.object().uid());
            }
        } else if (entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Create create
                && create.resource().equals(Resources.PODS)
                && create.subresource().isEmpty()) {
            create.body()
                    .metadata()
                    .controller()
                    .ifPresent(owner -> observe(create, owner, request.response(), entry.time(), outcomes));
        }
    }

    private void noteRoom(ResourceQuota quota, boolean isGone, long now) {
        String namespace = quota.key().namespace();
        Set<String> without = full.computeIfAbsent(namespace, first -> new LinkedHashSet<>());
        if (isGone || hasRoom(quota)) {
            without.remove(quota.uid());
        } else {
            without.add(quota.uid());
        }
        if (without.isEmpty()) {
            roomSince.putIfAbsent(namespace, now);
        } else {
            roomSince.remove(namespace);
        }
    }

    private static boolean hasRoom(ResourceQuota quota) {
        if (quota.status() == null) {
            return true;
        }
        @Nullable String hard = quota.status().hard().get(PODS);
        @Nullable String used = quota.status().used().get(PODS);
        return hard == null || used == null || Quantity.parse(used).compareTo(Quantity.parse(hard)) < 0;
    }

    private void observe(
            ApiRequest.Create create, OwnerReference owner, ApiResponse response, long now, Outcomes outcomes) {
        String namespace = create.namespace();
        if (response instanceof ApiResponse.Failed failed
                && failed.status().message() != null
                && failed.status().message().contains(EXCEEDED)) {
            refused.put(owner.uid(), now);
            return;
        }
        @Nullable Long since = roomSince.get(namespace);
        @Nullable Long last = response instanceof ApiResponse.One ? refused.remove(owner.uid()) : null;
        if (since == null || last == null || now - Math.max(since, last) <= SOON) {
            return;
        }
        outcomes.known(
                KnownBehaviour.ROOM_UNNOTICED,
                this,
                owner.kind().toLowerCase(Locale.ROOT) + "/" + namespace + "/" + owner.name(),
                "gets a pod " + VirtualTime.span(now - Math.max(since, last))
                        + " after its quota has room, expected within " + VirtualTime.span(SOON));
    }
}

package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.quantity.QuantityFormat;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * A namespace never gets a pod that its quota has no room for.
 *
 * <p>Judged on the number of pods, by the pods in the store and not by what the quota's status says of its usage. Where
 * a namespace has several quotas, see {@link KnownBehaviour#REFUSAL_FORGOTTEN}; for a quota controller whose cache is
 * behind, {@link KnownBehaviour#COUNTED_FROM_CACHE}.
 */
public final class QuotaNeverExceeded implements Invariant {

    /** How long admission may take to see a new quota with default settings: the watch cache's lag, generously. */
    static final long ENFORCED_AFTER = 5 * VirtualTime.SECOND;

    /** How long a request may wait for admission: 10 s for its turn, and a little for what comes before and after. */
    private static final long ADMITTED_WITHIN = 15 * VirtualTime.SECOND;

    private static final String CONTROLLER = "resourcequota-controller";
    private static final String PODS = "pods";

    private final long enforcedAfter;
    private final CacheLag lag;

    /** The quotas, by uid, whose controller has counted fewer pods than there are, because its cache was behind. */
    private final Set<String> undercounted = new LinkedHashSet<>();

    private final Map<String, Map<String, Enforced>> quotas = new TreeMap<>();
    /** When each quota of a namespace was last written, by its uid. */
    private final Map<String, Map<String, Long>> written = new TreeMap<>();

    private final Map<String, Active> pods = new TreeMap<>();

    /**
     * A limit.
     *
     * @param stored when the quota was stored
     * @param since when admission could learn of the limit
     * @param hard how many pods
     */
    private record Enforced(long stored, long since, Quantity hard) {}

    /** With default settings. */
    public QuotaNeverExceeded() {
        this(Delays.NONE, new CacheLag(Delays.NONE));
    }

    /** In a cluster with these delays. */
    public QuotaNeverExceeded(Delays delays, CacheLag lag) {
        this.lag = lag.ofControlPlane();
        this.enforcedAfter = ENFORCED_AFTER + delays.visibility() + delays.answer();
    }

    /** How many pods admission may have let pass because it had not learned of the limit yet. */
    private int missed(Enforced quota, NavigableMap<Long, Integer> created) {
        int missed = 0;
        for (int number : created.subMap(quota.stored() - enforcedAfter, quota.since() + enforcedAfter)
                .values()) {
            missed += number;
        }
        return missed;
    }

    /** The pods of a namespace that count. */
    private static final class Active {

        private final Map<String, Long> since = new LinkedHashMap<>();
        /** How many of them began to count at which time. */
        private final NavigableMap<Long, Integer> created = new TreeMap<>();

        /** Answers whether the pod did not count before. */
        private boolean add(Pod pod, long now) {
            if (since.putIfAbsent(pod.uid(), now) != null) {
                return false;
            }
            created.merge(now, 1, Integer::sum);
            return true;
        }

        private void remove(Pod pod) {
            Long began = since.remove(pod.uid());
            if (began != null) {
                created.computeIfPresent(began, (time, number) -> number == 1 ? null : Integer.valueOf(number - 1));
            }
        }
    }

    @Override
    public String name() {
        return "QuotaNeverExceeded";
    }

    @Override
    public String reason() {
        return "A quota is what one team may take from the others, and what a bill is capped by. Admission uses"
                + " the hard limits in the status of the quota, which a controller writes, and reads them through a"
                + " cache: a quota counts only from five seconds after that, or later where settings make caches"
                + " late, and pods that were admitted before then do not count.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Resource Quotas: a request that violates a quota is"
                        + " rejected with 403 Forbidden",
                "staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go (v1.32), checkRequest",
                "kubernetes#141904");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.QUOTAS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A namespace never gets a pod that its quota has no room for.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(ResourceQuota.class, Pod.class, ApiRequest.Update.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof RequestTrace request) {
            if (request.call().userAgent().endsWith(CONTROLLER)
                    && request.response() instanceof ApiResponse.One one
                    && one.object() instanceof ResourceQuota quota) {
                counted(quota, entry.time());
            }
            return;
        }
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        boolean deleted = change.change() == WatchEvent.Type.DELETED;
        if (change.object() instanceof ResourceQuota quota) {
            observe(quota, deleted, entry.time());
        } else if (change.object() instanceof Pod pod) {
            String namespace = pod.metadata().namespace();
            Active active = pods.computeIfAbsent(namespace, missing -> new Active());
            if (deleted || pod.isFinished()) {
                active.remove(pod);
            } else if (active.add(pod, entry.time())) {
                check(pod, active, entry.time(), outcomes);
            }
        }
    }

    private void observe(ResourceQuota quota, boolean deleted, long now) {
        Map<String, Enforced> inNamespace =
                quotas.computeIfAbsent(quota.metadata().namespace(), missing -> new TreeMap<>());
        written.computeIfAbsent(quota.metadata().namespace(), missing -> new TreeMap<>())
                .put(quota.uid(), now);
        Enforced before = inNamespace.get(quota.uid());
        long stored = before == null ? now : before.stored();
        String limit = quota.status() == null ? null : quota.status().hard().get(PODS);
        if (deleted) {
            inNamespace.remove(quota.uid());
        } else if (limit == null) {
            inNamespace.put(quota.uid(), new Enforced(stored, Long.MAX_VALUE - enforcedAfter, Quantity.ZERO));
        } else if (before == null || !before.hard().equals(Quantity.parse(limit))) {
            boolean first = before == null || before.since() > now;
            inNamespace.put(quota.uid(), new Enforced(first ? stored : now, now, Quantity.parse(limit)));
        }
    }

    /** The controller has written what is used of a quota. */
    private void counted(ResourceQuota quota, long now) {
        String used = quota.status() == null ? null : quota.status().used().get(PODS);
        Active active = pods.get(quota.metadata().namespace());
        undercounted.remove(quota.uid());
        if (used == null || active == null) {
            return;
        }
        long number = Quantity.parse(used).value();
        long visible = active.since.values().stream()
                .filter(since -> !lag.mayHide(since, now))
                .count();
        if (number < active.since.size() && number >= visible) {
            undercounted.add(quota.uid());
        }
    }

    private void check(Pod pod, Active active, long now, Outcomes outcomes) {
        String namespace = pod.metadata().namespace();
        quotas.getOrDefault(namespace, Map.of()).forEach((uid, quota) -> {
            if (now < quota.since() + enforcedAfter) {
                return;
            }
            long number = active.since.size() - missed(quota, active.created);
            if (Quantity.of(number, QuantityFormat.DECIMAL_SI).compareTo(quota.hard()) <= 0) {
                return;
            }
            String wrong = "is pod number " + number + " of its namespace, whose quota permits " + quota.hard();
            if (isOtherWritten(namespace, uid, now)) {
                outcomes.known(KnownBehaviour.REFUSAL_FORGOTTEN, this, ObjectNames.of(pod), wrong);
            } else if (undercounted.contains(uid)) {
                outcomes.known(KnownBehaviour.COUNTED_FROM_CACHE, this, ObjectNames.of(pod), wrong);
            } else {
                outcomes.broken(this, ObjectNames.of(pod), wrong);
            }
        });
    }

    /**
     * Whether another quota of the namespace was written while a request waited: the charge may have had a conflict.
     */
    private boolean isOtherWritten(String namespace, String uid, long now) {
        return written.getOrDefault(namespace, Map.of()).entrySet().stream()
                .anyMatch(other -> !other.getKey().equals(uid) && now - other.getValue() < ADMITTED_WITHIN);
    }
}

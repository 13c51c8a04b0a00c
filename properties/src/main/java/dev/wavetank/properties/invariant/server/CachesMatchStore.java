package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.admission.initialization.PendingInitializers;
import dev.wavetank.model.client.cache.CachedObjects;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.OpenFaults;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * At rest every informer has the objects that the store has, each in its latest version, and no others: every change
 * comes once, in order, or the watch ends and begins anew. Nor has any informer read more than there is, because it
 * would miss the next change when it watches from there.
 */
public final class CachesMatchStore implements Invariant {

    private static final long UNDER_WAY = 5 * VirtualTime.SECOND;
    /** For so long a deletion is remembered; a cache that has missed it is seen in runs that rest sooner. */
    private static final long REMEMBERED = 30 * VirtualTime.MINUTE;
    /** A connection that died without a word is noticed after 45 s; then comes a back-off, and a list. */
    private static final long RECOVERY = 3 * VirtualTime.MINUTE;

    private final Supplier<List<CachedObjects>> caches;
    private final long underWay;
    private final Map<String, Map<ObjectKey, Stored>> store = new LinkedHashMap<>();
    private final Deque<Deletion> deletions = new ArrayDeque<>();
    private final OpenFaults faults = new OpenFaults();
    /** The latest revision that the store has had. */
    private long revision;

    /**
     * The latest state of a key.
     *
     * @param object as it was written last; of a deleted one the last state
     * @param isGone whether it was deleted
     * @param at when
     */
    private record Stored(KubernetesObject object, boolean isGone, long at) {}

    private record Deletion(String plural, ObjectKey key, long at) {}

    /** Of a cluster with these delays, whose programs have these caches. */
    public CachesMatchStore(Delays delays, Supplier<List<CachedObjects>> caches) {
        this.caches = caches;
        this.underWay = UNDER_WAY + delays.visibility() + delays.answer();
    }

    @Override
    public String name() {
        return "CachesMatchStore";
    }

    @Override
    public String reason() {
        return "A controller acts on its cache. Nothing would mend a change that was lost while all is quiet:"
                + " the controller works with a wrong picture until it restarts. What changed in the last seconds"
                + " may still be under way; so may everything while a fault is open.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Kubernetes API Concepts, Efficient detection of changes",
                "staging/src/k8s.io/client-go/tools/cache/reflector.go (v1.32), ListAndWatch");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.CACHES, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "At rest every informer has the objects that the store has, in their latest version, and no others.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            remember(change, entry.time());
        } else {
            faults.observe(entry);
        }
    }

    private void remember(StoreTrace change, long now) {
        revision = Math.max(revision, change.revision());
        String plural = change.resource().plural();
        ObjectKey key = change.object().key();
        boolean isGone = change.change() == WatchEvent.Type.DELETED;
        store.computeIfAbsent(plural, missing -> new LinkedHashMap<>())
                .put(key, new Stored(change.object(), isGone, now));
        if (isGone) {
            deletions.addLast(new Deletion(plural, key, now));
        }
        while (!deletions.isEmpty() && now - deletions.peekFirst().at() > REMEMBERED) {
            Deletion oldest = deletions.removeFirst();
            Map<ObjectKey, Stored> known = store.get(oldest.plural());
            Stored latest = known == null ? null : known.get(oldest.key());
            if (known != null && latest != null && latest.isGone() && latest.at() == oldest.at()) {
                known.remove(oldest.key());
            }
        }
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        if (!faults.isNoneSince(now - RECOVERY)) {
            return;
        }
        Map<String, Map<ObjectKey, Stored>> podsByNode = podsByNode();
        for (CachedObjects cache : caches.get()) {
            String node = node(cache.selection());
            if (cache.revision() > revision) {
                outcomes.broken(
                        this,
                        cache.resource().plural(),
                        cache.component() + " has read up to version " + cache.revision() + ", and the store has "
                                + revision);
            }
            if (node != null) {
                Map<ObjectKey, Stored> wanted = node.isEmpty()
                        ? store.getOrDefault(cache.resource().plural(), Map.of())
                        : podsByNode.getOrDefault(node, Map.of());
                judge(cache, wanted, node, now, outcomes);
            }
        }
    }

    /** Each kubelet's informer has the pods of one node: looking through all pods for each of them would take long. */
    private Map<String, Map<ObjectKey, Stored>> podsByNode() {
        Map<String, Map<ObjectKey, Stored>> byNode = new LinkedHashMap<>();
        store.getOrDefault("pods", Map.of()).forEach((key, latest) -> {
            if (!latest.isGone() && latest.object() instanceof Pod pod && pod.nodeName() != null) {
                byNode.computeIfAbsent(pod.nodeName(), first -> new LinkedHashMap<>())
                        .put(key, latest);
            }
        });
        return byNode;
    }

    /** The node whose pods are asked for; empty for all objects, null for any other selection. */
    private static @Nullable String node(ApiRequest.Selection selection) {
        boolean selects = !selection.labels().isEmpty() || !selection.others().isEmpty();
        if (selects || selection.fields().size() > 1) {
            return null;
        }
        return selection.fields().isEmpty() ? "" : selection.fields().get("spec.nodeName");
    }

    private void judge(CachedObjects cache, Map<ObjectKey, Stored> wanted, String node, long now, Outcomes outcomes) {
        Map<ObjectKey, Stored> stored = store.getOrDefault(cache.resource().plural(), Map.of());
        Collection<? extends KubernetesObject> objects = cache.objects();
        if (isSame(objects, stored, wanted, node)) {
            return;
        }
        Map<ObjectKey, KubernetesObject> cached = new LinkedHashMap<>();
        objects.forEach(object -> cached.put(object.key(), object));
        Set<ObjectKey> keys = new LinkedHashSet<>(wanted.keySet());
        keys.addAll(cached.keySet());
        for (ObjectKey key : keys) {
            Stored latest = stored.get(key);
            if (latest != null && (now - latest.at() < underWay || isHidden(latest.object()))) {
                continue;
            }
            KubernetesObject seen = cached.get(key);
            Stored there = latest == null || latest.isGone() || !isOn(latest.object(), node) ? null : latest;
            if (there == null ? seen != null : seen == null || !isLatest(seen, there)) {
                outcomes.broken(
                        this,
                        cache.resource().plural() + "/" + key,
                        (there == null ? "is gone" : "is in the store in " + version(there.object())) + ", and "
                                + cache.component() + " has "
                                + (seen == null ? "none" : version(seen)));
            }
        }
    }

    private static String version(KubernetesObject object) {
        return "version " + object.metadata().revision();
    }

    /** Whether the cache has all that is there, and nothing else: nearly always, and found without tables. */
    private static boolean isSame(
            Collection<? extends KubernetesObject> cached,
            Map<ObjectKey, Stored> stored,
            Map<ObjectKey, Stored> wanted,
            String node) {
        for (KubernetesObject seen : cached) {
            Stored latest = stored.get(seen.key());
            if (latest == null || latest.isGone() || !isOn(latest.object(), node) || !isLatest(seen, latest)) {
                return false;
            }
        }
        int there = 0;
        for (Stored each : wanted.values()) {
            there += each.isGone() ? 0 : 1;
        }
        return there == cached.size();
    }

    private static boolean isLatest(KubernetesObject seen, Stored latest) {
        return seen.metadata().revision() == latest.object().metadata().revision();
    }

    /** Whether it waits for an initializer: lists and watches leave it out until then. */
    private static boolean isHidden(KubernetesObject object) {
        return PendingInitializers.of(object) != null;
    }

    private static boolean isOn(KubernetesObject object, String node) {
        return node.isEmpty() || object instanceof Pod pod && node.equals(pod.nodeName());
    }
}

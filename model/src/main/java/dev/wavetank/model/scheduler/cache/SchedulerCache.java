package dev.wavetank.model.scheduler.cache;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Nodes, and pods that are bound to them or assumed to be: placed by this scheduler and not yet seen as bound
 * ({@code schedulerCache}).
 */
public class SchedulerCache {

    /** How often assumed pods are looked at. */
    private static final long CLEANING = VirtualTime.SECOND;

    /** How long after its binding a pod that has not been seen as bound stays assumed, where assumptions expire. */
    private static final long ASSUMED_POD_TTL = 30 * VirtualTime.SECOND;

    private final Context context;
    private final KubernetesVersion version;
    private final boolean expires;
    private final boolean namesPod;
    private final long startedAt;
    private final Map<String, CachedNode> nodes = new LinkedHashMap<>();
    private final Map<String, Placed> pods = new LinkedHashMap<>();
    private final NodeTree tree = new NodeTree();
    private final NodeImages images = new NodeImages();
    /** Names of nodes that have changed since the last snapshot. */
    private Set<String> changed = new LinkedHashSet<>();

    private boolean listChanged = true;
    private boolean cleaning;
    private long generation;

    /** A pod on its node. */
    private static final class Placed {
        private PodInfo pod;
        /** In the cache as long as it has the pod. */
        private final CachedNode node;

        private boolean assumed;
        private boolean bound;
        private long deadline = Long.MAX_VALUE;

        private Placed(PodInfo pod, CachedNode node, boolean assumed) {
            this.pod = pod;
            this.node = node;
            this.assumed = assumed;
        }
    }

    /** An empty cache. */
    public SchedulerCache(Context context, KubernetesVersion version) {
        this.context = context;
        this.version = version;
        this.expires = version.has(Feature.ASSUMED_POD_EXPIRY);
        this.namesPod = version.has(Feature.CACHE_ERROR_NAMES_POD);
        this.startedAt = context.now();
    }

    /** How many nodes the API knows. */
    public int size() {
        return tree.size();
    }

    /** Adds or updates a node. */
    public void put(Node node) {
        CachedNode cached = cached(node.metadata().name());
        Node before = cached.isKnown() ? cached.node() : null;
        cached.setNode(node, images.update(before, node));
        if (before == null) {
            tree.add(node);
            listChanged = true;
        } else {
            tree.update(before, node);
        }
        touch(cached);
    }

    /** Removes a node. Its pods stay counted until they are removed too. */
    public void remove(Node node) {
        CachedNode cached = nodes.get(node.metadata().name());
        if (cached == null || !cached.isKnown()) {
            return;
        }
        Node known = cached.node();
        tree.remove(known);
        images.remove(known);
        cached.unsetNode();
        listChanged = true;
        touch(cached);
        dropIfUnused(cached);
    }

    /**
     * Assumes that a pod is on a node.
     *
     * @return why that is not possible; null when it is assumed
     */
    public @Nullable String assume(PodInfo pod, String node) {
        if (pods.containsKey(pod.uid())) {
            String name = namesPod ? pod.uid() + "(" + pod.pod().key() + ")" : pod.uid();
            return "pod " + name + " is in the cache, so can't be assumed";
        }
        place(pod, node, true);
        return null;
    }

    /** The pod's binding has succeeded: from now on its assumption can expire. */
    public void finishBinding(String uid) {
        Placed placed = pods.get(uid);
        if (placed != null && placed.assumed) {
            placed.bound = true;
            if (expires) {
                placed.deadline = context.now() + ASSUMED_POD_TTL;
                clean();
            }
        }
    }

    private void clean() {
        if (!cleaning) {
            cleaning = true;
            context.daemonAfter(CLEANING - (context.now() - startedAt) % CLEANING, this::expireAssumed);
        }
    }

    private void expireAssumed() {
        cleaning = false;
        boolean isWaiting = false;
        for (Placed placed : List.copyOf(pods.values())) {
            if (placed.assumed && placed.deadline < context.now()) {
                forget(placed.pod.uid());
            } else if (placed.assumed && placed.deadline < Long.MAX_VALUE) {
                isWaiting = true;
            }
        }
        if (isWaiting) {
            clean();
        }
    }

    /** Forgets a pod, whether it is assumed or bound. Returns whether it was known. */
    public boolean forget(String uid) {
        Placed placed = pods.remove(uid);
        if (placed == null) {
            return false;
        }
        CachedNode node = placed.node;
        node.remove(placed.pod);
        touch(node);
        dropIfUnused(node);
        return true;
    }

    /** Forgets an assumed pod whose binding has succeeded: it was deleted before it was seen as bound. */
    public void forgetIfBound(String uid) {
        Placed placed = pods.get(uid);
        if (placed != null && placed.bound) {
            forget(uid);
        }
    }

    /** Counts a pod that was seen as bound: confirms its assumption, moves it, or updates it. */
    public void put(Pod pod) {
        Placed placed = pods.get(pod.uid());
        String node = String.valueOf(pod.nodeName());
        if (placed != null && placed.node.name().equals(node)) {
            PodInfo latest = placed.pod.update(pod, version);
            placed.node.replace(placed.pod, latest);
            placed.pod = latest;
            placed.assumed = false;
            touch(placed.node);
            return;
        }
        forget(pod.uid());
        place(PodInfo.of(pod, version), node, false);
    }

    /** Whether the pod is assumed and not yet seen as bound. */
    public boolean isAssumed(String uid) {
        Placed placed = pods.get(uid);
        return placed != null && placed.assumed;
    }

    /** Whether the pod is counted, assumed or bound. */
    public boolean isKnown(String uid) {
        return pods.containsKey(uid);
    }

    /** The pod as it is counted, or null. */
    public @Nullable PodInfo pod(String uid) {
        Placed placed = pods.get(uid);
        return placed == null ? null : placed.pod;
    }

    /** A node that the API knows, with its pods, or null. */
    public @Nullable NodeInfo node(String name) {
        CachedNode node = nodes.get(name);
        return node == null || !node.isKnown() ? null : node;
    }

    /** All pods that are counted, the assumed ones included: where each is, by uid. */
    public Map<String, String> nodesOfPods() {
        Map<String, String> result = new LinkedHashMap<>();
        pods.forEach((uid, placed) -> result.put(uid, placed.node.name()));
        return result;
    }

    /** Names of the nodes that the API knows, as far as this cache has heard. */
    public Set<String> nodeNames() {
        return new LinkedHashSet<>(tree.list());
    }

    private void place(PodInfo pod, String nodeName, boolean assumed) {
        CachedNode node = cached(nodeName);
        node.add(pod);
        pods.put(pod.uid(), new Placed(pod, node, assumed));
        touch(node);
    }

    private CachedNode cached(String name) {
        CachedNode known = nodes.get(name);
        if (known == null) {
            known = new CachedNode(name);
            nodes.put(name, known);
        }
        return known;
    }

    private void touch(CachedNode node) {
        node.setGeneration(++generation);
        // The latest change comes last.
        changed.remove(node.name());
        changed.add(node.name());
    }

    private void dropIfUnused(CachedNode node) {
        if (!node.isKnown() && node.pods().isEmpty()) {
            nodes.remove(node.name());
        }
    }

    /** Brings a snapshot up to date; only what has changed since its last update costs something. */
    public void update(CacheSnapshot snapshot) {
        snapshot.setGeneration(generation);
        for (String name : changed) {
            CachedNode node = nodes.get(name);
            if (node == null || !node.isKnown()) {
                snapshot.drop(name);
            } else {
                snapshot.copy(node);
            }
        }
        // Not cleared: a table that was large once, when the first nodes came, takes long to clear for ever.
        changed = new LinkedHashSet<>();
        if (listChanged) {
            snapshot.order(new ArrayList<>(tree.list()));
            listChanged = false;
        }
    }
}

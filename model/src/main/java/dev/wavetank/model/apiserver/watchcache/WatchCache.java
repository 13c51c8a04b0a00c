package dev.wavetank.model.apiserver.watchcache;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.registry.Selector;
import dev.wavetank.model.etcd.EtcdChange;
import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.etcd.EtcdEntry;
import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.etcd.EtcdWatch;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.StreamSender;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The recent changes of one resource, and who watches them.
 *
 * <p>Watchers of the pods of one node are found by that node: a change of a pod costs only those whom it concerns.
 * When the connection to etcd breaks, the cache goes on from the last revision it saw; when etcd has forgotten
 * that, all watches end and the cache begins anew.
 */
public final class WatchCache implements StreamReceiver<EtcdWatch.Message> {

    /** For how long changes are kept at least (etcd3 watch cache, v1.32). */
    private static final long HISTORY = 75 * VirtualTime.SECOND;

    /** How many changes are kept however old they are. */
    private static final int HISTORY_MIN = 100;

    private static final long RETRY = VirtualTime.SECOND;

    private record Past(EtcdChange change, long seen) {}

    private final Context context;
    private final EtcdClient etcd;
    private final ResourceType resource;
    private final Deque<Past> history = new ArrayDeque<>();
    private final Set<Watcher> general = new LinkedHashSet<>();
    private final Map<String, Set<Watcher>> byNode = new LinkedHashMap<>();
    private final List<Watcher> waiting = new ArrayList<>();
    private final List<Listener> listeners = new ArrayList<>(1);
    private final Map<String, KubernetesObject> objects = new LinkedHashMap<>();
    private final boolean keepsObjects;
    private long oldest;
    private long revision;
    private final Completion<Boolean> synced = new Completion<>();
    private boolean ready;

    /**
     * A cache that has not started.
     *
     * @param keepsObjects whether the present objects are kept as well, for {@link #objects}
     */
    public WatchCache(Context context, EtcdClient etcd, ResourceType resource, boolean keepsObjects) {
        this.context = context;
        this.etcd = etcd;
        this.resource = resource;
        this.keepsObjects = keepsObjects;
    }

    /** Somebody within the server who follows all objects of the resource. */
    public interface Listener {

        /** The state has been learned anew; what was known before is void. */
        void replaced(Map<String, KubernetesObject> present);

        /** One change, later than everything heard before. */
        void changed(EtcdChange change);
    }

    /** Tells a listener of everything from the first list on, which must not have come yet. */
    public void listen(Listener listener) {
        if (ready) {
            throw new IllegalStateException("the watch cache of " + resource.plural() + " is filled already");
        }
        listeners.add(listener);
    }

    /** Begins to learn. Watchers that come before it is ready wait. */
    public void start() {
        etcd.send(new EtcdRequest.Range(resource.storagePrefix(""))).whenDone(response -> {
            if (response instanceof EtcdResponse.Entries entries) {
                begin(entries);
            } else {
                context.after(RETRY, this::start);
            }
        });
    }

    private void begin(EtcdResponse.Entries entries) {
        if (keepsObjects) {
            objects.clear();
            for (EtcdEntry entry : entries.entries()) {
                objects.put(entry.key(), entry.value());
            }
        }
        oldest = entries.revision();
        revision = entries.revision();
        ready = true;
        if (!listeners.isEmpty()) {
            Map<String, KubernetesObject> present = new LinkedHashMap<>();
            entries.entries().forEach(entry -> present.put(entry.key(), entry.value()));
            listeners.forEach(listener -> listener.replaced(present));
        }
        List<Watcher> admitted = new ArrayList<>(waiting);
        waiting.clear();
        admitted.forEach(this::admit);
        watch();
        if (!synced.isDone()) {
            synced.complete(true);
        }
    }

    private void watch() {
        etcd.watch(new EtcdWatch(resource.storagePrefix(""), revision), this);
    }

    /** The present objects as far as this cache knows, by key in the store; empty when they are not kept. */
    public Map<String, KubernetesObject> objects() {
        return objects;
    }

    /** The revision up to which the cache has seen everything. */
    public long revision() {
        return revision;
    }

    /** Done once the cache has learned the present state for the first time. */
    public Completion<Boolean> synced() {
        return synced;
    }

    /** Whether the cache has learned the present state once. */
    public boolean isReady() {
        return ready;
    }

    /** Serves a watch. */
    public void serve(Selector selector, long afterRevision, StreamSender<WatchEvent> sender) {
        Watcher watcher = new Watcher(selector, afterRevision, sender);
        if (ready) {
            admit(watcher);
        } else {
            waiting.add(watcher);
        }
    }

    private void admit(Watcher watcher) {
        if (watcher.afterRevision() < oldest) {
            watcher.fail(Status.failure(
                    410,
                    "Expired",
                    "too old resource version: " + watcher.afterRevision() + " (" + oldest + ")",
                    null));
            return;
        }
        for (Past past : history) {
            watcher.tell(
                    past.change(),
                    WatchEvent.of(past.change().type(), past.change().object()));
        }
        Set<Watcher> group = watcher.node() == null
                ? general
                : byNode.computeIfAbsent(watcher.node(), node -> new LinkedHashSet<>());
        group.add(watcher);
        watcher.sender().whenClosed(() -> group.remove(watcher));
    }

    @Override
    public void receive(EtcdWatch.Message message) {
        if (message instanceof EtcdWatch.Message.Changed changed) {
            take(changed.change());
            return;
        }
        ready = false;
        history.clear();
        all().forEach(watcher -> watcher.sender().close());
        general.clear();
        byNode.clear();
    }

    @Override
    public void closed(Disconnect reason) {
        context.after(RETRY, ready ? this::watch : this::start);
    }

    private void take(EtcdChange change) {
        revision = change.revision();
        if (keepsObjects) {
            if (change.type() == WatchEvent.Type.DELETED) {
                objects.remove(change.entry().key());
            } else {
                objects.put(change.entry().key(), change.object());
            }
        }
        for (Listener listener : listeners) {
            listener.changed(change);
        }
        remember(change);
        WatchEvent plain = WatchEvent.of(change.type(), change.object());
        tell(general, change, plain);
        String node = node(change.object());
        String nodeBefore = node(change.previous());
        tell(byNode.get(node), change, plain);
        if (!node.equals(nodeBefore)) {
            tell(byNode.get(nodeBefore), change, plain);
        }
    }

    private void remember(EtcdChange change) {
        history.add(new Past(change, context.now()));
        while (history.size() > HISTORY_MIN && history.peek().seen() < context.now() - HISTORY) {
            oldest = history.remove().change().revision();
        }
    }

    private static void tell(Set<Watcher> watchers, EtcdChange change, WatchEvent plain) {
        if (watchers != null) {
            for (Watcher watcher : watchers) {
                watcher.tell(change, plain);
            }
        }
    }

    private static String node(KubernetesObject object) {
        return object instanceof Pod pod && pod.nodeName() != null ? pod.nodeName() : "";
    }

    private List<Watcher> all() {
        List<Watcher> all = new ArrayList<>(general);
        byNode.values().forEach(all::addAll);
        return all;
    }
}

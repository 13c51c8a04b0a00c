package dev.wavetank.model.client.cache;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.trace.hop.DeliveryHop;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.collection.SortedTable;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Keeps the objects of a resource in a local cache, by list and watch, and notifies handlers: client-go's shared
 * informer and lister.
 *
 * <p>The cache lags behind the API server. Handlers lag behind the cache: each runs in events of its own, so that the
 * cache may be ahead of the handler's notifications (Kubernetes issue 104521).
 *
 * @param <T> kind of the objects: a record of the model, or one of the user's own (see {@link Scheme})
 */
public final class Informer<T extends KubernetesObject> {

    private final Context context;
    private Class<T> kind;
    private final Reflector reflector;
    private final SortedTable<ObjectKey, T> cache = new SortedTable<>();
    private final List<Index<T>> indexes = new ArrayList<>(2);
    /** The indexes and tallies. */
    private final List<CacheView<T>> views = new ArrayList<>(2);

    private final List<HandlerQueue<T>> handlers = new ArrayList<>(2);
    private final HandlerTurns turns;
    private final Completion<Boolean> synced = new Completion<>();
    private UnaryOperator<Handler<T>> ears = UnaryOperator.identity();
    private long standardResync;
    private boolean started;

    /**
     * Called for every change of the cache.
     *
     * @param <T> kind of the objects
     */
    public interface Handler<T> {

        /** An object appeared. */
        void added(T object);

        /**
         * An object changed. After a gap this may be the sum of several changes, or even another object of that name.
         * A resync passes the same object twice.
         */
        void updated(T before, T after);

        /** An object was deleted; its last state. */
        void deleted(T last);

        /**
         * An object was deleted during a gap in the watch; the last known state, which may be old: client-go's {@code
         * DeletedFinalStateUnknown}. By default the same as any deletion.
         */
        default void deletionMissed(T lastSeen) {
            deleted(lastSeen);
        }

        /** Runs the same action for a new and for a changed object, with its new state; nothing for a deletion. */
        static <T> Handler<T> whilePresent(Consumer<? super T> action) {
            return of(action, gone -> {});
        }

        /** Runs the same action for every change of an object, with its latest state. */
        static <T> Handler<T> always(Consumer<? super T> action) {
            return of(action, action);
        }

        private static <T> Handler<T> of(Consumer<? super T> present, Consumer<? super T> gone) {
            return new Handler<>() {
                @Override
                public void added(T object) {
                    present.accept(object);
                }

                @Override
                public void updated(T before, T after) {
                    present.accept(after);
                }

                @Override
                public void deleted(T last) {
                    gone.accept(last);
                }
            };
        }
    }

    /** An informer that has not started. */
    public Informer(
            Context context, ApiClient client, ResourceType resource, ApiRequest.Selection selection, Class<T> kind) {
        this.context = context;
        this.kind = kind;
        this.turns = new HandlerTurns(context);
        this.reflector = new Reflector(context, client, resource, selection, new Cache());
    }

    /**
     * Sets the default resync period of handlers.
     *
     * @param period in nanoseconds, at least one second; 0 for never
     */
    public Informer<T> resyncingEvery(long period) {
        standardResync = period;
        return this;
    }

    /** Reads as client-go of that version does. An informer without a version reads as in v1.34. */
    public Informer<T> of(KubernetesVersion version) {
        reflector.listAsIn(version);
        return this;
    }

    /** What stands before the handlers that are added from now on. */
    public void hearThrough(UnaryOperator<Handler<T>> handlersEars) {
        ears = handlersEars;
    }

    /**
     * Adds a handler. A handler that is added late receives the cached objects as if they appeared now.
     *
     * @return done, always with true, when the handler has received all objects that were cached at first
     */
    public Completion<Boolean> addHandler(Handler<T> handler) {
        return addHandler(handler, standardResync);
    }

    /**
     * Adds a handler with a resync period of its own.
     *
     * @param resync the period in nanoseconds, at least one second; 0 for never
     * @return done, always with true, when the handler has received all objects that were cached at first
     */
    public Completion<Boolean> addHandler(Handler<T> handler, long resync) {
        HandlerQueue<T> queue = new HandlerQueue<>(context, turns, ears.apply(handler), resync);
        handlers.add(queue);
        for (T object : cache.list()) {
            context.followPublication(
                    object.metadata().revision(), () -> queue.add(HandlerQueue.Kind.ADDED, null, object));
        }
        if (isSynced()) {
            queue.add(HandlerQueue.Kind.SYNCED, null, null);
        }
        if (started) {
            scheduleResync(queue);
        }
        return queue.synced();
    }

    /**
     * The index by the given function; callers with the same function share one index.
     *
     * @param value computes the text to find an object by, or null to leave it out
     */
    public Index<T> index(Function<? super T, String> value) {
        return shared(value, () -> Index.byOne(value));
    }

    /** The same for objects that are to be found by any of several texts, such as {@link Index#LABELS}. */
    public Index<T> indexBySeveral(Function<? super T, List<String>> values) {
        return shared(values, () -> Index.bySeveral(values));
    }

    private Index<T> shared(Function<?, ?> function, Supplier<Index<T>> maker) {
        for (Index<T> index : indexes) {
            if (index.isBy(function)) {
                return index;
            }
        }
        Index<T> index = follow(maker.get());
        indexes.add(index);
        return index;
    }

    /**
     * Counts similar objects: see {@link Tally}.
     *
     * @param group computes the text of the group that an object belongs to, or null to leave it out
     * @param traits computes what is counted, or null to leave the object out
     * @param <K> what objects that are alike have in common; needs value equality
     */
    public <K> Tally<T, K> tally(Function<? super T, String> group, Function<? super T, K> traits) {
        return follow(new Tally<>(group, traits));
    }

    private <V extends CacheView<T>> V follow(V view) {
        cache.list().forEach(object -> view.change(null, object));
        views.add(view);
        return view;
    }

    /**
     * The same informer, for objects of that type from now on. It converts the cached objects without a notification.
     *
     * @param narrower a record that the objects fit in, or a class of which they are already
     * @throws IllegalArgumentException when the informer is already used with another record
     */
    @SuppressWarnings("unchecked") // from now on every object is of that kind
    public <S extends KubernetesObject> Informer<S> narrowedTo(Class<S> narrower) {
        if (!narrower.isAssignableFrom(kind)) {
            if (!kind.isAssignableFrom(narrower)) {
                throw new IllegalArgumentException("an informer of " + kind.getSimpleName() + " cannot hold "
                        + narrower.getSimpleName() + ": use one record for all objects of a resource");
            }
            ((Informer<S>) this).becomes(narrower);
        }
        return (Informer<S>) this;
    }

    private void becomes(Class<T> narrower) {
        kind = narrower;
        for (KubernetesObject object : List.<KubernetesObject>copyOf(cache.list())) {
            T typed = Scheme.typed(object, narrower);
            reindex(cache.put(object.key(), typed), typed);
        }
    }

    /** Begins with the list. */
    public void start() {
        started = true;
        handlers.forEach(this::scheduleResync);
        reflector.start();
    }

    /** Done, always with true, when the first list is in the cache; handlers may not have received it yet. */
    public Completion<Boolean> synced() {
        return synced;
    }

    /** Whether the first list is in the cache. */
    public boolean isSynced() {
        return synced.isDone();
    }

    /** Up to which revision of the store its list and watch have come; 0 before the first list. */
    public long lastSyncResourceVersion() {
        return reflector.revision();
    }

    /**
     * Up to which revision of the store the cache is complete; 0 before the first list. While a watch still delivers
     * its initial objects, this is older than {@link #lastSyncResourceVersion}. As {@code LastStoreSyncResourceVersion}
     * of client-go 1.36.
     */
    public long lastStoreSyncResourceVersion() {
        return reflector.storedRevision();
    }

    /** What it holds. */
    public ResourceType resource() {
        return reflector.resource();
    }

    /** What it has now, under the name of the component that it belongs to. */
    public CachedObjects content(String component) {
        return new CachedObjects(
                component,
                reflector.resource(),
                reflector.selection(),
                reflector.revision(),
                List.copyOf(cache.list()));
    }

    /** The cached object of that name, or null. */
    public T cached(ObjectKey key) {
        return cache.get(key);
    }

    /** All cached objects, in the order of their keys. */
    public List<T> all() {
        return cache.list();
    }

    private void scheduleResync(HandlerQueue<T> queue) {
        if (queue.resync() > 0) {
            context.daemonAfter(queue.resync(), () -> {
                cache.list().forEach(object -> queue.add(HandlerQueue.Kind.UPDATED, object, object));
                scheduleResync(queue);
            });
        }
    }

    private void distribute(HandlerQueue.Kind kind, T before, T object) {
        for (HandlerQueue<T> handler : handlers) {
            handler.add(kind, before, object);
        }
    }

    private void reindex(T before, T after) {
        for (CacheView<T> view : views) {
            view.change(before, after);
        }
    }

    /** Stores what the reflector reads. */
    private final class Cache implements Reflector.Target {

        /** The cause of a new object in a list is its write, not the reason for the list. */
        @Override
        public void replace(List<KubernetesObject> objects) {
            Map<ObjectKey, T> gone = cache.toMap();
            for (KubernetesObject object : objects) {
                gone.remove(object.key());
                context.followPublication(object.metadata().revision(), () -> put(object, true));
            }
            for (T last : gone.values()) {
                remove(HandlerQueue.Kind.DELETION_MISSED, last);
            }
            if (!synced.isDone()) {
                distribute(HandlerQueue.Kind.SYNCED, null, null);
                synced.complete(true);
            }
        }

        @Override
        public void put(KubernetesObject found) {
            put(found, false);
        }

        private void put(KubernetesObject found, boolean listed) {
            T object = Scheme.typed(found, kind);
            T before = cache.put(object.key(), object);
            reindex(before, object);
            if (context.tracesDetails()) {
                reflector.traceWaits(listed);
                trace(before == null ? "added" : "modified", object, listed);
            }
            if (before == null) {
                distribute(HandlerQueue.Kind.ADDED, null, object);
            } else if (before.metadata().revision() != object.metadata().revision()) {
                distribute(HandlerQueue.Kind.UPDATED, before, object);
            }
        }

        @Override
        public void remove(KubernetesObject last) {
            remove(HandlerQueue.Kind.DELETED, Scheme.typed(last, kind));
        }

        private void remove(HandlerQueue.Kind how, T last) {
            T before = cache.remove(last.key());
            if (before != null) {
                reindex(before, null);
                if (context.tracesDetails()) {
                    trace("deleted", last, how == HandlerQueue.Kind.DELETION_MISSED);
                }
                distribute(how, null, last);
            }
        }

        private void trace(String change, T object, boolean listed) {
            context.trace(new DeliveryHop(change, reflector.resource().plural() + "/" + object.key(), listed));
        }
    }
}

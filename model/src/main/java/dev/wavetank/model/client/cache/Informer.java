package dev.wavetank.model.client.cache;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.collection.SortedTable;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Keeps what a reflector learns about a resource in a local cache, and tells handlers about it: client-go's shared
 * informer and lister.
 *
 * <p>The cache lags behind the API server. Handlers lag behind the cache: each is told in turns of its own, so that it
 * may find more in the cache than it has been told (Kubernetes issue 104521).
 *
 * @param <T> kind of the objects: a record of the model, or one of the user's own (see {@link Scheme})
 */
public final class Informer<T extends KubernetesObject> {

    private final Context context;
    private Class<T> kind;
    private final Reflector reflector;
    private final SortedTable<ObjectKey, T> cache = new SortedTable<>();
    private final List<Index<T>> indexes = new ArrayList<>(2);
    /** The indexes, and what counts. */
    private final List<CacheView<T>> views = new ArrayList<>(2);

    private final List<HandlerQueue<T>> handlers = new ArrayList<>(2);
    private final Completion<Boolean> synced = new Completion<>();
    private long standardResync;
    private boolean started;

    /**
     * Told about every change of the cache.
     *
     * @param <T> kind of the objects
     */
    public interface Handler<T> {

        /** An object appeared. */
        void added(T object);

        /**
         * An object changed. After a gap this may be the sum of several changes, or even another object of that
         * name. Twice the same object when it is told again only because a resync is due.
         */
        void updated(T before, T after);

        /** An object was seen to go; its last state. */
        void deleted(T last);

        /**
         * An object was there before a gap in the watch and is no more; the last state that was seen, which may be an
         * old one: client-go's {@code DeletedFinalStateUnknown}. A deletion like others, unless a handler says so.
         */
        default void deletionMissed(T lastSeen) {
            deleted(lastSeen);
        }

        /** Does the same for an object that appeared and for one that changed, as it is then; nothing when it went. */
        static <T> Handler<T> whilePresent(Consumer<? super T> action) {
            return of(action, gone -> {});
        }

        /** Does the same whatever happens to an object: with its latest state, or with its last when it went. */
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
        this.reflector = new Reflector(context, client, resource, selection, new Cache());
    }

    /**
     * Has handlers that say nothing else told of all objects again every so often.
     *
     * @param period in nanoseconds, at least one second; 0 for never
     */
    public Informer<T> resyncingEvery(long period) {
        standardResync = period;
        return this;
    }

    /**
     * Has watches begin with all objects ({@code sendInitialEvents}), instead of a list: the gate {@code
     * WatchListClient}.
     */
    public Informer<T> listingByWatch() {
        reflector.listByWatch();
        return this;
    }

    /**
     * Adds a handler. One that is added late is told of the objects that are there as if they appeared now.
     *
     * @return done, always with true, when the handler has been told of all objects that there were at first
     */
    public Completion<Boolean> addHandler(Handler<T> handler) {
        return addHandler(handler, standardResync);
    }

    /**
     * Adds a handler that wants to hear of all objects again every so often.
     *
     * @param resync in nanoseconds, at least one second; 0 for never
     * @return done, always with true, when the handler has been told of all objects that there were at first
     */
    public Completion<Boolean> addHandler(Handler<T> handler, long resync) {
        HandlerQueue<T> queue = new HandlerQueue<>(context, handler, resync);
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
     * The index by the given function, shared by all who ask for the same function.
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
     * Counts of objects that are alike.
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
     * The same informer, for objects of that kind from now on. Those that it holds become objects of that kind, of
     * which no handler hears.
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

    /** Done, always with true, when the first list has been taken in; handlers may not have heard of it yet. */
    public Completion<Boolean> synced() {
        return synced;
    }

    /** Whether the first list has been taken in. */
    public boolean isSynced() {
        return synced.isDone();
    }

    /** Up to which revision of the store the cache is complete; 0 before the first list. */
    public long lastSyncResourceVersion() {
        return reflector.revision();
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

    private void tell(HandlerQueue.Kind kind, T before, T object) {
        for (HandlerQueue<T> handler : handlers) {
            handler.add(kind, before, object);
        }
    }

    private void reindex(T before, T after) {
        for (CacheView<T> view : views) {
            view.change(before, after);
        }
    }

    /** Takes in what the reflector learns. */
    private final class Cache implements Reflector.Target {

        /** What is new in a list follows from who wrote it, not from what made the informer list. */
        @Override
        public void replace(List<KubernetesObject> objects) {
            Map<ObjectKey, T> gone = cache.toMap();
            for (KubernetesObject object : objects) {
                gone.remove(object.key());
                context.followPublication(object.metadata().revision(), () -> put(object));
            }
            for (T last : gone.values()) {
                remove(HandlerQueue.Kind.DELETION_MISSED, last);
            }
            if (!synced.isDone()) {
                tell(HandlerQueue.Kind.SYNCED, null, null);
                synced.complete(true);
            }
        }

        @Override
        public void put(KubernetesObject found) {
            T object = Scheme.typed(found, kind);
            T before = cache.put(object.key(), object);
            reindex(before, object);
            if (before == null) {
                tell(HandlerQueue.Kind.ADDED, null, object);
            } else if (before.metadata().revision() != object.metadata().revision()) {
                tell(HandlerQueue.Kind.UPDATED, before, object);
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
                tell(how, null, last);
            }
        }
    }
}

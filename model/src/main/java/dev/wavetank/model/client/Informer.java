package dev.wavetank.model.client;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchOptions;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Lists a resource, then watches it, and keeps what it learns in a local cache: client-go's reflector, informer
 * and lister.
 *
 * <p>The cache lags behind the API server. It is updated before the handlers run. The first list is whatever the
 * server has in its own cache ({@code resourceVersion=0}), and may be old. Watches end after five to ten minutes. When
 * a watch ends or breaks, the informer watches again from the last revision it saw; at once, unless the server
 * refused it or hung up without a word. When the server has forgotten that revision (410), or the list failed, the
 * informer lists again, not older than what it saw; when the server cannot give that either, the latest. Between two
 * failures lies a back-off of 0.8 s to 30 s with full jitter, which starts anew after two quiet minutes.
 *
 * @param <T> kind of the objects: a record of the model, or one of the user's own (see {@link Scheme})
 */
public final class Informer<T extends KubernetesObject> implements StreamReceiver<WatchEvent> {

    private static final Backoff BACKOFF = new Backoff(800 * VirtualTime.MILLISECOND, 30 * VirtualTime.SECOND);

    /** After how long without a failure the back-off starts again. */
    private static final long BACKOFF_RESET = 2 * VirtualTime.MINUTE;

    /** The shortest time for which a watch is asked for ({@code minWatchTimeout}); the longest is twice that. */
    private static final long WATCH_TIMEOUT = 5 * VirtualTime.MINUTE;

    /** A watch that ends sooner without a word was not served. */
    private static final long SHORT_WATCH = VirtualTime.SECOND;

    private final Context context;
    private final ApiClient client;
    private final Pager pager;
    private final ResourceType resource;
    private final ApiRequest.Selection selection;
    private final Class<T> kind;
    private final Map<ObjectKey, T> cache = new TreeMap<>();
    private final List<Index<T>> indexes = new ArrayList<>(2);
    private final List<Handler<T>> handlers = new ArrayList<>(2);
    private final Completion<Boolean> synced = new Completion<>();
    private Subscription watch;
    private long revision;
    /** Whether the server cannot give a list that is not older than the revision. */
    private boolean revisionUnavailable;

    private long watchedSince;
    private boolean watchHadNews;
    private int failures;
    private long lastFailure;

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
         * name.
         */
        void updated(T before, T after);

        /** An object went; its last known state, which may be an old one. */
        void deleted(T last);
    }

    /** An informer that has not started. */
    public Informer(
            Context context, ApiClient client, ResourceType resource, ApiRequest.Selection selection, Class<T> kind) {
        this.context = context;
        this.client = client;
        this.pager = new Pager(client);
        this.resource = resource;
        this.selection = selection;
        this.kind = kind;
    }

    /** Adds a handler; to be called before {@link #start}. */
    public void addHandler(Handler<T> handler) {
        handlers.add(handler);
    }

    /**
     * The index by the given function, shared by all who ask for the same function; to be called before {@link
     * #start}.
     *
     * @param value computes the text to find an object by, or null to leave it out
     */
    public Index<T> index(Function<? super T, String> value) {
        for (Index<T> index : indexes) {
            if (index.isBy(value)) {
                return index;
            }
        }
        Index<T> index = new Index<>(value);
        indexes.add(index);
        return index;
    }

    /** Begins with the list. */
    public void start() {
        list();
    }

    /** Done, always with true, when the first list has been taken in. */
    public Completion<Boolean> synced() {
        return synced;
    }

    /** Whether the first list has been taken in. */
    public boolean isSynced() {
        return synced.isDone();
    }

    /** Up to which revision of the store the cache is complete; 0 before the first list. */
    public long lastSyncResourceVersion() {
        return revision;
    }

    /** The cached object of that name, or null. */
    public T cached(ObjectKey key) {
        return cache.get(key);
    }

    /** All cached objects, in the order of their keys. */
    public List<T> all() {
        return new ArrayList<>(cache.values());
    }

    private void list() {
        boolean wantedLatest = revisionUnavailable;
        pager.list(new ApiRequest.List(resource, "", selection, listOptions())).whenDone(response -> {
            if (response instanceof ApiResponse.Many many) {
                revisionUnavailable = false;
                replace(many);
                watch();
            } else if (isRevisionUnavailable(response) && !wantedLatest) {
                revisionUnavailable = true;
                list();
            } else {
                retry(this::list);
            }
        });
    }

    /** A given revision is asked for in one piece: pages of it would have to come from the store. */
    private ReadOptions listOptions() {
        if (revisionUnavailable) {
            return ReadOptions.DEFAULT.withLimit(Pager.PAGE_SIZE);
        }
        return revision == 0 ? ReadOptions.ANY.withLimit(Pager.PAGE_SIZE) : ReadOptions.notOlderThan(revision);
    }

    private static boolean isRevisionUnavailable(ApiResponse response) {
        return response.failedWith("Expired")
                || response.failedWith("Gone")
                || response instanceof ApiResponse.Failed failed
                        && failed.status().isTooLargeResourceVersion();
    }

    private void replace(ApiResponse.Many many) {
        Map<ObjectKey, T> gone = new TreeMap<>(cache);
        revision = many.revision();
        for (KubernetesObject object : many.items()) {
            gone.remove(object.key());
            put(Scheme.typed(object, kind));
        }
        for (T last : gone.values()) {
            remove(last);
        }
        if (!synced.isDone()) {
            synced.complete(true);
        }
    }

    private void watch() {
        long timeout = WATCH_TIMEOUT + context.random("watch-timeout").nextLong(WATCH_TIMEOUT);
        watchedSince = context.now();
        watchHadNews = false;
        watch = client.watch(
                resource, selection, WatchOptions.from(revision).withBookmarks().withTimeout(timeout), this);
    }

    @Override
    public void receive(WatchEvent event) {
        if (event.type() == WatchEvent.Type.ERROR) {
            watch.close();
            retry(this::list);
            return;
        }
        watchHadNews = true;
        revision = Math.max(revision, event.object().metadata().revision());
        if (event.type() == WatchEvent.Type.BOOKMARK) {
            return;
        }
        T object = Scheme.typed(event.object(), kind);
        if (event.type() == WatchEvent.Type.DELETED) {
            remove(object);
        } else {
            put(object);
        }
    }

    @Override
    public void closed(Disconnect reason) {
        if (reason == Disconnect.REFUSED || reason == Disconnect.TIMED_OUT) {
            retry(this::watch);
        } else if (watchHadNews || context.now() - watchedSince >= SHORT_WATCH) {
            watch();
        } else {
            retry(this::list);
        }
    }

    private void retry(Runnable action) {
        if (context.now() - lastFailure > BACKOFF_RESET) {
            failures = 0;
        }
        lastFailure = context.now();
        long backoff = BACKOFF.after(++failures);
        context.after(backoff + context.random("reflector").nextLong(backoff), action::run);
    }

    private void put(T object) {
        T before = cache.put(object.key(), object);
        for (Index<T> index : indexes) {
            index.change(before, object);
        }
        long cause = context.cause();
        for (Handler<T> handler : handlers) {
            context.resume(cause);
            if (before == null) {
                handler.added(object);
            } else if (before.metadata().revision() != object.metadata().revision()) {
                handler.updated(before, object);
            }
        }
        context.resume(cause);
    }

    private void remove(T last) {
        T before = cache.remove(last.key());
        if (before != null) {
            for (Index<T> index : indexes) {
                index.change(before, null);
            }
            long cause = context.cause();
            for (Handler<T> handler : handlers) {
                context.resume(cause);
                handler.deleted(last);
            }
            context.resume(cause);
        }
    }
}

package dev.wavetank.model.apiserver.watchcache;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchOptions;
import dev.wavetank.model.apiserver.registry.Selector;
import dev.wavetank.model.etcd.EtcdChange;
import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.etcd.EtcdEntry;
import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.etcd.EtcdWatch;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.collection.SortedTable;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.StreamSender;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What one server knows of one resource: the objects as they were a short while ago, the recent changes, and who
 * watches them.
 *
 * <p>When the connection to etcd breaks, the cache goes on from the last revision it saw; when etcd has forgotten
 * that, all watches end and the cache begins anew.
 */
public final class WatchCache implements StreamReceiver<EtcdWatch.Message> {

    /** How long until etcd is asked again after it has failed or the connection broke. */
    private static final long RETRY = VirtualTime.SECOND;

    /** How often etcd is asked for progress while a read waits ({@code progressRequestPeriod}). */
    private static final long PROGRESS_PERIOD = 100 * VirtualTime.MILLISECOND;

    private final Context context;
    private final EtcdClient etcd;
    private final ResourceType resource;
    /** Null without a lag. */
    private final RandomStream lags;

    private final WatchCacheSettings settings;
    private final EventWindow window;
    private final Watchers watchers;
    private final Freshness freshness;
    private final List<Runnable> untilReady = new ArrayList<>();
    private final List<Listener> listeners = new ArrayList<>(1);
    private final SortedTable<String, KubernetesObject> objects = new SortedTable<>();
    private final Completion<Boolean> synced = new Completion<>();
    private long revision;
    private boolean ready;
    private boolean asksForProgress;
    /** What has been heard but is not known yet, in the order in which it was heard. */
    private final Deque<EtcdWatch.Message> lagging = new ArrayDeque<>();
    /** When the last of it will be known. */
    private long settledAt;
    /** How often it has been made to keep no history, and not yet been made to keep one again. */
    private int historyLosses;
    /** How many losses of its history wait until it is as far as etcd. */
    private int catchingUp;
    /** How many watches it has refused because their revision was too old. */
    private long refusals;

    /** A cache that has not started. */
    public WatchCache(Context context, EtcdClient etcd, ResourceType resource, WatchCacheSettings settings) {
        this.context = context;
        this.etcd = etcd;
        this.resource = resource;
        this.settings = settings;
        this.lags =
                settings.lag().isEmpty() ? null : context.random("watch-cache-lag/" + resource.groupVersionResource());
        this.window = new EventWindow(settings.eventFreshFor());
        this.watchers = new Watchers(
                context.random("watch-bookmarks/" + resource.groupVersionResource()),
                context,
                this::revision,
                window::ofOneSecond);
        this.freshness = new Freshness(context, this::revision);
    }

    /** A part of the server that follows all objects of the resource. */
    public interface Listener {

        /** The state has been learned anew; what was known before is void. The map is that of the cache: look only. */
        void replaced(SortedMap<String, KubernetesObject> present);

        /** One change, later than everything heard before. */
        void changed(EtcdChange change);
    }

    /** Reports to a listener everything from the first list on, which must not have come yet. */
    public void listen(Listener listener) {
        if (ready) {
            throw new IllegalStateException("the watch cache of " + resource.plural() + " is filled already");
        }
        listeners.add(listener);
    }

    /** Begins to learn. Who comes before it is ready waits. */
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
        objects.clear();
        for (EtcdEntry entry : entries.entries()) {
            objects.put(entry.key(), entry.value());
        }
        window.reset(entries.revision());
        revision = entries.revision();
        ready = true;
        listeners.forEach(listener -> listener.replaced(objects.toMap()));
        serveWaiting();
        freshness.advanced();
        watch();
        if (!synced.isDone()) {
            synced.complete(true);
        }
    }

    private void watch() {
        etcd.watch(new EtcdWatch(resource.storagePrefix(""), revision, settings.hearsProgress()), this);
    }

    /** The object with that key in the store as this cache knows it, or null. */
    public KubernetesObject object(String key) {
        return objects.get(key);
    }

    /** Whether this cache knows no object. */
    public boolean isEmpty() {
        return objects.isEmpty();
    }

    /** All objects as this cache knows them, in the order of their keys in the store. */
    public List<KubernetesObject> objects() {
        return objects.list();
    }

    /** Those of them whose keys have a prefix. */
    public List<KubernetesObject> objects(String prefix) {
        return objects.list(prefix, prefix + Character.MAX_VALUE);
    }

    /**
     * Forgets all past changes, and every further one as soon as its watchers have it: a watch from an earlier revision
     * is refused. As a cache that has just started, it first learns how far etcd is, of whatever resource: that is the
     * earliest revision from which one can watch, and lists are as new. Watches wait for it. Ends with as many calls of
     * {@link #keepHistory}.
     */
    void loseHistory() {
        historyLosses++;
        window.reset(revision);
        if (ready) {
            catchingUp++;
            etcd.send(new EtcdRequest.Get(resource.storagePrefix("")))
                    .then(this::awaitSeen)
                    .whenDone(seen -> caughtUp());
        }
    }

    private Completion<Optional<Status>> awaitSeen(EtcdResponse latest) {
        Completion<Optional<Status>> fresh =
                freshness.await(latest instanceof EtcdResponse.Found found ? found.revision() : 0);
        askForProgress();
        return fresh;
    }

    private void caughtUp() {
        catchingUp--;
        window.reset(revision);
        serveWaiting();
    }

    private void serveWaiting() {
        if (ready && catchingUp == 0) {
            List<Runnable> served = new ArrayList<>(untilReady);
            untilReady.clear();
            served.forEach(Runnable::run);
        }
    }

    /** Keeps changes again from now on. */
    void keepHistory() {
        historyLosses--;
    }

    /** How many watches have been refused because their revision was too old. */
    long refusals() {
        return refusals;
    }

    /** The revision up to which the cache has seen everything. */
    public long revision() {
        return revision;
    }

    /** Done once the cache has learned the present state for the first time. */
    public Completion<Boolean> synced() {
        return synced;
    }

    /** Whether the cache knows anything at the moment. */
    public boolean isReady() {
        return ready;
    }

    /**
     * Done with nothing as soon as the cache has seen a revision; with a refusal when it has not within three seconds
     * (504).
     */
    public Completion<Optional<Status>> whenFresh(long wanted) {
        if (ready) {
            Completion<Optional<Status>> fresh = freshness.await(wanted);
            askForProgress();
            return fresh;
        }
        Completion<Optional<Status>> fresh = new Completion<>();
        untilReady.add(() -> whenFresh(wanted).whenDone(fresh::complete));
        return fresh;
    }

    /** While a read waits, requests progress from etcd. */
    private void askForProgress() {
        boolean asks = settings.hearsProgress() || catchingUp > 0;
        if (asks && !asksForProgress && freshness.isAwaited()) {
            asksForProgress = true;
            etcd.send(new EtcdRequest.RequestProgress());
            context.after(PROGRESS_PERIOD, () -> {
                asksForProgress = false;
                askForProgress();
            });
        }
    }

    /** Serves a watch. */
    public void serve(Selector selector, WatchOptions options, StreamSender<WatchEvent> sender) {
        Watcher watcher = new Watcher(resource, selector, options, sender);
        if (!ready || catchingUp > 0) {
            untilReady.add(() -> begin(watcher));
        } else {
            begin(watcher);
        }
    }

    private void begin(Watcher watcher) {
        WatchOptions options = watcher.options();
        switch (options.initialEvents()) {
            case BY_REVISION -> admit(watcher, options.fromRevision() == 0);
            case SENT ->
                whenAsFreshAsAsked(options.fromRevision()).whenDone(refusal -> {
                    if (refusal.isPresent()) {
                        watcher.fail(refusal.get());
                    } else {
                        admit(watcher, true);
                    }
                });
            case LEFT_OUT -> {
                if (options.fromRevision() == 0) {
                    watcher.beginAfter(revision);
                }
                admit(watcher, false);
            }
        }
    }

    /** The objects that a watch begins with are the latest when no revision is given. */
    private Completion<Optional<Status>> whenAsFreshAsAsked(long wanted) {
        if (wanted > 0) {
            return whenFresh(wanted);
        }
        return etcd.send(new EtcdRequest.Get(resource.storagePrefix(""))).then(response -> {
            if (response instanceof EtcdResponse.Found found) {
                return whenFresh(found.revision());
            }
            return Completion.of(Optional.of(Status.internal(((EtcdResponse.Failure) response).message())));
        });
    }

    private void admit(Watcher watcher, boolean withPresent) {
        if (withPresent) {
            watcher.sendPresent(objects.list(), revision);
        } else if (watcher.sentRevision() < window.oldest()) {
            refusals++;
            watcher.fail(Status.failure(
                    settings.refusal(),
                    "too old resource version: " + watcher.sentRevision() + " (" + window.oldest() + ")",
                    null));
            return;
        } else {
            window.after(watcher.sentRevision(), change -> sendDelayed(watcher, change));
        }
        watchers.add(watcher);
    }

    /** A change from before the watch follows from who wrote it, not from who watches. */
    private void sendDelayed(Watcher watcher, EtcdChange change) {
        context.followPublication(
                change.revision(), () -> watcher.sendChange(change, WatchEvent.of(change.type(), change.object())));
    }

    @Override
    public void receive(EtcdWatch.Message message) {
        if (settings.lag().isEmpty()) {
            take(message);
            return;
        }
        // Progress has no lag of its own, or the frequent requests for it would make a slow cache slower.
        long lag = message instanceof EtcdWatch.Message.Changed
                ? settings.lag().get().sample(lags)
                : 0;
        settledAt = Math.max(settledAt, context.now() + lag);
        lagging.add(message);
        context.spend(settledAt - context.now(), () -> take(lagging.remove()));
    }

    private void take(EtcdWatch.Message message) {
        if (message instanceof EtcdWatch.Message.Changed changed) {
            take(changed.change());
        } else if (message instanceof EtcdWatch.Message.Progress progress) {
            revision = Math.max(revision, progress.revision());
            freshness.advanced();
        } else {
            ready = false;
            watchers.closeAll();
        }
    }

    /** What was still lagging when the connection broke comes a second time. */
    private void take(EtcdChange change) {
        if (!ready || change.revision() <= revision) {
            return;
        }
        revision = change.revision();
        if (change.type() == WatchEvent.Type.DELETED) {
            objects.remove(change.entry().key());
        } else {
            objects.put(change.entry().key(), change.object());
        }
        for (Listener listener : listeners) {
            listener.changed(change);
        }
        if (historyLosses > 0) {
            window.reset(Math.max(window.oldest(), change.revision()));
        } else {
            window.add(change, context.now());
        }
        watchers.sendChange(change);
        freshness.advanced();
    }

    @Override
    public void closed(Disconnect reason) {
        long settled = Math.max(0, settledAt - context.now());
        context.after(settled + RETRY, () -> {
            if (ready) {
                watch();
            } else {
                start();
            }
        });
    }
}

package dev.wavetank.model.client.cache;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchOptions;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Pager;
import dev.wavetank.model.client.flowcontrol.Backoff;
import dev.wavetank.model.trace.FailedWatchTrace;
import dev.wavetank.model.trace.RewindTrace;
import dev.wavetank.model.trace.hop.WaitHop;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.Subscription;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lists a resource, then watches it, and lists it again where the watch has a gap: client-go's reflector.
 *
 * <p>The first list is whatever the server has in its own cache ({@code resourceVersion=0}), and may be old. Watches
 * end after five to ten minutes. When a watch ends or breaks, the reflector watches again from the last revision it
 * saw; at once, unless the server refused it or hung up without a word. When the server has compacted that revision
 * (410), or the list failed, it lists again, not older than the last revision it saw; when the server cannot serve
 * that either, it lists the latest. Between two failures lies a back-off of 0.8 s to 30 s with full jitter, which
 * resets after two minutes without a failure.
 *
 * <p>With {@code sendInitialEvents} the watch itself begins with all objects, instead of a list. When the server
 * rejects that for another reason than its age, the reflector lists from then on. So do, for speed, the watches that
 * are open when the run begins.
 */
public final class Reflector implements StreamReceiver<WatchEvent> {

    private static final Backoff BACKOFF = new Backoff(800 * VirtualTime.MILLISECOND, 30 * VirtualTime.SECOND);

    /** After how long without a failure the back-off starts again. */
    private static final long BACKOFF_RESET = 2 * VirtualTime.MINUTE;

    /** The shortest time for which a watch is asked for ({@code minWatchTimeout}); the longest is twice that. */
    private static final long WATCH_TIMEOUT = 5 * VirtualTime.MINUTE;

    /** Every object has at least this revision, so every cache is as fresh. */
    private static final long ANY_REVISION = 1;

    /** A watch that ends sooner without an event was not served. */
    private static final long SHORT_WATCH = VirtualTime.SECOND;

    /** The annotation of the bookmark after the last initial object of a watch. */
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

    private final Context context;
    private final ApiClient client;
    private final ResourceType resource;
    private final ApiRequest.Selection selection;
    private final Target target;
    private final RandomStream timeouts;
    /** Null before the first failure. */
    private RandomStream waits;

    /** Whether watches are to begin with all objects. */
    private boolean listsByWatch;

    private boolean relistsNotOlder = true;
    private boolean relistsLatest = true;
    /** The initial objects of the present watch, until all of them have arrived; otherwise null. */
    private Map<ObjectKey, KubernetesObject> initial;

    private Subscription watch;
    private long revision;
    /** The revision up to which the target has everything. */
    private long storedRevision;
    /** Whether the server cannot give a list that is not older than the revision. */
    private boolean revisionUnavailable;

    private long watchedSince;
    private boolean watchHadNews;
    private int failures;
    private long lastFailure;
    /** Whether it has ever asked for the latest initial events, because the server was behind. */
    private boolean asksForLatest;
    /** When it began its first list; -1 before. */
    private long startedAt = -1;
    /** When the latest back-off was over, or will be; -1 when there was none. */
    private long backedOffAt = -1;

    private boolean listed;

    /** Receives what the reflector reads. */
    public interface Target {

        /** These are all objects that there are. */
        void replace(List<KubernetesObject> objects);

        /** An object is new, or has a new state. */
        void put(KubernetesObject object);

        /** An object was deleted; its last state. */
        void remove(KubernetesObject last);
    }

    public Reflector(
            Context context, ApiClient client, ResourceType resource, ApiRequest.Selection selection, Target target) {
        this.context = context;
        this.client = client;
        this.resource = resource;
        this.selection = selection;
        this.target = target;
        this.timeouts = context.random("watch-timeout/" + resource.groupVersionResource());
    }

    /** Lists as client-go of that version does; since v1.35 watches begin with all objects, instead. */
    public void listAsIn(KubernetesVersion version) {
        listsByWatch = version.has(Feature.WATCH_LIST_CLIENT);
        relistsNotOlder = version.has(Feature.RELIST_NOT_OLDER);
        relistsLatest = version.has(Feature.RELIST_OF_THE_LATEST);
    }

    /** What it reads. */
    ResourceType resource() {
        return resource;
    }

    /** Which objects of that it reads. */
    ApiRequest.Selection selection() {
        return selection;
    }

    /**
     * Says in the trace what an object may have waited for since it was written: for the first list, or for the end of
     * a back-off. Whether the object was there before then, a reader of the trace sees. Details only.
     *
     * @param inList whether it came with a list rather than a watch
     */
    void traceWaits(boolean inList) {
        boolean catchesUp = watchedSince == backedOffAt && context.now() - watchedSince < SHORT_WATCH;
        if (!inList && !catchesUp) {
            return;
        }
        String watch = "the watch of " + resource.plural();
        if (!listed) {
            context.trace(new WaitHop.Started(watch, context.now() - startedAt));
        }
        if (backedOffAt >= 0 && backedOffAt <= context.now()) {
            context.trace(new WaitHop.BackedOff(watch, resource.plural(), failures, context.now() - backedOffAt));
        }
    }

    /** The revision up to which its list and watch are complete; 0 before the first list. */
    public long revision() {
        return revision;
    }

    /** The revision up to which its target has everything; 0 before the first list. */
    long storedRevision() {
        return storedRevision;
    }

    /** Starts, or restarts, with all objects. */
    public void start() {
        startedAt = startedAt < 0 ? context.now() : startedAt;
        if (listsByWatch || context.isBeginning()) {
            initial = new LinkedHashMap<>();
            long least = context.isBeginning() ? ANY_REVISION : revisionUnavailable ? 0 : revision;
            watch(new WatchOptions(least, true, WatchOptions.InitialEvents.SENT, 0));
        } else {
            list();
        }
    }

    private void list() {
        boolean wantedLatest = revisionUnavailable;
        new Pager(client)
                .list(new ApiRequest.List(resource, "", selection, listOptions()))
                .whenDone(response -> {
                    if (response instanceof ApiResponse.Many many) {
                        revisionUnavailable = false;
                        revision = many.revision();
                        if (revision < storedRevision) {
                            context.trace(new RewindTrace(resource, storedRevision, revision));
                        }
                        target.replace(many.items());
                        storedRevision = revision;
                        listed = true;
                        watch();
                    } else if (isRevisionUnavailable(response) && !wantedLatest) {
                        revisionUnavailable = true;
                        list();
                    } else {
                        traceFailure(true);
                        retry(this::start);
                    }
                });
    }

    /** A list of a given revision has no limit: its pages would have to come from the store. */
    private ReadOptions listOptions() {
        if (revisionUnavailable) {
            return ReadOptions.DEFAULT.withLimit(Pager.PAGE_SIZE);
        }
        return revision == 0 || !relistsNotOlder
                ? ReadOptions.ANY.withLimit(Pager.PAGE_SIZE)
                : ReadOptions.notOlderThan(revision);
    }

    private boolean isRevisionUnavailable(ApiResponse response) {
        return response.failedWith(StatusReason.EXPIRED)
                || response.failedWith(StatusReason.GONE)
                || relistsLatest
                        && response instanceof ApiResponse.Failed failed
                        && failed.status().isTooLargeResourceVersion();
    }

    private void watch() {
        watch(WatchOptions.from(revision).withBookmarks());
    }

    private void watch(WatchOptions options) {
        long timeout = WATCH_TIMEOUT + timeouts.nextLong(WATCH_TIMEOUT);
        watchedSince = context.now();
        watchHadNews = false;
        watch = client.watch(resource, selection, options.withTimeout(timeout), this);
    }

    @Override
    public void receive(WatchEvent event) {
        if (event.type() == WatchEvent.Type.ERROR) {
            watch.close();
            failed(event.error());
            return;
        }
        watchHadNews = true;
        revision = Math.max(revision, event.object().metadata().revision());
        if (initial != null) {
            collect(event);
            return;
        }
        if (event.type() == WatchEvent.Type.DELETED) {
            target.remove(event.object());
        } else if (event.type() != WatchEvent.Type.BOOKMARK) {
            target.put(event.object());
        }
        storedRevision = revision;
    }

    /** Handles an initial object of a watch, a change of one, or the bookmark after the last. */
    private void collect(WatchEvent event) {
        switch (event.type()) {
            case DELETED -> initial.remove(event.object().key());
            case BOOKMARK -> {
                if ("true".equals(event.object().metadata().annotations().get(INITIAL_EVENTS_END))) {
                    List<KubernetesObject> all = new ArrayList<>(initial.values());
                    initial = null;
                    revisionUnavailable = false;
                    target.replace(all);
                    storedRevision = revision;
                    listed = true;
                }
            }
            default -> initial.put(event.object().key(), event.object());
        }
    }

    /**
     * An error event of a watch with initial objects means that the server does not support them, unless it says that
     * its cache is behind, or has forgotten the revision: then the latest is asked for, again and again ({@code
     * isErrorRetriableWithSideEffectsFn}, client-go v0.35).
     */
    private void failed(Status why) {
        if (initial == null) {
            traceFailure(false);
            retry(this::start);
        } else if (why.isTooLargeResourceVersion() || why.is(StatusReason.EXPIRED)) {
            revisionUnavailable = true;
            if (!asksForLatest) {
                asksForLatest = true;
                context.awaitWhile("initial events of " + resource.groupVersionResource(), () -> initial != null);
            }
            start();
        } else {
            initial = null;
            listsByWatch = false;
            list();
        }
    }

    @Override
    public void closed(Disconnect reason) {
        boolean isLost = reason == Disconnect.REFUSED || reason == Disconnect.TIMED_OUT;
        boolean wasServed = watchHadNews || context.now() - watchedSince >= SHORT_WATCH;
        if (initial == null && !isLost && wasServed) {
            watch();
            return;
        }
        traceFailure(false);
        if (initial != null) {
            retry(this::start);
        } else if (reason == Disconnect.TIMED_OUT && !relistsNotOlder) {
            // Only a refused connection made it wait for the server; after anything else it listed again.
            retry(this::start);
        } else if (isLost) {
            retry(this::watch);
        } else {
            retry(this::start);
        }
    }

    private void traceFailure(boolean isList) {
        context.trace(new FailedWatchTrace(client.userAgent(), resource, selection, isList));
    }

    private void retry(Runnable action) {
        if (context.now() - lastFailure > BACKOFF_RESET) {
            failures = 0;
        }
        lastFailure = context.now();
        long backoff = BACKOFF.after(++failures);
        if (waits == null) {
            waits = context.random("reflector/" + resource.groupVersionResource());
        }
        long wait = backoff + waits.nextLong(backoff);
        backedOffAt = context.now() + wait;
        context.after(wait, action::run);
    }
}

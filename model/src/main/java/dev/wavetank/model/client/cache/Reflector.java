package dev.wavetank.model.client.cache;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchOptions;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Pager;
import dev.wavetank.model.client.flowcontrol.Backoff;
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
 * saw; at once, unless the server refused it or hung up without a word. When the server has forgotten that revision
 * (410), or the list failed, it lists again, not older than what it saw; when the server cannot give that either, the
 * latest. Between two failures lies a back-off of 0.8 s to 30 s with full jitter, which starts anew after two quiet
 * minutes.
 *
 * <p>Where it is told so, it has the watch itself begin with all objects instead of a list. A server that refuses that
 * is asked for lists from then on.
 */
public final class Reflector implements StreamReceiver<WatchEvent> {

    private static final Backoff BACKOFF = new Backoff(800 * VirtualTime.MILLISECOND, 30 * VirtualTime.SECOND);

    /** After how long without a failure the back-off starts again. */
    private static final long BACKOFF_RESET = 2 * VirtualTime.MINUTE;

    /** The shortest time for which a watch is asked for ({@code minWatchTimeout}); the longest is twice that. */
    private static final long WATCH_TIMEOUT = 5 * VirtualTime.MINUTE;

    /** A watch that ends sooner without a word was not served. */
    private static final long SHORT_WATCH = VirtualTime.SECOND;

    /** The annotation of the bookmark after the last of the objects with which a watch begins. */
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

    private final Context context;
    private final ApiClient client;
    private final ResourceType resource;
    private final ApiRequest.Selection selection;
    private final Target target;
    private final RandomStream timeouts;
    private final RandomStream waits;
    /** Whether watches are to begin with all objects. */
    private boolean listsByWatch;
    /** The objects with which the present watch begins, as long as not all of them have come; otherwise null. */
    private Map<ObjectKey, KubernetesObject> initial;

    private Subscription watch;
    private long revision;
    /** Whether the server cannot give a list that is not older than the revision. */
    private boolean revisionUnavailable;

    private long watchedSince;
    private boolean watchHadNews;
    private int failures;
    private long lastFailure;

    /** Where all that is learnt goes. */
    public interface Target {

        /** These are all objects that there are. */
        void replace(List<KubernetesObject> objects);

        /** There is a new object, or a new state of one. */
        void put(KubernetesObject object);

        /** An object went; its last state. */
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
        this.waits = context.random("reflector/" + resource.groupVersionResource());
    }

    /** Has watches begin with all objects, instead of a list. */
    public void listByWatch() {
        listsByWatch = true;
    }

    /** Up to which revision its list and watch have told everything; 0 before the first list. */
    public long revision() {
        return revision;
    }

    /** Begins, or begins anew, with all objects that there are. */
    public void start() {
        if (listsByWatch) {
            initial = new LinkedHashMap<>();
            watch(new WatchOptions(revision, true, WatchOptions.InitialEvents.SENT, 0));
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
                        target.replace(many.items());
                        watch();
                    } else if (isRevisionUnavailable(response) && !wantedLatest) {
                        revisionUnavailable = true;
                        list();
                    } else {
                        retry(this::start);
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
        return response.failedWith(StatusReason.EXPIRED)
                || response.failedWith(StatusReason.GONE)
                || response instanceof ApiResponse.Failed failed
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
            failed();
            return;
        }
        watchHadNews = true;
        revision = Math.max(revision, event.object().metadata().revision());
        if (initial != null) {
            collect(event);
        } else if (event.type() == WatchEvent.Type.DELETED) {
            target.remove(event.object());
        } else if (event.type() != WatchEvent.Type.BOOKMARK) {
            target.put(event.object());
        }
    }

    /** One of the objects with which the watch begins, or a change of one, or the end of them. */
    private void collect(WatchEvent event) {
        switch (event.type()) {
            case DELETED -> initial.remove(event.object().key());
            case BOOKMARK -> {
                if ("true".equals(event.object().metadata().annotations().get(INITIAL_EVENTS_END))) {
                    List<KubernetesObject> all = new ArrayList<>(initial.values());
                    initial = null;
                    target.replace(all);
                }
            }
            default -> initial.put(event.object().key(), event.object());
        }
    }

    /** A watch that was to begin with all objects and says an error cannot do that. */
    private void failed() {
        if (initial == null) {
            retry(this::start);
        } else {
            initial = null;
            listsByWatch = false;
            list();
        }
    }

    @Override
    public void closed(Disconnect reason) {
        if (initial != null) {
            retry(this::start);
        } else if (reason == Disconnect.REFUSED || reason == Disconnect.TIMED_OUT) {
            retry(this::watch);
        } else if (watchHadNews || context.now() - watchedSince >= SHORT_WATCH) {
            watch();
        } else {
            retry(this::start);
        }
    }

    private void retry(Runnable action) {
        if (context.now() - lastFailure > BACKOFF_RESET) {
            failures = 0;
        }
        lastFailure = context.now();
        long backoff = BACKOFF.after(++failures);
        context.after(backoff + waits.nextLong(backoff), action::run);
    }
}

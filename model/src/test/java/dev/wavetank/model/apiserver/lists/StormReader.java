package dev.wavetank.model.apiserver.lists;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchOptions;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.Subscription;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Lists page by page or at once, fresh or stale, then watches; begins anew when it is told that it comes too late.
 * Keeps a mirror of the selected objects, and writes down what it was told.
 */
final class StormReader implements Component, StreamReceiver<WatchEvent> {

    private static final long RETRY = 300 * VirtualTime.MILLISECOND;

    final String selected;
    final List<Session> sessions = new ArrayList<>();
    final List<Snapshot> snapshots = new ArrayList<>();
    final Map<ObjectKey, KubernetesObject> mirror = new TreeMap<>();
    private final Context context;
    private final ApiClient client;
    private final RandomStream random;
    private Session session;
    private Subscription subscription;
    private long revision;

    /** What one watch told: events and bookmarks, after a revision. */
    static final class Session {
        final long after;
        final List<String> told = new ArrayList<>();
        /** How many events had come before each bookmark, and the revision that it named. */
        final List<long[]> bookmarks = new ArrayList<>();

        Session(long after) {
            this.after = after;
        }
    }

    /** A list as it was told to be at a revision. */
    record Snapshot(long revision, List<String> items) {}

    StormReader(Context context, ApiClient client, String selected) {
        this.context = context;
        this.client = client;
        this.selected = selected;
        this.random = context.random("reader");
    }

    @Override
    public void start() {
        list();
    }

    private void list() {
        ReadOptions options = switch (random.nextInt(4)) {
            case 0 -> ReadOptions.DEFAULT;
            case 1 -> ReadOptions.ANY;
            case 2 -> ReadOptions.notOlderThan(revision);
            default -> ReadOptions.DEFAULT.withLimit(1 + random.nextInt(3));
        };
        page(options, new ArrayList<>());
    }

    private void page(ReadOptions options, List<KubernetesObject> items) {
        ApiRequest.Selection selection = StormHistory.selection(selected);
        client.send(new ApiRequest.List(StormHistory.CONFIG_MAPS, "", selection, options))
                .whenDone(response -> {
                    if (!(response instanceof ApiResponse.Many many)) {
                        context.after(RETRY, this::list);
                        return;
                    }
                    items.addAll(many.items());
                    if (many.continueToken().isEmpty()) {
                        begin(items, many.revision());
                    } else {
                        long pause = random.nextLong(RETRY);
                        context.after(pause, () -> page(options.next(many.continueToken()), items));
                    }
                });
    }

    private void begin(List<KubernetesObject> items, long at) {
        snapshots.add(new Snapshot(at, StormHistory.texts(items)));
        mirror.clear();
        items.forEach(item -> mirror.put(item.key(), item));
        revision = at;
        watch();
    }

    private void watch() {
        session = new Session(revision);
        sessions.add(session);
        WatchOptions options =
                WatchOptions.from(revision).withBookmarks().withTimeout(random.between(1, 9) * VirtualTime.SECOND);
        subscription = client.watch(StormHistory.CONFIG_MAPS, StormHistory.selection(selected), options, this);
    }

    @Override
    public void receive(WatchEvent event) {
        if (event.type() == WatchEvent.Type.ERROR) {
            subscription.close();
            context.after(RETRY, this::list);
            return;
        }
        revision = event.object().metadata().revision();
        if (event.type() == WatchEvent.Type.BOOKMARK) {
            session.bookmarks.add(new long[] {session.told.size(), revision});
            return;
        }
        session.told.add(StormHistory.text(event.type(), event.object(), revision));
        if (event.type() == WatchEvent.Type.DELETED) {
            mirror.remove(event.object().key());
        } else {
            mirror.put(event.object().key(), event.object());
        }
    }

    @Override
    public void closed(Disconnect reason) {
        context.after(RETRY, this::watch);
    }
}

package dev.wavetank.model.etcd;

import dev.wavetank.model.trace.CompactedTrace;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.StreamSender;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who watches one member. */
public final class WatchHub {

    private final Context context;
    private final long progressInterval;
    private final List<Watcher> watchers = new ArrayList<>();
    /** Who watches keys of a directory in which something has changed, in the order of {@link #watchers}. */
    private final Map<String, List<Watcher>> byDirectory = new LinkedHashMap<>();

    private EtcdStore store;
    private boolean reportsProgress;

    private static final class Watcher {
        private final String client;
        private final EtcdWatch request;
        private final StreamSender<EtcdWatch.Message> sender;
        private boolean hadNews;

        private Watcher(String client, EtcdWatch request, StreamSender<EtcdWatch.Message> sender) {
            this.client = client;
            this.request = request;
            this.sender = sender;
        }

        /** Whether its prefix is that of some keys at least of a directory, which ends with a slash. */
        private boolean mayWatch(String directory) {
            return directory.startsWith(request.prefix()) || request.prefix().startsWith(directory);
        }
    }

    /**
     * Creates a hub without watches.
     *
     * @param progressInterval nanoseconds without news after which progress is reported
     *     ({@code --experimental-watch-progress-notify-interval})
     */
    public WatchHub(Context context, EtcdStore store, long progressInterval) {
        this.context = context;
        this.store = store;
        this.progressInterval = progressInterval;
    }

    /** Begins a watch: sends the changes that it missed, then those that follow. */
    public void open(String client, EtcdWatch request, StreamSender<EtcdWatch.Message> sender) {
        Watcher watcher = new Watcher(client, request, sender);
        if (!sendMissed(watcher, request.afterRevision())) {
            return;
        }
        watchers.add(watcher);
        byDirectory.forEach((directory, found) -> {
            if (watcher.mayWatch(directory)) {
                found.add(watcher);
            }
        });
        sender.whenClosed(() -> forget(watcher));
        if (request.progress() && !reportsProgress) {
            reportsProgress = true;
            context.daemonAfter(progressInterval, this::reportProgress);
        }
    }

    private boolean sendMissed(Watcher watcher, long after) {
        Optional<List<EtcdChange>> missed = store.changesAfter(watcher.request.prefix(), after);
        if (missed.isEmpty()) {
            context.trace(new CompactedTrace(
                    watcher.client, "watch", watcher.request.prefix(), after, store.compactedRevision()));
            watcher.sender.send(new EtcdWatch.Message.Compacted(store.compactedRevision()));
            watcher.sender.close();
            return false;
        }
        for (EtcdChange change : missed.get()) {
            context.followPublication(
                    change.revision(), () -> watcher.sender.send(new EtcdWatch.Message.Changed(change)));
        }
        return true;
    }

    /** Sends a change to the watches that match it. */
    public void publish(EtcdChange change) {
        EtcdWatch.Message message = null;
        String key = change.entry().key();
        for (Watcher watcher : watchersBelow(key.substring(0, key.lastIndexOf('/') + 1))) {
            // A watch may begin in the future: after a restore from a backup, or at a member that lags behind.
            if (key.startsWith(watcher.request.prefix()) && change.revision() > watcher.request.afterRevision()) {
                message = message == null ? new EtcdWatch.Message.Changed(change) : message;
                watcher.hadNews = true;
                watcher.sender.send(message);
            }
        }
    }

    /** Of hundreds of watchers one or two. */
    private List<Watcher> watchersBelow(String directory) {
        return byDirectory.computeIfAbsent(directory, unknown -> {
            List<Watcher> found = new ArrayList<>(2);
            for (Watcher watcher : watchers) {
                if (watcher.mayWatch(directory)) {
                    found.add(watcher);
                }
            }
            return found;
        });
    }

    private void forget(Watcher watcher) {
        watchers.remove(watcher);
        byDirectory.values().forEach(found -> found.remove(watcher));
    }

    /** Continues with a newer store that contains the old one's history; sends the changes between the two. */
    public void replaceStore(EtcdStore newer) {
        long reached = store.revision();
        store = newer;
        for (Watcher watcher : new ArrayList<>(watchers)) {
            if (!sendMissed(watcher, Math.max(reached, watcher.request.afterRevision()))) {
                forget(watcher);
            }
        }
    }

    /** Reports to a client the revision that its watches have reached, also to those that do not hear it unasked. */
    public void reportProgressTo(String client) {
        watchers.stream().filter(watcher -> watcher.client.equals(client)).forEach(this::reportProgress);
    }

    private void reportProgress() {
        context.daemonAfter(progressInterval, this::reportProgress);
        for (Watcher watcher : watchers) {
            if (watcher.request.progress() && !watcher.hadNews) {
                reportProgress(watcher);
            }
            watcher.hadNews = false;
        }
    }

    private void reportProgress(Watcher watcher) {
        if (store.revision() >= watcher.request.afterRevision()) {
            watcher.sender.send(new EtcdWatch.Message.Progress(store.revision()));
        }
    }

    /** Ends all watches. */
    public void closeAll() {
        List<Watcher> closed = new ArrayList<>(watchers);
        watchers.clear();
        byDirectory.clear();
        closed.forEach(watcher -> watcher.sender.close());
    }
}

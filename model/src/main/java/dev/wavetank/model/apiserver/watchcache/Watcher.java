package dev.wavetank.model.apiserver.watchcache;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.apiserver.registry.Selector;
import dev.wavetank.model.etcd.EtcdChange;
import dev.wavetank.sim.network.StreamSender;

/** One client's watch. */
final class Watcher {

    private final Selector selector;
    private final long afterRevision;
    private final StreamSender<WatchEvent> sender;

    Watcher(Selector selector, long afterRevision, StreamSender<WatchEvent> sender) {
        this.selector = selector;
        this.afterRevision = afterRevision;
        this.sender = sender;
    }

    long afterRevision() {
        return afterRevision;
    }

    String node() {
        return selector.node();
    }

    StreamSender<WatchEvent> sender() {
        return sender;
    }

    /**
     * Tells a change, if it concerns this watch. An object that is no longer selected is gone for the watcher,
     * with the last state that was selected; an object that begins to be selected is new.
     *
     * @param plain the event for watchers that saw the object before and still see it
     */
    void tell(EtcdChange change, WatchEvent plain) {
        if (change.revision() <= afterRevision) {
            return;
        }
        boolean before = change.previous() != null && selector.matches(change.previous());
        boolean now = change.type() != WatchEvent.Type.DELETED && selector.matches(change.object());
        if (before && now || before && change.type() == WatchEvent.Type.DELETED) {
            sender.send(plain);
        } else if (now) {
            sender.send(
                    change.type() == WatchEvent.Type.ADDED
                            ? plain
                            : WatchEvent.of(WatchEvent.Type.ADDED, change.object()));
        } else if (before) {
            KubernetesObject last = change.previous()
                    .withMetadata(change.previous().metadata().withResourceVersion(Long.toString(change.revision())));
            sender.send(WatchEvent.of(WatchEvent.Type.DELETED, last));
        }
    }

    void fail(Status status) {
        sender.send(new WatchEvent(WatchEvent.Type.ERROR, null, status));
        sender.close();
    }
}

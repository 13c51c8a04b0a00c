package dev.wavetank.model.apiserver.watchcache;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.ResourceVersion;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchOptions;
import dev.wavetank.model.apiserver.registry.Selector;
import dev.wavetank.model.etcd.EtcdChange;
import dev.wavetank.sim.network.StreamSender;
import java.util.Collections;
import java.util.Map;

/** One client's watch. */
final class Watcher {

    private final ResourceType resource;
    private final Selector selector;
    private final WatchOptions options;
    private final StreamSender<WatchEvent> sender;
    /** The revision up to which everything has been told, or was not asked for. */
    private long sentRevision;

    Watcher(ResourceType resource, Selector selector, WatchOptions options, StreamSender<WatchEvent> sender) {
        this.resource = resource;
        this.selector = selector;
        this.options = options;
        this.sender = sender;
        this.sentRevision = options.fromRevision();
    }

    WatchOptions options() {
        return options;
    }

    /** Whether so many events that concern it have not got onto the wire. */
    boolean hasWaiting(int room) {
        return sender.waiting() > room;
    }

    /** Whether it watches what the cache has an index of. */
    boolean isOfPods() {
        return resource.equals(Resources.PODS);
    }

    String node() {
        return selector.node();
    }

    StreamSender<WatchEvent> sender() {
        return sender;
    }

    /** Leaves out what was there before a revision. */
    void beginAfter(long revision) {
        sentRevision = revision;
    }

    long sentRevision() {
        return sentRevision;
    }

    /** Tells all objects that are selected, as they are at a revision. */
    void tellPresent(Iterable<KubernetesObject> present, long revision) {
        for (KubernetesObject object : present) {
            if (selector.matches(object)) {
                sender.send(WatchEvent.of(WatchEvent.Type.ADDED, object));
            }
        }
        sentRevision = revision;
        if (options.initialEvents() == WatchOptions.InitialEvents.SENT && options.bookmarks()) {
            bookmark(revision, Collections.singletonMap(WatchEvent.INITIAL_EVENTS_END, "true"));
        }
    }

    /**
     * Tells a change, if it concerns this watch. An object that is no longer selected is gone for the watcher,
     * with the last state that was selected; an object that begins to be selected is new.
     *
     * @param plain the event for watchers that saw the object before and still see it
     */
    void tell(EtcdChange change, WatchEvent plain) {
        if (change.revision() <= sentRevision) {
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
                    .withMetadata(
                            change.previous().metadata().withResourceVersion(ResourceVersion.of(change.revision())));
            sender.send(WatchEvent.of(WatchEvent.Type.DELETED, last));
        }
    }

    /** Tells how far the cache has come, unless that is no news. */
    void bookmark(long revision) {
        if (revision > sentRevision) {
            bookmark(revision, Collections.emptyMap());
        }
    }

    private void bookmark(long revision, Map<String, String> annotations) {
        ObjectMeta metadata = ObjectMetaBuilder.builder()
                .resourceVersion(ResourceVersion.of(revision))
                .annotations(annotations)
                .build();
        sender.send(WatchEvent.of(
                WatchEvent.Type.BOOKMARK, new GenericObject(resource.apiVersion(), resource.kind(), metadata, null)));
    }

    void fail(Status status) {
        sender.send(WatchEvent.error(status));
        sender.close();
    }
}

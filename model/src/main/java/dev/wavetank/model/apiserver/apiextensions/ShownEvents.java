package dev.wavetank.model.apiserver.apiextensions;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.sim.network.StreamSender;

/** Sends objects as they are shown in the version that is watched, by the definition of that moment. */
final class ShownEvents implements StreamSender<WatchEvent> {

    private final CustomResources resources;
    private final ResourceType resource;
    private final StreamSender<WatchEvent> watcher;

    ShownEvents(CustomResources resources, ResourceType resource, StreamSender<WatchEvent> watcher) {
        this.resources = resources;
        this.resource = resource;
        this.watcher = watcher;
    }

    @Override
    public void send(WatchEvent event) {
        KubernetesObject object = event.object();
        watcher.send(
                object == null || event.type() == WatchEvent.Type.BOOKMARK
                        ? event
                        : new WatchEvent(event.type(), resources.of(resource).fromStorage(object), event.error()));
    }

    @Override
    public void close() {
        watcher.close();
    }

    @Override
    public boolean isOpen() {
        return watcher.isOpen();
    }

    @Override
    public int waiting() {
        return watcher.waiting();
    }

    @Override
    public void whenClosed(Runnable action) {
        watcher.whenClosed(action);
    }
}

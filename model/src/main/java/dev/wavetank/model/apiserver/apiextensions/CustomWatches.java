package dev.wavetank.model.apiserver.apiextensions;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.sim.network.StreamSender;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Watches of custom resources: their events come in the version that is watched, and they end with the definition. */
public final class CustomWatches {

    private final CustomResources resources;
    private final Map<String, List<StreamSender<WatchEvent>>> open = new LinkedHashMap<>();

    /** Nobody watches yet. */
    public CustomWatches(CustomResources resources) {
        this.resources = resources;
        resources.addObserver(this::observed);
    }

    /**
     * Where the events of a watch are to be sent, so that the watcher gets them in the version that it watches; null when
     * there is no such resource, which the watcher has been told then.
     */
    public StreamSender<WatchEvent> watch(ResourceType resource, StreamSender<WatchEvent> watcher) {
        if (resources.served(resource).isEmpty()) {
            watcher.send(new WatchEvent(WatchEvent.Type.ERROR, null, Status.noSuchResource()));
            watcher.close();
            return null;
        }
        List<StreamSender<WatchEvent>> senders =
                open.computeIfAbsent(resource.qualified(), missing -> new ArrayList<>());
        senders.removeIf(sender -> !sender.isOpen());
        senders.add(watcher);
        return new Converted(resource, watcher);
    }

    private void observed(String name, Definition definition) {
        if (definition == null && open.containsKey(name)) {
            open.remove(name).forEach(StreamSender::close);
        }
    }

    /** Sends objects as they are shown in the version that is watched. */
    private final class Converted implements StreamSender<WatchEvent> {

        private final ResourceType resource;
        private final StreamSender<WatchEvent> watcher;

        private Converted(ResourceType resource, StreamSender<WatchEvent> watcher) {
            this.resource = resource;
            this.watcher = watcher;
        }

        @Override
        public void send(WatchEvent event) {
            Strategy<KubernetesObject> strategy = resources.of(resource);
            watcher.send(
                    event.object() == null
                            ? event
                            : new WatchEvent(event.type(), strategy.fromStorage(event.object()), event.error()));
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
        public void whenClosed(Runnable action) {
            watcher.whenClosed(action);
        }
    }
}

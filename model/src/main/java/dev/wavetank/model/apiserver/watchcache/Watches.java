package dev.wavetank.model.apiserver.watchcache;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchOptions;
import dev.wavetank.model.apiserver.registry.Selector;
import dev.wavetank.sim.network.StreamSender;

/** Serves watches from the server's caches. */
@FunctionalInterface
public interface Watches {

    /** Sends the changes of selected objects. */
    void serve(ResourceType resource, Selector selector, WatchOptions options, StreamSender<WatchEvent> sender);
}

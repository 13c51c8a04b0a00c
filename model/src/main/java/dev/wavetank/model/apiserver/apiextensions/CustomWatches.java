package dev.wavetank.model.apiserver.apiextensions;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchOptions;
import dev.wavetank.model.apiserver.registry.Selector;
import dev.wavetank.model.apiserver.watchcache.Watches;
import dev.wavetank.sim.network.StreamSender;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Watches of custom resources: all versions are served from what is stored, their events come in the version that is
 * watched, and they end with the definition. Watches of other resources go on.
 */
public final class CustomWatches implements Watches {

    private final CustomResources resources;
    private final Consumer<ResourceType> prepare;
    private final Watches next;
    private final Map<String, List<StreamSender<WatchEvent>>> open = new LinkedHashMap<>();

    /**
     * Creates the service without watches.
     *
     * @param prepare begins to follow what is stored of a resource, which is served from now on
     * @param next serves watches of what is stored
     */
    public CustomWatches(CustomResources resources, Consumer<ResourceType> prepare, Watches next) {
        this.resources = resources;
        this.prepare = prepare;
        this.next = next;
        resources.addObserver(this::observed);
    }

    @Override
    public void serve(ResourceType resource, Selector selector, WatchOptions options, StreamSender<WatchEvent> sender) {
        if (!resource.isCustom()) {
            next.serve(resource, selector, options, sender);
            return;
        }
        resources
                .served(resource)
                .ifPresentOrElse(
                        found -> {
                            List<StreamSender<WatchEvent>> senders =
                                    open.computeIfAbsent(resource.qualified(), missing -> new ArrayList<>());
                            senders.removeIf(other -> !other.isOpen());
                            senders.add(sender);
                            next.serve(
                                    stored(found.definition()),
                                    selector,
                                    options,
                                    new ShownEvents(resources, resource, sender));
                        },
                        () -> {
                            sender.send(WatchEvent.error(Status.noSuchResource()));
                            sender.close();
                        });
    }

    private static ResourceType stored(Definition definition) {
        return definition.type(definition.storageVersion());
    }

    private void observed(String name, Definition definition) {
        if (definition == null && open.containsKey(name)) {
            open.remove(name).forEach(StreamSender::close);
        } else if (definition != null && definition.isServed()) {
            prepare.accept(stored(definition));
        }
    }
}

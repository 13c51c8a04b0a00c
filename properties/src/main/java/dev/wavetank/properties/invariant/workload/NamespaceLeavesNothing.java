package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * A namespace that is gone has left nothing behind.
 *
 * <p>What was created right before may have been admitted by a server that did not know yet that the namespace was to
 * go. Events are exempt: some are about the end of the namespace itself.
 */
public final class NamespaceLeavesNothing implements Invariant {

    private final CacheLag lag;
    private final Map<String, Map<String, Created>> contents = new LinkedHashMap<>();
    private final Set<String> gone = new LinkedHashSet<>();

    private record Created(String name, long at) {}

    /** With default settings. */
    public NamespaceLeavesNothing() {
        this(Delays.NONE);
    }

    /** In a cluster with these delays. */
    public NamespaceLeavesNothing(Delays delays) {
        this.lag = new CacheLag(delays);
    }

    @Override
    public String name() {
        return "NamespaceLeavesNothing";
    }

    @Override
    public String statement() {
        return "A namespace that is gone has left nothing behind.";
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        lag.observe(entry);
        if (!(entry.record() instanceof StoreTrace change) || change.change() == WatchEvent.Type.MODIFIED) {
            return;
        }
        boolean deleted = change.change() == WatchEvent.Type.DELETED;
        KubernetesObject object = change.object();
        if (object instanceof Namespace namespace) {
            String name = namespace.metadata().name();
            if (deleted) {
                gone.add(name);
                judge(name, entry.time(), outcomes);
            } else {
                gone.remove(name);
            }
        } else if (change.resource().namespaced() && !change.resource().plural().equals("events")) {
            Map<String, Created> content =
                    contents.computeIfAbsent(object.key().namespace(), missing -> new LinkedHashMap<>());
            if (deleted) {
                content.remove(object.uid());
            } else {
                content.put(object.uid(), new Created(change.subject(), entry.time()));
            }
        }
    }

    private void judge(String namespace, long now, Outcomes outcomes) {
        contents.getOrDefault(namespace, Map.of()).values().stream()
                .filter(created -> !lag.mayHide(created.at(), now))
                .findFirst()
                .ifPresent(created -> left(namespace, created, outcomes));
    }

    private void left(String namespace, Created created, Outcomes outcomes) {
        outcomes.broken(this, "namespace/" + namespace, "is gone and has left " + created.name() + " behind");
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        for (String namespace : gone) {
            contents.getOrDefault(namespace, Map.of()).values().stream()
                    .findFirst()
                    .ifPresent(created -> left(namespace, created, outcomes));
        }
    }
}

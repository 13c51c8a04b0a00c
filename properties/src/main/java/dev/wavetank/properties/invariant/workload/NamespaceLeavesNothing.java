package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A namespace that is gone has left nothing behind. What was created when the namespace was to go may have been
 * admitted by a server that did not know it yet; when it is never deleted, this is reported as known.
 */
public final class NamespaceLeavesNothing implements Invariant {

    private final CacheLag lag;
    private final Map<String, Map<String, Created>> contents = new LinkedHashMap<>();
    private final Set<String> gone = new LinkedHashSet<>();
    /** When the deletion of namespaces began. */
    private final Map<String, Long> deleting = new LinkedHashMap<>();

    private record Created(String name, long at) {}

    /** With the age of what controllers act on. */
    public NamespaceLeavesNothing(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "NamespaceLeavesNothing";
    }

    @Override
    public String reason() {
        return "What outlives its namespace is out of reach of most tools, may still run and cost, and turns up"
                + " in the next namespace of that name. Events are exempt: some are about the end of the namespace"
                + " itself.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "staging/src/k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go (v1.32)",
                "pkg/controller/namespace/deletion/namespaced_resources_deleter.go (v1.32), deleteAllContent",
                "kubernetes#36891");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.CONTROLLERS, Tag.DELETION, Tag.SAFETY, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "A namespace that is gone has left nothing behind.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)
                || change.change() == WatchEvent.Type.MODIFIED && !(change.object() instanceof Namespace)) {
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
                if (namespace.metadata().isDeleting()) {
                    deleting.putIfAbsent(name, entry.time());
                } else {
                    deleting.remove(name);
                }
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
        String detail = "is gone and has left " + created.name() + " behind";
        Long since = deleting.get(namespace);
        if (since != null && created.at() >= since && lag.mayHide(since, created.at())) {
            outcomes.known(KnownBehaviour.STALE_NAMESPACE, this, "namespace/" + namespace, detail);
        } else {
            outcomes.broken(this, "namespace/" + namespace, detail);
        }
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

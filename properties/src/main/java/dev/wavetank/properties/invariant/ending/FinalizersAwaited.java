package dev.wavetank.properties.invariant.ending;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A namespace that is being deleted does not call content unexpected that only waits for its finalizers. */
public final class FinalizersAwaited implements Invariant {

    private static final String FAILED = "NamespaceDeletionContentFailure";
    private static final String UNEXPECTED = "unexpected items still remain";
    private static final String RESOURCE = "Resource=";

    private static final long FREE = -1;

    private final CacheLag lag;
    /** Since when objects have finalizers, by their place and by uid; {@link #FREE} for those without. */
    private final Map<Place, Map<String, Long>> contents = new LinkedHashMap<>();
    /** When an object without finalizers last went or got some, by namespace and resource. */
    private final Map<Place, Long> lastFree = new LinkedHashMap<>();

    /** The objects of a resource in a namespace. */
    private record Place(String namespace, String plural) {}

    /** With the age of what controllers act on. */
    public FinalizersAwaited(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "FinalizersAwaited";
    }

    @Override
    public String reason() {
        return "An error makes the namespace controller back off, for up to a minute, while it should wait for"
                + " the finalizers; and people look for a fault where there is none. Content of which something had"
                + " no finalizers a moment ago is not judged.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/namespace/deletion/namespaced_resources_deleter.go (v1.32),"
                        + " deleteAllContentForGroupVersionResource",
                "kubernetes#32519");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.DELETION, Tag.STATUS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A namespace that is deleted does not call content unexpected that waits for its finalizers.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof Namespace namespace) {
                judge(namespace, change.previous(), entry.time(), outcomes);
            } else if (change.resource().namespaced()) {
                observe(change, entry.time());
            }
        }
    }

    private void observe(StoreTrace change, long now) {
        KubernetesObject object = change.object();
        Place there = new Place(object.key().namespace(), change.resource().plural());
        Map<String, Long> here = contents.computeIfAbsent(there, missing -> new LinkedHashMap<>());
        boolean isGone = change.change() == WatchEvent.Type.DELETED;
        boolean isHeld = !object.metadata().finalizers().isEmpty();
        Long before = here.get(object.uid());
        if (before != null && before == FREE && (isGone || isHeld)) {
            lastFree.put(there, now);
        }
        if (isGone) {
            here.remove(object.uid());
        } else if (before == null || isHeld != (before != FREE)) {
            here.put(object.uid(), isHeld ? now : FREE);
        }
    }

    private void judge(Namespace namespace, @Nullable KubernetesObject before, long now, Outcomes outcomes) {
        String message = failure(namespace);
        if (message.isEmpty()
                || before instanceof Namespace last && failure(last).equals(message)) {
            return;
        }
        String resource = message.substring(message.lastIndexOf(RESOURCE) + RESOURCE.length());
        String name = namespace.metadata().name();
        Place there = new Place(name, resource);
        Map<String, Long> here = contents.getOrDefault(there, Collections.emptyMap());
        Long free = lastFree.get(there);
        boolean isAwaited = !here.isEmpty()
                && here.values().stream().allMatch(since -> since != FREE && !lag.mayHide(since, now))
                && (free == null || !lag.mayHide(free, now));
        if (isAwaited) {
            String detail =
                    "calls its " + here.size() + " " + resource + " unexpected, which wait for their finalizers";
            outcomes.broken(this, "namespace/" + name, detail);
        }
    }

    /** What the namespace says about content that should be gone; empty when it says nothing. */
    private static String failure(Namespace namespace) {
        return namespace.status() == null
                ? ""
                : namespace.status().conditions().stream()
                        .filter(condition -> condition.type().equals(FAILED)
                                && condition.status().equals("True")
                                && condition.message() != null
                                && condition.message().contains(UNEXPECTED))
                        .map(Namespace.Condition::message)
                        .findFirst()
                        .orElse("");
    }
}

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

    private static final long NEVER = -1;

    private final CacheLag lag;
    private final Map<Place, Contents> contents = new LinkedHashMap<>();

    /** The objects of a resource in a namespace. */
    private record Place(String namespace, String plural) {}

    /** What is in a place. Nearly nothing has finalizers, so the rest is only counted. */
    private static final class Contents {
        /** Since when objects have finalizers, by uid. */
        private final Map<String, Long> held = new LinkedHashMap<>();
        /** How many have none. */
        private int free;
        /** When one without finalizers last went or got some. */
        private long lastFree = NEVER;
    }

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
        Contents here = contents.computeIfAbsent(there, missing -> new Contents());
        boolean isGone = change.change() == WatchEvent.Type.DELETED;
        boolean isHeld = !isGone && !object.metadata().finalizers().isEmpty();
        boolean isNew = change.change() == WatchEvent.Type.ADDED;
        boolean wasHeld = here.held.containsKey(object.uid());
        boolean wasFree = !isNew && !wasHeld;
        if (wasFree && (isGone || isHeld)) {
            here.free--;
            here.lastFree = now;
        }
        if (wasHeld && !isHeld) {
            here.held.remove(object.uid());
        }
        if (isHeld) {
            here.held.putIfAbsent(object.uid(), now);
        } else if (!isGone && !wasFree) {
            here.free++;
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
        Contents here = contents.get(there);
        if (here != null
                && here.free == 0
                && !here.held.isEmpty()
                && here.held.values().stream().noneMatch(since -> lag.mayHide(since, now))
                && (here.lastFree == NEVER || !lag.mayHide(here.lastFree, now))) {
            String detail =
                    "calls its " + here.held.size() + " " + resource + " unexpected, which wait for their finalizers";
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

package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Every change gives an object a higher resourceVersion, that of the change, and leaves it its uid, and no uid is given
 * twice.
 */
public final class VersionsRise implements Invariant {

    /** All that were ever given, but those of Events: there are many, and nothing refers to them. */
    private final Set<String> uids = new LinkedHashSet<>();

    @Override
    public String name() {
        return "VersionsRise";
    }

    @Override
    public String reason() {
        return "Caches tell old from new by the version, and controllers tell an object from its namesake by the"
                + " uid.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, ObjectMeta: uid is unique in time and space",
                "Kubernetes documentation v1.32, Kubernetes API Concepts, Resource versions");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "Every change gives an object a higher resourceVersion and leaves its uid, which no other ever gets.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(StoreTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            judge(change, outcomes);
        }
    }

    private void judge(StoreTrace change, Outcomes outcomes) {
        KubernetesObject object = change.object();
        long version = object.metadata().revision();
        if (version != 0 && change.revision() != 0 && version != change.revision()) {
            outcomes.broken(
                    this,
                    ObjectNames.of(object),
                    "has version " + version + " after the change of revision " + change.revision());
        }
        if (change.change() == WatchEvent.Type.ADDED) {
            if (object.uid() != null && !(object instanceof ApiEvent) && !uids.add(object.uid())) {
                outcomes.broken(
                        this,
                        ObjectNames.of(object),
                        "is new and has uid " + object.uid() + ", which was given before");
            }
        } else if (change.change() == WatchEvent.Type.MODIFIED) {
            KubernetesObject before = change.previous();
            long from = before.metadata().revision();
            long to = object.metadata().revision();
            if (to <= from && from != 0) {
                outcomes.broken(this, ObjectNames.of(object), "went from version " + from + " to " + to);
            }
            if (before.uid() != null && !before.uid().equals(object.uid())) {
                outcomes.broken(
                        this, ObjectNames.of(object), "changed its uid from " + before.uid() + " to " + object.uid());
            }
        }
    }
}

package dev.wavetank.properties.invariant.client;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * An Event that is counted says the same as before, and its count rises ({@code eventLogger} of
 * client-go's tools/record/events_cache.go, v0.32).
 */
public final class EventsCounted implements Invariant {

    @Override
    public String name() {
        return "EventsCounted";
    }

    @Override
    public String reason() {
        return "Events of every failure would fill etcd and hide what is new, so that what a program reports again is "
                + "counted. Neither is judged how often something may be reported, nor when: clocks may be wrong.";
    }

    @Override
    public List<String> sources() {
        return List.of("staging/src/k8s.io/client-go/tools/record/events_cache.go, eventLogger (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.KUBELET, Tag.STATUS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "An Event that is counted says the same as before, and its count rises.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return List.of(ApiEvent.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change
                && change.change() == WatchEvent.Type.MODIFIED
                && change.object() instanceof ApiEvent event
                && change.previous() instanceof ApiEvent before
                && event.count() != null
                && before.count() != null) {
            boolean keeps = Objects.equals(before.reason(), event.reason())
                    && Objects.equals(before.type(), event.type())
                    && Objects.equals(before.firstTimestamp(), event.firstTimestamp())
                    && Objects.equals(before.involvedObject(), event.involvedObject());
            boolean rises = event.count() > before.count();
            if (!keeps || !rises) {
                outcomes.broken(
                        this,
                        ObjectNames.of(event),
                        "went from " + words(before) + " to " + words(event)
                                + ", expected the same with a higher count");
            }
        }
    }

    private static String words(ApiEvent event) {
        return event.reason() + " x" + event.count() + " at " + event.lastTimestamp();
    }
}

package dev.wavetank.properties.invariant.client;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.OpenFaults;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * An Event that is counted says the same as before, its count rises, and it says when that happened last ({@code
 * eventLogger} of client-go's tools/record/events_cache.go, v0.32).
 */
public final class EventsCounted implements Invariant {

    /** How long Events may wait for the rate limit of their client. */
    private static final long TURN = 2 * VirtualTime.MINUTE;

    private final long turn;
    private final OpenFaults faults = new OpenFaults();

    /** In this cluster. */
    public EventsCounted(ClusterSpec cluster) {
        Delays delays = Delays.of(cluster);
        this.turn = TURN + delays.visibility() + delays.answer();
    }

    @Override
    public String name() {
        return "EventsCounted";
    }

    @Override
    public String reason() {
        return "Events of every failure would fill etcd and hide what is new, so that what a program reports again is"
                + " counted. How often something may be reported is not judged, and that the count rises and its time"
                + " only while nothing goes wrong: clocks may be wrong, and requests late or doubled.";
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
        return "An Event that is counted says the same as before, how often it happened, and when it last did.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return List.of(ApiEvent.class, FaultTrace.class);
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
            // A network that duplicates may bring an older request once more.
            boolean rises = event.count() > before.count() || !faults.isNoneSince(entry.time() - turn);
            if (!keeps || !rises) {
                outcomes.broken(
                        this,
                        ObjectNames.of(event),
                        "went from " + words(before) + " to " + words(event)
                                + ", expected the same with a higher count");
            } else if (isLate(event, entry.time())) {
                outcomes.broken(
                        this,
                        ObjectNames.of(event),
                        "is counted again and says " + words(event) + ", expected a time of the last "
                                + VirtualTime.span(turn));
            }
        } else {
            faults.observe(entry);
        }
    }

    private boolean isLate(ApiEvent event, long now) {
        return event.lastTimestamp() != null
                && event.lastTimestamp().isBefore(VirtualTime.calendar(now - turn))
                && faults.isNoneSince(now - 2 * turn);
    }

    private static String words(ApiEvent event) {
        return event.reason() + " x" + event.count() + " at " + event.lastTimestamp();
    }
}

package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.apiserver.admission.initialization.PendingInitializers;
import dev.wavetank.model.scenario.AddOn;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** At rest no object waits for an initializer (v1.8 to v1.13). What an initializer has refused does not wait. */
public final class NothingUninitialized implements Invariant {

    /** The latency of an add-on is log-normal: one in twenty thousand takes longer than so many medians. */
    private static final int LONGEST = 20;

    private final List<AddOn.Initializer> running;
    private final boolean hasInitializers;
    private final Map<String, Waiting> waiting = new LinkedHashMap<>();

    private record Waiting(String resource, KubernetesObject object, String initializer, long since) {}

    /** In that cluster. */
    public NothingUninitialized(ClusterSpec cluster) {
        this.hasInitializers = cluster.profile().has(Feature.INITIALIZERS);
        this.running = cluster.addOns().stream()
                .filter(AddOn.Initializer.class::isInstance)
                .map(AddOn.Initializer.class::cast)
                .toList();
    }

    @Override
    public String name() {
        return "NothingUninitialized";
    }

    @Override
    public String reason() {
        return "An object that waits is hidden from lists and watches, so users see neither it nor why. When its"
                + " initializer does not run, because it is itself deployed by what waits for it, or was never"
                + " deployed, the object waits for ever.";
    }

    @Override
    public List<String> sources() {
        return List.of("kubernetes#49048");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "At rest no object waits for an initializer.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return hasInitializers ? List.of(StoreTrace.class) : List.of();
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        KubernetesObject object = change.object();
        PendingInitializers pending = PendingInitializers.of(object);
        boolean waits = pending != null
                && pending.result() == null
                && !pending.pending().isEmpty();
        if (waits && change.change() != WatchEvent.Type.DELETED) {
            String next = pending.pending().get(0);
            waiting.compute(
                    object.uid(),
                    (uid, before) -> before != null && before.initializer().equals(next)
                            ? before
                            : new Waiting(change.resource().plural(), object, next, entry.time()));
        } else {
            waiting.remove(object.uid());
        }
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        for (Waiting one : waiting.values()) {
            String detail = "waits for the initializer " + one.initializer();
            List<AddOn.Initializer> acting =
                    running.stream().filter(addOn -> acts(addOn, one)).toList();
            if (acting.isEmpty()) {
                String more = detail + ", which does not run";
                outcomes.known(KnownBehaviour.INITIALIZER_DOES_NOT_RUN, this, ObjectNames.of(one.object()), more);
            } else if (acting.stream().anyMatch(addOn -> now - one.since() < LONGEST * addOn.latency())) {
                outcomes.unknown(this, ObjectNames.of(one.object()) + " " + detail + ", which may not be done yet");
            } else {
                outcomes.broken(this, ObjectNames.of(one.object()), detail + ", which runs");
            }
        }
    }

    private static boolean acts(AddOn.Initializer addOn, Waiting one) {
        return addOn.name().equals(one.initializer())
                && addOn.resources().stream()
                        .anyMatch(resource ->
                                resource.equals(one.resource()) || resource.startsWith(one.resource() + "."));
    }
}

package dev.wavetank.properties.invariant.client;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.client.flowcontrol.Backoff;
import dev.wavetank.model.trace.FailedWatchTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An informer whose lists and watches fail tries again later and later: after 0.8 s, and twice as long each time up to
 * 30 s, longer by chance ({@code NewReflectorWithOptions}, client-go/tools/cache). After two minutes without a failure
 * it begins anew.
 */
public final class WatchesBackOff implements Invariant {

    private static final Backoff BACKOFF = new Backoff(800 * VirtualTime.MILLISECOND, 30 * VirtualTime.SECOND);
    private static final long RESET = 2 * VirtualTime.MINUTE;

    /** By component, since it was started. */
    private final Map<String, Map<Informer, Failures>> failures = new LinkedHashMap<>();

    /** What tells the informers of a component apart, which may share a client. */
    private record Informer(String agent, ResourceType resource, ApiRequest.Selection selection) {}

    /**
     * Failures of an informer in a row.
     *
     * @param count how many
     * @param last when the last one was
     */
    private record Failures(int count, long last) {}

    @Override
    public String name() {
        return "WatchesBackOff";
    }

    @Override
    public String reason() {
        return "When a server is down or has too much to do, each of its clients has dozens of informers that wait for"
                + " it. If they try again at once, they keep it from coming up.";
    }

    @Override
    public List<String> sources() {
        return List.of("staging/src/k8s.io/client-go/tools/cache/reflector.go, NewReflectorWithOptions (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CACHES, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "An informer whose lists and watches fail tries again later and later.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return List.of(FailedWatchTrace.class, ComponentTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof ComponentTrace) {
            failures.remove(entry.component());
        } else if (entry.record() instanceof FailedWatchTrace failure) {
            Informer informer = new Informer(failure.agent(), failure.resource(), failure.selection());
            failures.computeIfAbsent(entry.component(), first -> new LinkedHashMap<>())
                    .merge(
                            informer,
                            new Failures(1, entry.time()),
                            (before, now) -> next(before, now.last(), entry.component(), failure, outcomes));
        }
    }

    private Failures next(Failures before, long now, String component, FailedWatchTrace failure, Outcomes outcomes) {
        long waited = now - before.last();
        long due = BACKOFF.after(before.count());
        if (waited < due) {
            outcomes.broken(
                    this,
                    component,
                    failure.agent() + " tries to " + (failure.isList() ? "list " : "watch ") + failure.subject()
                            + " again " + VirtualTime.span(waited) + " after it has failed "
                            + before.count() + " times in a row, expected " + VirtualTime.span(due) + " at least");
        }
        return new Failures(waited > RESET ? 1 : before.count() + 1, now);
    }
}

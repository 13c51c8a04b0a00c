package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.owned.ControllerExpectations;
import dev.wavetank.model.trace.ExpectationTrace;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.MissedCreations;
import dev.wavetank.properties.invariant.NoSurplusPods;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Every expectation of a controller is explained by a request that may be in flight or a change that the cache may
 * not show yet.
 *
 * <p>A controller with outstanding expectations does not act for their owner. One that expects an event that never
 * comes, such as a pod whose creation failed, is blocked until the expectation expires after five minutes. A request
 * waits for its client's rate limit while others of the same client are sent; the last of them, and the last change
 * of a pod of the owner, is as old as a cache may lag at most. Owners in a terminating namespace are not judged: real
 * controllers stop there without counting.
 */
public final class ExpectationsMet implements Invariant {

    private final CacheLag lag;
    private final MissedCreations missed = new MissedCreations();
    private final Map<String, Expected> expected = new LinkedHashMap<>();
    /** When each controller last sent a request, by its user agent. */
    private final Map<String, Long> asked = new LinkedHashMap<>();

    private final Set<String> terminating = new LinkedHashSet<>();
    private long nextLook;

    /** The expectations of a controller for one owner. */
    private static final class Expected {
        private final String component;
        private final ExpectationTrace raised;
        private final long since;
        /** When an object that they may be about changed in the store. */
        private long touched;

        private Expected(String component, ExpectationTrace raised, long since) {
            this.component = component;
            this.raised = raised;
            this.since = since;
            this.touched = since;
        }
    }

    /** With default settings. */
    public ExpectationsMet() {
        this(Delays.NONE);
    }

    /** In a cluster with these delays. */
    public ExpectationsMet(Delays delays) {
        this.lag = new CacheLag(delays);
    }

    @Override
    public String name() {
        return "ExpectationsMet";
    }

    @Override
    public String statement() {
        return "What a controller expects to see is under way, or will be seen as soon as its cache has caught up.";
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        lag.observe(entry);
        missed.observe(entry);
        long now = entry.time();
        if (entry.record() instanceof ExpectationTrace trace) {
            observe(trace, entry, outcomes);
        } else if (entry.record() instanceof ComponentTrace.Crashed) {
            expected.values().removeIf(each -> each.component.equals(entry.component()));
        } else if (entry.record() instanceof StoreTrace change) {
            observe(change, now);
        } else if (!expected.isEmpty() && entry.record() instanceof RequestTrace request) {
            observe(request, now);
        }
        if (!expected.isEmpty() && now >= nextLook) {
            judge(now, outcomes);
        }
    }

    private void observe(ExpectationTrace trace, TraceEntry entry, Outcomes outcomes) {
        String id = trace.controller() + " " + trace.owner();
        Expected before = expected.remove(id);
        if (trace.isMet()) {
            return;
        }
        if (before != null && before.component.equals(entry.component()) && !hasExpired(before, entry.time())) {
            report(before, entry.time(), outcomes);
        }
        expected.put(id, new Expected(entry.component(), trace, entry.time()));
    }

    /** Real expectations expire although the cache is behind: what follows is for {@link NoSurplusPods} to judge. */
    private boolean hasExpired(Expected each, long now) {
        return now - each.since > ControllerExpectations.TIMEOUT && !isDue(each, now);
    }

    private void observe(StoreTrace change, long now) {
        if (change.object() instanceof Namespace namespace) {
            String name = namespace.metadata().name();
            if (change.change() == WatchEvent.Type.DELETED) {
                terminating.remove(name);
            } else if (namespace.metadata().isDeleting()) {
                terminating.add(name);
            }
        } else if (!expected.isEmpty() && change.object() instanceof Pod pod) {
            touch(pod, now);
        }
    }

    private void observe(RequestTrace request, long now) {
        asked.put(request.call().userAgent(), now);
        if (request.call().request() instanceof ApiRequest.Create create && create.body() instanceof Pod pod) {
            touch(pod, now);
        }
    }

    private void touch(Pod pod, long now) {
        String owner =
                pod.metadata().controller().map(reference -> reference.name()).orElse(null);
        if (owner != null) {
            ObjectKey key = new ObjectKey(pod.key().namespace(), owner);
            for (Expected each : expected.values()) {
                if (each.raised.owner().equals(key)) {
                    each.touched = now;
                }
            }
        }
    }

    private void judge(long now, Outcomes outcomes) {
        for (Expected each : expected.values()) {
            if (isDue(each, now)) {
                report(each, now, outcomes);
            }
        }
        nextLook = now + VirtualTime.SECOND;
    }

    private boolean isDue(Expected each, long now) {
        long last = Math.max(each.touched, asked.getOrDefault(each.raised.controller(), each.since));
        return !lag.mayHide(last, now)
                && !terminating.contains(each.raised.owner().namespace());
    }

    private void report(Expected each, long now, Outcomes outcomes) {
        String name = each.raised.controller() + "/" + each.raised.owner();
        String seen = "still expects some of " + each.raised.creations() + " creations and " + each.raised.deletions()
                + " deletions after " + VirtualTime.span(now - each.since)
                + ", although no request and no change is under way";
        if (missed.hinder(each.raised.owner())) {
            outcomes.known(KnownBehaviour.MISSED_CREATIONS, this, name, seen);
        } else {
            outcomes.broken(this, name, seen);
        }
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        judge(now, outcomes);
    }
}

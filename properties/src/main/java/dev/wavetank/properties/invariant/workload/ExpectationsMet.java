package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.admission.initialization.PendingInitializers;
import dev.wavetank.model.controller.owned.ControllerExpectations;
import dev.wavetank.model.trace.ExpectationTrace;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Focus;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.MissedCreations;
import dev.wavetank.properties.invariant.NoSurplusPods;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Every expectation of a controller is explained by a request that may be in flight or a change that the cache may
 * not show yet. A request waits for its client's rate limit while others of the same client are sent; the last of them,
 * and the last change of a pod of the owner, is as old as a cache may lag at most.
 */
public final class ExpectationsMet implements Invariant {

    private final boolean swallowsTimeouts;
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
        /** Whether the controller has taken a timeout for a creation. */
        private boolean hasSwallowed;
        /** Pods that wait for an initializer, so that no controller sees them (v1.8 to v1.13). */
        private final Set<String> uninitialized = new LinkedHashSet<>();

        private Expected(String component, ExpectationTrace raised, long since) {
            this.component = component;
            this.raised = raised;
            this.since = since;
            this.touched = since;
        }

        private void requested(boolean isSwallowed, long now) {
            touched = now;
            hasSwallowed |= isSwallowed;
        }

        private void changed(Pod pod, boolean isHidden, long now) {
            touched = now;
            if (isHidden) {
                uninitialized.add(pod.uid());
            } else {
                uninitialized.remove(pod.uid());
            }
        }
    }

    /** Of controllers of a version, with the age of what they act on. */
    public ExpectationsMet(CacheLag lag, KubernetesVersion version) {
        this.swallowsTimeouts = version.has(Feature.TIMEOUTS_TAKEN_FOR_CREATIONS);
        this.lag = lag;
    }

    @Override
    public String name() {
        return "ExpectationsMet";
    }

    @Override
    public String reason() {
        return "A controller with outstanding expectations does not act for their owner. One that expects an"
                + " event that never comes, such as that of a pod whose creation failed, is blocked until the"
                + " expectation expires after five minutes, and a crash of a pod in this time goes unrepaired."
                + " Owners in a terminating namespace are not judged: real controllers stop there without counting.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/controller_utils.go (v1.32), ControllerExpectations and ExpectationsTimeout",
                "kubernetes#129795");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.CACHES, Tag.WORKLOADS, Tag.JOBS, Tag.LIVENESS);
    }

    @Override
    public Focus focus() {
        return Focus.EXPECTATION;
    }

    @Override
    public String statement() {
        return "What a controller expects to see is under way, or will be seen as soon as its cache has caught up.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(
                StoreTrace.class,
                RequestTrace.class,
                ExpectationTrace.class,
                ComponentTrace.class,
                FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
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
            boolean isHidden = PendingInitializers.of(pod) != null && change.change() != WatchEvent.Type.DELETED;
            touch(pod, each -> each.changed(pod, isHidden, now));
        }
    }

    private void observe(RequestTrace request, long now) {
        asked.put(request.call().userAgent(), now);
        if (request.call().request() instanceof ApiRequest.Create create && create.body() instanceof Pod pod) {
            boolean isSwallowed = swallowsTimeouts && request.response().failedWith(StatusReason.TIMEOUT);
            touch(pod, each -> each.requested(isSwallowed, now));
        }
    }

    private void touch(Pod pod, Consumer<Expected> change) {
        String owner =
                pod.metadata().controller().map(reference -> reference.name()).orElse(null);
        if (owner != null) {
            ObjectKey key = new ObjectKey(pod.key().namespace(), owner);
            for (Expected each : expected.values()) {
                if (each.raised.owner().equals(key)) {
                    change.accept(each);
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
                && each.uninitialized.isEmpty()
                && !terminating.contains(each.raised.owner().namespace());
    }

    private void report(Expected each, long now, Outcomes outcomes) {
        String name = each.raised.controller() + "/" + each.raised.owner();
        String seen = "still expects some of " + each.raised.creations() + " creations and " + each.raised.deletions()
                + " deletions after " + VirtualTime.span(now - each.since)
                + ", although no request and no change is under way";
        if (each.hasSwallowed) {
            outcomes.known(KnownBehaviour.SWALLOWED_TIMEOUTS, this, name, seen);
        } else if (missed.hinder(each.raised.owner())) {
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

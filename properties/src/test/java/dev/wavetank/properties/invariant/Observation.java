package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Shows an invariant a story that was written by hand, and keeps what it says. */
public final class Observation implements Outcomes {

    /** {@code object: message} of everything that broke the invariant. */
    public final List<String> broken = new ArrayList<>();

    public final List<String> unknown = new ArrayList<>();

    /** {@code object: used of allowed}, in nanoseconds, of every time that was used. */
    public final List<String> margins = new ArrayList<>();

    /** {@code issue: object: message} of everything that upstream knows. */
    public final List<String> known = new ArrayList<>();

    /** What was shown, and what the invariant said to it. */
    public final List<Step> steps = new ArrayList<>();

    private final Invariant invariant;
    private final Observers observers;
    private final List<TraceSink> others;
    private final Map<String, KubernetesObject> store = new TreeMap<>();
    private long entries;
    private long now;

    /**
     * One step of the story.
     *
     * @param record that the invariant was shown; null for what is said in words
     */
    public record Step(long time, @Nullable TraceEntry record, String words) {}

    /** @param others observe every record before the invariant does */
    public Observation(Invariant invariant, TraceSink... others) {
        this.invariant = invariant;
        this.observers = new Observers(List.of(invariant));
        this.others = List.of(others);
    }

    /** @param invariant is made with the age of what controllers act on, in a cluster with default settings */
    public Observation(Function<CacheLag, Invariant> invariant, TraceSink... others) {
        CacheLag lag = new CacheLag(Delays.NONE);
        this.invariant = invariant.apply(lag);
        this.observers = new Observers(List.of(this.invariant));
        this.others = new ArrayList<>(List.of(others));
        this.others.add(lag);
    }

    public Observation at(long time) {
        now = time;
        return this;
    }

    /** The store takes these objects, new or changed. */
    public Observation stored(KubernetesObject... objects) {
        for (KubernetesObject object : objects) {
            KubernetesObject previous = store.put(object.uid(), object);
            WatchEvent.Type change = previous == null ? WatchEvent.Type.ADDED : WatchEvent.Type.MODIFIED;
            happened(new StoreTrace(change, resource(object), object, previous, entries));
        }
        return this;
    }

    public Observation deleted(KubernetesObject object) {
        KubernetesObject previous = store.remove(object.uid());
        return happened(new StoreTrace(WatchEvent.Type.DELETED, resource(object), object, previous, entries));
    }

    public Observation faultOpened(Fault fault) {
        return happened(new FaultTrace.Opened(fault));
    }

    public Observation happened(TraceRecord record) {
        // What was recorded last is what a request has done.
        return happened("hand", record instanceof RequestTrace ? entries : 0, record);
    }

    /** Something happens to a component, or by it, because of the record with that number. */
    public Observation happened(String component, long cause, TraceRecord record) {
        entries++;
        TraceEntry entry = new TraceEntry(entries, now, component, cause, record);
        steps.add(new Step(now, entry, ""));
        others.forEach(other -> other.accept(entry));
        observers.accept(entry, this);
        return this;
    }

    /** Number of the latest record. */
    public long latest() {
        return entries;
    }

    public Observation concluded() {
        steps.add(new Step(now, null, "the run ends, because nothing would change any more"));
        invariant.conclude(now, this);
        return this;
    }

    public Observation cutShort(String reason, String pending) {
        invariant.cutShort(now, reason, pending, this);
        return this;
    }

    @Override
    public void broken(Invariant by, String object, String message) {
        broken.add(object + ": " + message);
        steps.add(new Step(now, null, "BROKEN: " + object + ": " + message));
    }

    @Override
    public void known(KnownBehaviour behaviour, Invariant by, String object, String message) {
        known.add(behaviour.issue() + ": " + object + ": " + message);
    }

    @Override
    public void used(Invariant by, long used, long allowed, Supplier<String> object) {
        margins.add(object.get() + ": " + used + " of " + allowed);
    }

    @Override
    public void unknown(Invariant by, String reason) {
        unknown.add(reason);
    }

    private static ResourceType resource(KubernetesObject object) {
        if (object instanceof Pod) {
            return Resources.PODS;
        }
        if (object instanceof Node) {
            return Resources.NODES;
        }
        if (object instanceof ReplicaSet) {
            return Resources.REPLICA_SETS;
        }
        return switch (object.kind()) {
            case "Deployment" -> Resources.DEPLOYMENTS;
            case "ResourceQuota" -> Resources.RESOURCE_QUOTAS;
            case "Namespace" -> Resources.NAMESPACES;
            case "ConfigMap" -> Resources.CONFIG_MAPS;
            case "Job" -> Resources.JOBS;
            case "StatefulSet" -> Resources.STATEFUL_SETS;
            case "DaemonSet" -> Resources.DAEMON_SETS;
            case "ReplicationController" -> Resources.REPLICATION_CONTROLLERS;
            case "Lease" -> Resources.LEASES;
            default -> new ResourceType("", "v1", object.kind(), object.kind().toLowerCase(Locale.ROOT) + "s", true);
        };
    }
}

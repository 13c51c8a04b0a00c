package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Shows an invariant a story that was written by hand, and keeps what it says. */
public final class Observation implements Verdicts {

    /** {@code object: message} of everything that broke the law. */
    final List<String> broken = new ArrayList<>();

    final List<String> unknown = new ArrayList<>();
    private final Invariant invariant;
    private final Map<String, KubernetesObject> store = new TreeMap<>();
    private long entries;
    private long now;

    Observation(Invariant invariant) {
        this.invariant = invariant;
    }

    Observation at(long time) {
        now = time;
        return this;
    }

    /** The store takes these objects, new or changed. */
    Observation stored(KubernetesObject... objects) {
        for (KubernetesObject object : objects) {
            KubernetesObject previous = store.put(object.uid(), object);
            WatchEvent.Type change = previous == null ? WatchEvent.Type.ADDED : WatchEvent.Type.MODIFIED;
            happened(new StoreTrace(change, resource(object), object, previous, entries));
        }
        return this;
    }

    Observation deleted(KubernetesObject object) {
        KubernetesObject previous = store.remove(object.uid());
        return happened(new StoreTrace(WatchEvent.Type.DELETED, resource(object), object, previous, entries));
    }

    Observation faultOpened(Fault fault) {
        return happened(new FaultTrace.Opened(fault));
    }

    Observation happened(TraceRecord record) {
        entries++;
        invariant.observe(new TraceEntry(entries, now, "hand", 0, record), this);
        return this;
    }

    Observation concluded() {
        invariant.conclude(now, this);
        return this;
    }

    Observation cutShort(String reason, String pending) {
        invariant.cutShort(reason, pending, this);
        return this;
    }

    @Override
    public void broken(Invariant by, String object, String message) {
        broken.add(object + ": " + message);
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
        return object instanceof Deployment ? Resources.DEPLOYMENTS : Resources.RESOURCE_QUOTAS;
    }
}

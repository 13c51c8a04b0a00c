package dev.wavetank.properties.invariant.node;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scenario.ModelFault;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The phase of a pod only goes on: from Pending to Running to its end, of which there is one.
 *
 * <p>A pod that has ended is replaced by its controller, and its room on the node is given away; when it runs again,
 * both happen twice (kubernetes/kubernetes issues 54499 and 58711). Phase {@code Unknown} says nothing, so a write that
 * begins or ends there is not judged. An etcd that is restored from a backup shows older phases again, so that pods
 * from before its end are not judged any more.
 */
public final class PhaseMonotone implements Invariant {

    private boolean restored;
    /** Uids of the pods that were created after a restore. */
    private final Set<String> younger = new TreeSet<>();

    @Override
    public String name() {
        return "PhaseMonotone";
    }

    @Override
    public String statement() {
        return "The phase of a pod only goes on: from Pending to Running to its end, of which there is one.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof FaultTrace fault && fault.fault() instanceof ModelFault.EtcdRestore) {
            restored = true;
            younger.clear();
        }
        if (restored
                && entry.record() instanceof StoreTrace created
                && created.change() == WatchEvent.Type.ADDED
                && created.object() instanceof Pod pod) {
            younger.add(pod.uid());
        }
        if (entry.record() instanceof StoreTrace change
                && change.change() == WatchEvent.Type.MODIFIED
                && change.object() instanceof Pod pod
                && change.previous() instanceof Pod previous
                && (!restored || younger.contains(pod.uid()))
                && !pod.phase().equals(previous.phase())
                && goesBack(previous.phase(), pod.phase())) {
            outcomes.broken(this, ObjectNames.of(pod), "went from phase " + previous.phase() + " to " + pod.phase());
        }
    }

    private static boolean goesBack(String from, String to) {
        return switch (from) {
            case "Running" -> to.equals("Pending");
            case "Succeeded", "Failed" -> !to.equals("Unknown");
            default -> false;
        };
    }
}

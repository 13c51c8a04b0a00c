package dev.wavetank.properties.invariant.nodelifecycle;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ModelFault;
import dev.wavetank.model.scenario.NodeFault;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.OpenFaults;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.trace.TraceEntry;

/**
 * Since when nothing has kept the control plane from seeing the API as it is: faults of nodes, their programs and their
 * containers do not, everything else may, and for a while after it has healed.
 */
final class CalmView {

    /** After other trouble the node controller may have just begun, or be about to catch up. */
    private static final long RECOVERY = VirtualTime.MINUTE;

    private final boolean isPrompt;
    private final OpenFaults faults = new OpenFaults(fault -> !isOfNode(fault));

    /** In that cluster: one whose settings delay or leave out the node controller never has a clear view. */
    CalmView(ClusterSpec cluster) {
        Delays delays = Delays.of(cluster);
        this.isPrompt = delays.visibility() == 0
                && delays.answer() == 0
                && !cluster.settings().containsKey("kube-controller-manager.controllers");
    }

    void observe(TraceEntry entry) {
        faults.observe(entry);
    }

    private static boolean isOfNode(Fault fault) {
        if (fault instanceof NodeFault
                || fault instanceof ModelFault && !fault.kind().startsWith("etcd")) {
            return true;
        }
        return fault instanceof ComponentFault
                && !(fault instanceof ComponentFault.SkewedClock)
                && fault.components().stream()
                        .allMatch(name -> name.startsWith("kubelet/") || name.startsWith("runtime/"));
    }

    /** Whether the view was clear at that time, for long enough before it, and ever since. */
    boolean hasRecoveredBy(long time) {
        return isPrompt && faults.isNoneSince(time - RECOVERY);
    }
}

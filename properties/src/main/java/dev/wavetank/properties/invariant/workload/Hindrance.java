package dev.wavetank.properties.invariant.workload;

import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.LinkedHashMap;
import java.util.Map;

/** Until when processes were paused, or so slow that their own timers were late. */
final class Hindrance {

    /** By pattern of component names; the end of time while it lasts. */
    private final Map<String, Long> until = new LinkedHashMap<>();
    /** How many faults of a pattern are open. */
    private final Map<String, Integer> open = new LinkedHashMap<>();

    void observe(TraceRecord record, long now) {
        if (record instanceof FaultTrace.Opened opened && isHindrance(opened.fault())) {
            open.merge(opened.target(), 1, Integer::sum);
            until.put(opened.target(), Long.MAX_VALUE);
        } else if (record instanceof FaultTrace.Closed closed && isHindrance(closed.fault())) {
            if (open.merge(closed.target(), -1, Integer::sum) <= 0) {
                until.put(closed.target(), now);
            }
        }
    }

    private static boolean isHindrance(Fault fault) {
        return fault instanceof ComponentFault.Pause || fault instanceof ComponentFault.SlowCpu;
    }

    /** Whether the component was hindered at that time, or no longer before it than the given span. */
    boolean within(long span, String component, long now) {
        return until.entrySet().stream()
                .filter(each -> LinkSelector.covers(component(each.getKey()), component))
                .anyMatch(each -> now - span <= each.getValue());
    }

    /** The target of a slow processor has its slowness, too. */
    private static String component(String target) {
        return target.split(" ")[0];
    }
}

package dev.wavetank.cli;

import dev.wavetank.model.trace.FaultMissed;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayList;
import java.util.List;

/** Notes the faults that found nothing to hit. */
final class MissedFaults implements TraceSink {

    private final List<String> lines = new ArrayList<>();

    @Override
    public void accept(TraceEntry entry) {
        if (entry.record() instanceof FaultMissed fault) {
            lines.add(fault.kind() + " " + fault.target() + " at " + VirtualTime.format(entry.time()));
        }
    }

    List<String> lines() {
        return List.copyOf(lines);
    }
}

package dev.wavetank.cli.execution;

import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayList;
import java.util.List;

/** Notes the faults that never opened or found nothing to hit. */
public final class UnusedFaults implements TraceSink {

    private final List<String> lines = new ArrayList<>();

    @Override
    public void accept(TraceEntry entry) {
        if (entry.record() instanceof FaultTrace.Missed missed) {
            lines.add(missed.kind() + " " + missed.target() + " "
                    + missed.clause().trigger() + ": " + missed.reason());
        }
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }
}

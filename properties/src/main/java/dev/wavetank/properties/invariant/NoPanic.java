package dev.wavetank.properties.invariant;

import dev.wavetank.model.trace.PanicTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;

/**
 * No component throws an exception while it works, also none that a caller catches: Go's API server turns a panic into
 * a 500, and controller-runtime turns it into an error and a retry, but both are defects.
 */
public final class NoPanic implements Invariant {

    @Override
    public String name() {
        return "NoPanic";
    }

    @Override
    public String statement() {
        return "No component throws an exception while it works.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(PanicTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof PanicTrace panic) {
            String place = panic.place().isEmpty() ? "" : ", at " + panic.place();
            outcomes.broken(this, entry.component(), panic.work() + " threw " + panic.thrown() + place);
        }
    }
}

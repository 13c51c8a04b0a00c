package dev.wavetank.sim.determinism;

import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceSink;
import java.util.function.Consumer;

/** A run that the diagnosis can repeat: every call builds everything again. */
@FunctionalInterface
public interface ReproducibleRun {

    /**
     * Makes the whole run once, from the beginning.
     *
     * @param records must receive every record of the run's trace
     */
    void run(TraceSink records);

    /**
     * A run that writes into a trace it is given:
     * {@code ReproducibleRun.of(trace -> new MySystem(new Simulation(7, OrderPolicy.FIFO, trace)).run())}.
     */
    static ReproducibleRun of(Consumer<Trace> run) {
        return records -> {
            Trace trace = new Trace();
            trace.addSink(records);
            run.accept(trace);
        };
    }
}

package dev.wavetank.sim.determinism;

import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.function.IntFunction;

/**
 * A small system for the doctor: a depot sends parcels, one every 10 ms. Record 1 is the start of the depot, parcel
 * {@code n} is record {@code n + 1}. Tests plant leaks by deciding what is written on a parcel, or when it is sent.
 *
 * @param parcels how many are sent
 * @param labels what is written on each parcel, from 1
 */
record Depot(int parcels, IntFunction<String> labels) {

    /** Many more than the doctor keeps. */
    static final int MANY = Recorder.MOST_KEPT + 3_000;

    private static final long PAUSE = 10_000_000;

    /** A depot without a leak. */
    static Depot clean(int parcels) {
        return new Depot(parcels, number -> "to shelf " + number % 7);
    }

    /** A depot that leaks at one parcel. */
    static Depot leakingAt(int parcel, int parcels, IntFunction<String> leak) {
        Depot clean = clean(parcels);
        return new Depot(
                parcels,
                number -> number == parcel ? leak.apply(number) : clean.labels().apply(number));
    }

    ReproducibleRun subject() {
        return ReproducibleRun.of(trace -> {
            Simulation simulation = new Simulation(7, OrderPolicy.FIFO, trace);
            Components components = new Components(simulation);
            components.add("depot", context -> () -> send(context, 1));
            components.startAll();
            simulation.run(RunLimits.until(Long.MAX_VALUE));
        });
    }

    private void send(Context context, int number) {
        context.trace(new Sent(number, labels.apply(number)));
        if (number < parcels) {
            context.after(PAUSE, () -> send(context, number + 1));
        }
    }

    /** A parcel is on its way. */
    record Sent(long parcel, String label) implements TraceRecord {
        @Override
        public String type() {
            return "parcel.sent";
        }

        @Override
        public void describe(Fields out) {
            out.number("parcel", parcel).text("label", label);
        }
    }
}

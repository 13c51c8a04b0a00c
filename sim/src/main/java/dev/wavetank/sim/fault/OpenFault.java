package dev.wavetank.sim.fault;

import java.util.function.IntSupplier;

/** A fault that is at work. Equal faults can be at work at the same time, each as one of these. */
public interface OpenFault {

    /**
     * Ends it: the damage is not undone, but no more is done.
     *
     * @return how many things it has hit in all; 0 means that the fault was in vain
     */
    int close();

    /** One that has done all it ever will. */
    static OpenFault done(int hits) {
        return () -> hits;
    }

    /** One that has hit a number of things and has something to take back. */
    static OpenFault until(int hits, Runnable end) {
        return () -> {
            end.run();
            return hits;
        };
    }

    /** One that knows only in the end how many things it hit. */
    static OpenFault counting(IntSupplier end) {
        return end::getAsInt;
    }
}

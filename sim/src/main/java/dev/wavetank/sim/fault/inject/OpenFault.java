package dev.wavetank.sim.fault.inject;

/** A fault that is at work. Equal faults can be at work at the same time, each as one of these. */
@FunctionalInterface
public interface OpenFault {

    /**
     * Ends it: the damage is not undone, but no more is done.
     *
     * @return how many things it has hit in all: components, messages, requests or streams; 0 means that it was
     * in vain
     */
    long close();

    /** One that has done all it ever will. */
    static OpenFault done(long hits) {
        return () -> hits;
    }

    /** One that has hit a number of things and has something to take back. */
    static OpenFault until(long hits, Runnable end) {
        return () -> {
            end.run();
            return hits;
        };
    }
}

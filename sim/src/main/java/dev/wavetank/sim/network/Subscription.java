package dev.wavetank.sim.network;

/** An open stream, as its receiver holds it. */
@FunctionalInterface
public interface Subscription {

    /** Ends the stream; nothing is received afterwards. */
    void close();
}

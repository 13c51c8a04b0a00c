package dev.wavetank.benchmarks.peer;

/** An event list or a simulation library with its events pending, ready to run. */
public interface Peer extends AutoCloseable {

    /**
     * Fires events in order of their due times; each one schedules another, so that as many stay pending.
     *
     * @param events how many events fire
     * @return the clock after the last one, in nanoseconds since the start of the run
     */
    long hold(int events);

    /** Ends what the library keeps running in the background. */
    @Override
    default void close() {}
}

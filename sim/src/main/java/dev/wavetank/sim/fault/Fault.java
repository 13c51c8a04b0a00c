package dev.wavetank.sim.fault;

/** One thing that goes wrong for a while. Implementations are records of plain data. */
public interface Fault {

    /** When it is active. */
    Window window();

    /** Stable name of the kind of fault, such as {@code networkPartition}. */
    String kind();

    /** What it hits, for people and for the trace. */
    String target();
}

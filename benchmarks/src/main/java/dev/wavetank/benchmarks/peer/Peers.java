package dev.wavetank.benchmarks.peer;

import dev.wavetank.benchmarks.workload.Delays;
import java.util.function.Function;
import nl.tudelft.simulation.dsol.eventlists.EventListPriorityQueue;
import nl.tudelft.simulation.dsol.eventlists.RedBlackTree;
import umontreal.ssj.simevents.eventlist.Henriksen;
import umontreal.ssj.simevents.eventlist.SplayTree;

/** Everybody who takes part. */
public enum Peers {
    /** Two {@code long} arrays, no events. */
    ARRAY_HEAP("bare array heap", ArrayHeapPeer::new),
    /** {@link java.util.PriorityQueue} of records, no events. */
    PRIORITY_QUEUE("bare `java.util.PriorityQueue` of records", PriorityQueuePeer::new),
    /** The kernel, one event object. */
    KERNEL("**kernel**, one event object", KernelPeer::ofOneEvent),
    /** The kernel, an object an event. */
    KERNEL_NEW_EVENTS("**kernel**, a new event each time", KernelPeer::ofNewEvents),
    /** SSJ with the list that is its best one for this. */
    SSJ_HENRIKSEN("SSJ 3.3.2, Henriksen's list", delays -> new SsjPeer(delays, new Henriksen())),
    /** SSJ with its default list. */
    SSJ_SPLAY_TREE("SSJ 3.3.2, splay tree (default)", delays -> new SsjPeer(delays, new SplayTree())),
    /** DSOL with the list that is its best one for this. */
    DSOL_PRIORITY_QUEUE("DSOL 4.3.2, priority queue", delays -> new DsolPeer(delays, new EventListPriorityQueue<>())),
    /** DSOL with its default list. */
    DSOL_RED_BLACK_TREE("DSOL 4.3.2, red-black tree (default)", delays -> new DsolPeer(delays, new RedBlackTree<>())),
    /** CloudSim Plus. */
    CLOUDSIM_PLUS("CloudSim Plus 8.5.7", CloudSimPlusPeer::new),
    /** kalasim, which is not asked to run a million processes. */
    KALASIM("kalasim 1.0.6", KalasimPeer::new);

    private static final int KALASIM_PENDING_MAX = 100_000;

    private final String title;
    private final Function<Delays, Peer> factory;

    Peers(String title, Function<Delays, Peer> factory) {
        this.title = title;
        this.factory = factory;
    }

    /** Whether it takes part with so many pending events. */
    public boolean copesWith(int pending) {
        return this != KALASIM || pending <= KALASIM_PENDING_MAX;
    }

    /** What it is called in a table. */
    public String title() {
        return title;
    }

    /** The peer at the start of a run, with its events pending. */
    public Peer start(Delays delays) {
        return factory.apply(delays.again());
    }
}

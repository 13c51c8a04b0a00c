package dev.wavetank.properties.invariant;

import dev.wavetank.sim.VirtualTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * Objects that are gone, until nobody can act on what a cache shows of them any more. Without it an invariant that has
 * to know about objects that were there a moment ago would know all that ever were, and long runs would fill the heap.
 *
 * @param <K> by what an object is known
 */
public final class Departed<K> {

    /** Longer than any cache lags, also with faults and slow settings. */
    private static final long REMEMBERED = VirtualTime.HOUR;

    private final Deque<Departure<K>> departures = new ArrayDeque<>();
    private final Consumer<K> forget;

    private record Departure<K>(K key, long at) {}

    /**
     * None are gone.
     *
     * @param forget takes what is to be forgotten
     */
    public Departed(Consumer<K> forget) {
        this.forget = forget;
    }

    /** One is gone. Those that went an hour of virtual time before are forgotten. */
    public void add(K key, long now) {
        departures.addLast(new Departure<>(key, now));
        while (now - departures.getFirst().at() > REMEMBERED) {
            forget.accept(departures.removeFirst().key());
        }
    }
}

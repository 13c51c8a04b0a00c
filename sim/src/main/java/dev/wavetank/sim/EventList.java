package dev.wavetank.sim;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The event list: pending events ordered by due time, then by the order in which they were scheduled.
 *
 * <p>What belongs to an event lies in a slot; the heap orders (time, order number, slot). Neither adding nor firing
 * allocates. Cancelling empties the slot and leaves a tombstone in the heap, which is dropped when it comes to the
 * top, or all at once when tombstones outnumber the living. A slot that was polled stays occupied, and can be
 * cancelled, until it is freed: an event may have to wait although it is due.
 */
final class EventList {

    /** Bits of an entry that hold the slot: so many events can be pending at once. */
    private static final int SLOT_BITS = 24;

    private static final int INITIAL_CAPACITY = 256;
    private static final int DAEMON = EventClass.DAEMON.ordinal();

    // One slot is four neighbouring words and two neighbouring references, so that it costs two cache lines.
    private static final int WORDS = 4;
    private static final int DUE = 0;
    private static final int CAUSE = 1;
    private static final int ORDER = 2;
    /** Generation in the high half, class in the low half. */
    private static final int KIND = 3;

    private static final int REFERENCES = 2;
    private static final int EVENT = 0;
    private static final int OWNER = 1;

    private final EventHeap heap = new EventHeap();
    private long[] words = new long[WORDS * INITIAL_CAPACITY];
    private Object[] references = new Object[REFERENCES * INITIAL_CAPACITY];
    private int[] freeSlots = new int[INITIAL_CAPACITY];
    private int freeCount;
    private int usedSlots;

    private long orders;
    private int live;
    private int daemons;
    private int detached;
    private boolean detachedCancelled;

    static int slotOf(long entry) {
        return (int) entry & (1 << SLOT_BITS) - 1;
    }

    /**
     * Adds an event.
     *
     * @return a handle for {@link #cancel}, never 0
     */
    long add(long due, EventClass eventClass, EventOwner owner, long cause, Event event) {
        int slot = freeCount > 0 ? freeSlots[--freeCount] : newSlot();
        int kind = eventClass.ordinal();
        int base = WORDS * slot;
        long generation = (words[base + KIND] >>> 32) + 1;
        words[base + DUE] = due;
        words[base + CAUSE] = cause;
        words[base + ORDER] = ++orders;
        words[base + KIND] = generation << 32 | kind;
        references[REFERENCES * slot + EVENT] = event;
        references[REFERENCES * slot + OWNER] = owner;
        live++;
        if (kind == DAEMON) {
            daemons++;
        }
        heap.add(due, orders << SLOT_BITS | slot);
        return generation << 32 | slot;
    }

    /** Empties the event's slot. Answers whether it was still pending. */
    boolean cancel(long handle) {
        int slot = (int) handle;
        if (words[WORDS * slot + KIND] >>> 32 != handle >>> 32 || !isLive(slot)) {
            return false;
        }
        bury(slot);
        detachedCancelled |= detached > 0;
        compactIfMostlyDead();
        return true;
    }

    /** Cancels everything that belongs to {@code owner}. Costs O(pending): owners die rarely. */
    void cancelAllOf(EventOwner owner) {
        for (int slot = 0; slot < usedSlots; slot++) {
            if (references[REFERENCES * slot + OWNER] == owner && isLive(slot)) {
                bury(slot);
            }
        }
        detachedCancelled |= detached > 0;
        compactIfMostlyDead();
    }

    /** Whether nothing but daemon events is pending. */
    boolean isQuiescent() {
        return live == daemons;
    }

    /** Shows the owner, or null, of every pending event of a class. */
    void forEachOwner(EventClass eventClass, Consumer<EventOwner> action) {
        for (int slot = 0; slot < usedSlots; slot++) {
            if (isLive(slot) && (int) words[WORDS * slot + KIND] == eventClass.ordinal()) {
                action.accept(owner(slot));
            }
        }
    }

    /** Due time of the event that {@link #poll} would take, or {@code Long.MAX_VALUE} when none is left to poll. */
    long nextDue() {
        dropTombstones();
        return heap.size() == 0 ? Long.MAX_VALUE : heap.firstTime();
    }

    /**
     * Takes the first event, which must exist, out of the order. It stays pending in its slot until it is freed.
     *
     * @return its slot
     */
    int poll() {
        dropTombstones();
        int slot = slotOf(heap.firstEntry());
        heap.removeFirst();
        detached++;
        return slot;
    }

    /** Frees a slot that was polled. The event, if it was not cancelled, is not pending any more. */
    void free(int slot) {
        if (isLive(slot)) {
            bury(slot);
        }
        detached--;
        freeSlots[freeCount++] = slot;
    }

    /** Whether the event in this slot has not been cancelled. */
    boolean isLive(int slot) {
        return references[REFERENCES * slot + EVENT] != null;
    }

    Event event(int slot) {
        return (Event) references[REFERENCES * slot + EVENT];
    }

    EventOwner owner(int slot) {
        return (EventOwner) references[REFERENCES * slot + OWNER];
    }

    long due(int slot) {
        return words[WORDS * slot + DUE];
    }

    long cause(int slot) {
        return words[WORDS * slot + CAUSE];
    }

    /** Whether the first of two events comes before the second: earlier due, or scheduled earlier. */
    boolean isBefore(int slot, int other) {
        long due = due(slot);
        long otherDue = due(other);
        return due < otherDue || due == otherDue && words[WORDS * slot + ORDER] < words[WORDS * other + ORDER];
    }

    /** Whether an event that was polled and not freed has been cancelled since this was last asked. */
    boolean takeDetachedCancelled() {
        boolean cancelled = detachedCancelled;
        detachedCancelled = false;
        return cancelled;
    }

    private void bury(int slot) {
        references[REFERENCES * slot + EVENT] = null;
        references[REFERENCES * slot + OWNER] = null;
        live--;
        if ((int) words[WORDS * slot + KIND] == DAEMON) {
            daemons--;
        }
    }

    private int newSlot() {
        if (REFERENCES * usedSlots == references.length) {
            if (usedSlots == 1 << SLOT_BITS) {
                throw new IllegalStateException("more than " + usedSlots + " events are pending at once");
            }
            int capacity = usedSlots * 2;
            words = Arrays.copyOf(words, WORDS * capacity);
            references = Arrays.copyOf(references, REFERENCES * capacity);
            freeSlots = Arrays.copyOf(freeSlots, capacity);
        }
        return usedSlots++;
    }

    private void dropTombstones() {
        while (heap.size() > 0) {
            int slot = slotOf(heap.firstEntry());
            if (isLive(slot)) {
                return;
            }
            freeSlots[freeCount++] = slot;
            heap.removeFirst();
        }
    }

    private void compactIfMostlyDead() {
        if (heap.size() < INITIAL_CAPACITY || (live - detached) * 2L > heap.size()) {
            return;
        }
        heap.retain(slot -> {
            if (!isLive(slot)) {
                freeSlots[freeCount++] = slot;
                return false;
            }
            return true;
        });
    }
}

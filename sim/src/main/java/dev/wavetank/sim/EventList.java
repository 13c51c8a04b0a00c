package dev.wavetank.sim;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The event list: pending events ordered by due time, then by the order in which they were scheduled.
 *
 * <p>The data of an event is in a slot; a {@link TimingWheel} orders (time, order number, slot). Neither adding nor
 * firing allocates. Cancelling empties the slot and leaves a tombstone in the wheel, which is dropped when it becomes
 * the first, or with all others when they outnumber the pending events. A slot that was polled stays occupied until
 * it is freed. When its event has to wait although it is due, the slot is held: it can still be cancelled.
 */
final class EventList {

    /** Bits of an entry that hold the slot: so many events can be pending at once. */
    private static final int SLOT_BITS = 24;

    private static final int INITIAL_CAPACITY = 256;

    // A slot is two neighbouring words and two neighbouring references, so that it costs two cache lines.
    private static final int WORDS = 2;
    private static final int CAUSE = 0;
    /** Generation in the high half; in the low half the class, and whether the slot is held. */
    private static final int STATE = 1;

    private static final int CLASS_MASK = 0xFF;
    private static final int HELD = 0x100;
    private static final int DAEMON = EventClass.DAEMON.ordinal();

    private static final int REFERENCES = 2;
    private static final int EVENT = 0;
    private static final int OWNER = 1;

    private final TimingWheel order = new TimingWheel();
    private long[] words = new long[WORDS * INITIAL_CAPACITY];
    private Object[] references = new Object[REFERENCES * INITIAL_CAPACITY];
    private int[] freeSlots = new int[INITIAL_CAPACITY];
    private int freeCount;
    private int usedSlots;

    private long added;
    /** How many events are pending that are not daemons. */
    private int duties;
    /** How many entries in the wheel belong to cancelled events. */
    private int tombstones;

    private boolean heldCancelled;

    /** The slot of an entry, which is an order number and a slot: of two entries the one added earlier is less. */
    static int slotOf(long entry) {
        return (int) entry & (1 << SLOT_BITS) - 1;
    }

    /**
     * Adds an event.
     *
     * @return a handle for {@link #cancel}, never 0
     */
    long add(long due, EventClass eventClass, @Nullable EventOwner owner, long cause, Event event) {
        int slot = freeCount > 0 ? freeSlots[--freeCount] : newSlot();
        int kind = eventClass.ordinal();
        long generation = (words[WORDS * slot + STATE] >>> 32) + 1;
        words[WORDS * slot + CAUSE] = cause;
        words[WORDS * slot + STATE] = generation << 32 | kind;
        references[REFERENCES * slot + EVENT] = event;
        references[REFERENCES * slot + OWNER] = owner;
        if (kind != DAEMON) {
            duties++;
        }
        order.add(due, ++added << SLOT_BITS | slot);
        return generation << 32 | slot;
    }

    /** Empties the event's slot. Returns whether the event was still pending. */
    boolean cancel(long handle) {
        int slot = (int) handle;
        if (words[WORDS * slot + STATE] >>> 32 != handle >>> 32 || !isLive(slot)) {
            return false;
        }
        kill(slot);
        dropTombstonesIfMany();
        return true;
    }

    /** Cancels everything that belongs to {@code owner}. Costs O(pending): owners die rarely. */
    void cancelAllOf(EventOwner owner) {
        for (int slot = 0; slot < usedSlots; slot++) {
            if (references[REFERENCES * slot + OWNER] == owner && isLive(slot)) {
                kill(slot);
            }
        }
        dropTombstonesIfMany();
    }

    /** Whether nothing but daemon events is pending. */
    boolean isQuiescent() {
        return duties == 0;
    }

    /** Shows the owner, or null, of every pending event of a class. */
    void forEachOwner(EventClass eventClass, Consumer<EventOwner> action) {
        for (int slot = 0; slot < usedSlots; slot++) {
            if (isLive(slot) && kind(slot) == eventClass.ordinal()) {
                action.accept(owner(slot));
            }
        }
    }

    /** Due time of the event that {@link #poll} would take, or {@code Long.MAX_VALUE} when none is left to poll. */
    long nextDue() {
        while (!order.isEmpty()) {
            int slot = slotOf(order.firstEntry());
            if (isLive(slot)) {
                return order.firstTime();
            }
            order.removeFirst();
            dropTombstone(slot);
        }
        return Long.MAX_VALUE;
    }

    /**
     * Removes the event whose due time {@link #nextDue} has just returned from the order. It stays in its slot, which
     * must be freed.
     *
     * @return its entry
     */
    long poll() {
        return order.removeFirst();
    }

    /** Keeps the event in a slot that was polled pending for longer. */
    void hold(int slot) {
        words[WORDS * slot + STATE] |= HELD;
    }

    /** Frees a slot that was polled. The event, if it was not cancelled, is not pending any more. */
    void free(int slot) {
        if (isLive(slot)) {
            empty(slot);
        }
        freeSlots[freeCount++] = slot;
    }

    /** Whether the event in this slot has not been cancelled. */
    boolean isLive(int slot) {
        return references[REFERENCES * slot + EVENT] != null;
    }

    Event event(int slot) {
        return (Event) references[REFERENCES * slot + EVENT];
    }

    @Nullable
    EventOwner owner(int slot) {
        return (EventOwner) references[REFERENCES * slot + OWNER];
    }

    long cause(int slot) {
        return words[WORDS * slot + CAUSE];
    }

    /** Whether an event in a slot that is held has been cancelled since this was last asked. */
    boolean takeHeldCancelled() {
        boolean cancelled = heldCancelled;
        heldCancelled = false;
        return cancelled;
    }

    private int kind(int slot) {
        return (int) words[WORDS * slot + STATE] & CLASS_MASK;
    }

    private void kill(int slot) {
        if ((words[WORDS * slot + STATE] & HELD) != 0) {
            heldCancelled = true;
        } else {
            tombstones++;
        }
        empty(slot);
    }

    private void empty(int slot) {
        references[REFERENCES * slot + EVENT] = null;
        references[REFERENCES * slot + OWNER] = null;
        if (kind(slot) != DAEMON) {
            duties--;
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

    private void dropTombstone(int slot) {
        tombstones--;
        freeSlots[freeCount++] = slot;
    }

    private void dropTombstonesIfMany() {
        if (tombstones < INITIAL_CAPACITY / 2 || tombstones * 2L < order.size()) {
            return;
        }
        order.retain(entry -> {
            int slot = slotOf(entry);
            if (isLive(slot)) {
                return true;
            }
            dropTombstone(slot);
            return false;
        });
    }
}

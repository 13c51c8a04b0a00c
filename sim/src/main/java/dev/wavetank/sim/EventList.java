package dev.wavetank.sim;

import java.util.Arrays;

/**
 * The event list: pending events ordered by due time, then by order number.
 *
 * <p>A binary heap over parallel {@code long} arrays, whose entries point to slots that hold the rest of the event.
 * Neither adding nor firing allocates. Cancelling empties the slot and leaves a tombstone in the heap, which is
 * dropped when it comes to the top, or all at once when tombstones outnumber the living.
 */
final class EventList {

    private static final int INITIAL_CAPACITY = 256;
    private static final EventClass[] CLASSES = EventClass.values();

    private long[] heapTime = new long[INITIAL_CAPACITY];
    private long[] heapOrder = new long[INITIAL_CAPACITY];
    private int[] heapSlot = new int[INITIAL_CAPACITY];
    private int heapSize;

    private Event[] slotEvent = new Event[INITIAL_CAPACITY];
    private Object[] slotOwner = new Object[INITIAL_CAPACITY];
    private long[] slotDue = new long[INITIAL_CAPACITY];
    private long[] slotCause = new long[INITIAL_CAPACITY];
    private byte[] slotClass = new byte[INITIAL_CAPACITY];
    private int[] slotGeneration = new int[INITIAL_CAPACITY];
    private int[] freeSlots = new int[INITIAL_CAPACITY];
    private int freeCount;
    private int usedSlots;

    private final int[] pending = new int[CLASSES.length];
    private int live;

    private Event takenEvent;
    private long takenDue;
    private long takenCause;

    /**
     * Adds an event.
     *
     * @param key position in time at which it competes
     * @param order position among those with the same key
     * @param due the instant at which it is due, not before {@code key}
     * @return a handle for {@link #cancel}, never 0
     */
    long add(long key, long order, long due, EventClass eventClass, Object owner, long cause, Event event) {
        int slot = freeCount > 0 ? freeSlots[--freeCount] : newSlot();
        slotEvent[slot] = event;
        slotOwner[slot] = owner;
        slotDue[slot] = due;
        slotCause[slot] = cause;
        slotClass[slot] = (byte) eventClass.ordinal();
        pending[eventClass.ordinal()]++;
        live++;
        push(key, order, slot);
        return (long) ++slotGeneration[slot] << 32 | slot;
    }

    /** Empties the event's slot. Answers whether it was still pending. */
    boolean cancel(long handle) {
        int slot = (int) handle;
        if (slotGeneration[slot] != (int) (handle >>> 32) || slotEvent[slot] == null) {
            return false;
        }
        bury(slot);
        compactIfMostlyDead();
        return true;
    }

    /** Cancels everything that belongs to {@code owner}. Costs O(pending): owners die rarely. */
    void cancelAllOf(Object owner) {
        for (int slot = 0; slot < usedSlots; slot++) {
            if (slotOwner[slot] == owner && slotEvent[slot] != null) {
                bury(slot);
            }
        }
        compactIfMostlyDead();
    }

    /** How many events of this class are pending. */
    int pending(EventClass eventClass) {
        return pending[eventClass.ordinal()];
    }

    /** Due time of the event that {@link #take} would take, or {@code Long.MAX_VALUE} when none is pending. */
    long nextDue() {
        dropTombstones();
        return heapSize == 0 ? Long.MAX_VALUE : slotDue[heapSlot[0]];
    }

    /** Removes the first event, which must exist; its parts are then in the {@code taken} accessors. */
    void take() {
        dropTombstones();
        int slot = heapSlot[0];
        takenEvent = slotEvent[slot];
        takenDue = slotDue[slot];
        takenCause = slotCause[slot];
        bury(slot);
        free(slot);
        removeTop();
    }

    Event takenEvent() {
        return takenEvent;
    }

    long takenDue() {
        return takenDue;
    }

    long takenCause() {
        return takenCause;
    }

    private void bury(int slot) {
        slotEvent[slot] = null;
        slotOwner[slot] = null;
        pending[slotClass[slot]]--;
        live--;
    }

    private void free(int slot) {
        freeSlots[freeCount++] = slot;
    }

    private int newSlot() {
        if (usedSlots == slotEvent.length) {
            int capacity = usedSlots * 2;
            slotEvent = Arrays.copyOf(slotEvent, capacity);
            slotOwner = Arrays.copyOf(slotOwner, capacity);
            slotDue = Arrays.copyOf(slotDue, capacity);
            slotCause = Arrays.copyOf(slotCause, capacity);
            slotClass = Arrays.copyOf(slotClass, capacity);
            slotGeneration = Arrays.copyOf(slotGeneration, capacity);
            freeSlots = Arrays.copyOf(freeSlots, capacity);
        }
        return usedSlots++;
    }

    private void dropTombstones() {
        while (heapSize > 0 && slotEvent[heapSlot[0]] == null) {
            free(heapSlot[0]);
            removeTop();
        }
    }

    private void compactIfMostlyDead() {
        if (heapSize < INITIAL_CAPACITY || live * 2 > heapSize) {
            return;
        }
        int kept = 0;
        for (int i = 0; i < heapSize; i++) {
            if (slotEvent[heapSlot[i]] == null) {
                free(heapSlot[i]);
            } else {
                place(kept++, heapTime[i], heapOrder[i], heapSlot[i]);
            }
        }
        heapSize = kept;
        for (int i = (heapSize >>> 1) - 1; i >= 0; i--) {
            siftDown(i, heapTime[i], heapOrder[i], heapSlot[i]);
        }
    }

    private void push(long time, long order, int slot) {
        if (heapSize == heapTime.length) {
            heapTime = Arrays.copyOf(heapTime, heapSize * 2);
            heapOrder = Arrays.copyOf(heapOrder, heapSize * 2);
            heapSlot = Arrays.copyOf(heapSlot, heapSize * 2);
        }
        int hole = heapSize++;
        while (hole > 0) {
            int parent = (hole - 1) >>> 1;
            if (!before(time, order, heapTime[parent], heapOrder[parent])) {
                break;
            }
            place(hole, heapTime[parent], heapOrder[parent], heapSlot[parent]);
            hole = parent;
        }
        place(hole, time, order, slot);
    }

    private void removeTop() {
        heapSize--;
        if (heapSize > 0) {
            siftDown(0, heapTime[heapSize], heapOrder[heapSize], heapSlot[heapSize]);
        }
    }

    private void siftDown(int start, long time, long order, int slot) {
        int hole = start;
        int firstLeaf = heapSize >>> 1;
        while (hole < firstLeaf) {
            int child = 2 * hole + 1;
            int right = child + 1;
            if (right < heapSize && before(heapTime[right], heapOrder[right], heapTime[child], heapOrder[child])) {
                child = right;
            }
            if (!before(heapTime[child], heapOrder[child], time, order)) {
                break;
            }
            place(hole, heapTime[child], heapOrder[child], heapSlot[child]);
            hole = child;
        }
        place(hole, time, order, slot);
    }

    private void place(int index, long time, long order, int slot) {
        heapTime[index] = time;
        heapOrder[index] = order;
        heapSlot[index] = slot;
    }

    private static boolean before(long time, long order, long otherTime, long otherOrder) {
        return time < otherTime || time == otherTime && order < otherOrder;
    }
}

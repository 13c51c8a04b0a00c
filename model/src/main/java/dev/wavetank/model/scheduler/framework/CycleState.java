package dev.wavetank.model.scheduler.framework;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What plug-ins keep from one extension point of an attempt to the next ({@code framework.CycleState}).
 *
 * <p>An attempt has a handful of entries, so that a scan finds them faster than a map.
 */
public final class CycleState {

    private StateKey<?>[] keys = new StateKey<?>[8];
    private Entry[] values = new Entry[8];
    private int size;

    /** A value that can be copied, so that preemption can try what would follow from removed pods. */
    public interface Entry {

        /** A copy that can be changed without changing this; an entry that never changes returns itself. */
        Entry copy();
    }

    /** Keeps a value, in the place of an earlier one. */
    public <T extends Entry> void write(StateKey<T> key, T value) {
        for (int i = 0; i < size; i++) {
            if (keys[i] == key) {
                values[i] = value;
                return;
            }
        }
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        keys[size] = key;
        values[size] = value;
        size++;
    }

    /** The value, or null when its plug-in has not written one. */
    @SuppressWarnings("unchecked") // write() keeps values of the key's own type only
    public <T extends Entry> @Nullable T read(StateKey<T> key) {
        for (int i = 0; i < size; i++) {
            if (keys[i] == key) {
                return (T) values[i];
            }
        }
        return null;
    }

    /** A copy of all entries. */
    public CycleState copy() {
        CycleState copy = new CycleState();
        copy.keys = keys.clone();
        copy.values = values.clone();
        copy.size = size;
        for (int i = 0; i < size; i++) {
            copy.values[i] = values[i].copy();
        }
        return copy;
    }
}

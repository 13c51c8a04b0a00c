package dev.wavetank.model.scheduler.framework;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What plug-ins keep from one extension point of an attempt to the next ({@code framework.CycleState}).
 *
 * <p>An attempt has a handful of entries, so that a scan finds them faster than a map.
 */
public final class CycleState {

    private final List<StateKey<?>> keys = new ArrayList<>(8);
    private final List<Entry> values = new ArrayList<>(8);

    /** A value that can be copied, so that preemption can try what would follow from removed pods. */
    public interface Entry {

        /** A copy that can be changed without changing this; an entry that never changes returns itself. */
        Entry copy();
    }

    /** Keeps a value, in the place of an earlier one. */
    public <T extends Entry> void write(StateKey<T> key, T value) {
        int at = keys.indexOf(key);
        if (at >= 0) {
            values.set(at, value);
        } else {
            keys.add(key);
            values.add(value);
        }
    }

    /** The value, or null when its plug-in has not written one. */
    @SuppressWarnings("unchecked") // write() keeps values of the key's own type only
    public <T extends Entry> @Nullable T read(StateKey<T> key) {
        for (int i = 0; i < keys.size(); i++) {
            if (keys.get(i) == key) {
                return (T) values.get(i);
            }
        }
        return null;
    }

    /** A copy of all entries. */
    public CycleState copy() {
        CycleState copy = new CycleState();
        copy.keys.addAll(keys);
        for (Entry value : values) {
            copy.values.add(value.copy());
        }
        return copy;
    }
}

package dev.wavetank.model.scheduler.plugin.helper;

import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several collections one after the other; what is in several of them comes several times. */
public final class Union<T> extends AbstractCollection<T> {

    private final List<Collection<T>> parts = new ArrayList<>(2);

    /** Appends a collection. */
    public void append(Collection<T> part) {
        parts.add(part);
    }

    @Override
    public Iterator<T> iterator() {
        return parts.stream().flatMap(Collection::stream).iterator();
    }

    @Override
    public int size() {
        return parts.stream().mapToInt(Collection::size).sum();
    }

    @Override
    public boolean contains(@Nullable Object element) {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).contains(element)) {
                return true;
            }
        }
        return false;
    }
}

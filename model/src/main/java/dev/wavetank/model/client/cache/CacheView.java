package dev.wavetank.model.client.cache;

/**
 * Derived state of an informer's cache, updated with every change.
 *
 * @param <T> kind of the objects
 */
public interface CacheView<T> {

    /** Applies a change of the cache; {@code before} is null for a new object and {@code after} for a deleted one. */
    void change(T before, T after);
}

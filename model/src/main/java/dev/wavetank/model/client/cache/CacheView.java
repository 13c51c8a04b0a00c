package dev.wavetank.model.client.cache;

/**
 * What is derived from an informer's cache and follows it change by change.
 *
 * @param <T> kind of the objects
 */
public interface CacheView<T> {

    /** Follows a change of the cache; {@code before} is null for a new object and {@code after} for one that went. */
    void change(T before, T after);
}

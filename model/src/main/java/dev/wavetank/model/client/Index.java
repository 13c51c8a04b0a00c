package dev.wavetank.model.client;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Finds the objects of an informer's cache by a text that is computed from each of them, at the cost of the result. The
 * counterpart of client-go's indexer.
 *
 * @param <T> kind of the objects
 */
public final class Index<T extends KubernetesObject> {

    /** By the uid of the managing controller; objects without one are left out. */
    public static final Function<KubernetesObject, String> CONTROLLER_UID =
            object -> object.metadata().controller().map(OwnerReference::uid).orElse(null);

    /** By namespace, only the objects without a managing controller. */
    public static final Function<KubernetesObject, String> ORPHANS_BY_NAMESPACE = object ->
            object.metadata().controller().isPresent() ? null : object.key().namespace();

    /** By namespace. */
    public static final Function<KubernetesObject, String> NAMESPACE =
            object -> object.key().namespace();

    private final Function<? super T, String> value;
    private final Map<String, Map<ObjectKey, T>> entries = new LinkedHashMap<>();

    Index(Function<? super T, String> value) {
        this.value = value;
    }

    /** The objects for which the text is the given one, in the order of their keys. */
    public List<T> find(String wanted) {
        return new ArrayList<>(
                entries.getOrDefault(wanted, Collections.emptyMap()).values());
    }

    /** Whether this index computes its text by the given function. */
    boolean isBy(Function<?, String> function) {
        return value == function;
    }

    /** Follows a change of the cache; {@code before} is null for a new object and {@code after} for one that went. */
    void change(T before, T after) {
        String from = before == null ? null : value.apply(before);
        String to = after == null ? null : value.apply(after);
        if (from != null && !from.equals(to)) {
            Map<ObjectKey, T> entry = entries.get(from);
            entry.remove(before.key());
            if (entry.isEmpty()) {
                entries.remove(from);
            }
        }
        if (to != null) {
            entries.computeIfAbsent(to, missing -> new TreeMap<>()).put(after.key(), after);
        }
    }
}

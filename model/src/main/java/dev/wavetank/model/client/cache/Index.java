package dev.wavetank.model.client.cache;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.sim.collection.SortedTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Finds the objects of an informer's cache by texts that are computed from each of them, at the cost of the
 * result. The counterpart of client-go's indexer.
 *
 * @param <T> kind of the objects
 */
public final class Index<T extends KubernetesObject> implements CacheView<T> {

    /** By the uid of the managing controller; objects without one are left out. */
    public static final Function<KubernetesObject, String> CONTROLLER_UID =
            object -> object.metadata().controller().map(OwnerReference::uid).orElse(null);

    /** By namespace, only the objects without a managing controller. */
    public static final Function<KubernetesObject, String> ORPHANS_BY_NAMESPACE = object ->
            object.metadata().controller().isPresent() ? null : object.key().namespace();

    /** By namespace. */
    public static final Function<KubernetesObject, String> NAMESPACE =
            object -> object.key().namespace();

    /** By every label, with its namespace: see {@link #label}. */
    public static final Function<KubernetesObject, List<String>> LABELS = object -> {
        List<String> labels = new ArrayList<>(object.metadata().labels().size());
        object.metadata()
                .labels()
                .forEach((name, value) -> labels.add(label(object.key().namespace(), name, value)));
        return labels;
    };

    /** Computes the texts of an object; two indexes by the same function are one. */
    private final Function<? super T, ?> function;

    private final Function<? super T, List<String>> values;
    private final Map<String, SortedTable<ObjectKey, T>> entries = new LinkedHashMap<>();

    private Index(Function<? super T, ?> function, Function<? super T, List<String>> values) {
        this.function = function;
        this.values = values;
    }

    /** An index by one text; objects for which it is null are left out. */
    public static <T extends KubernetesObject> Index<T> byOne(Function<? super T, String> value) {
        return new Index<>(value, object -> {
            String text = value.apply(object);
            return text == null ? List.of() : List.of(text);
        });
    }

    /** An index by any number of texts. */
    public static <T extends KubernetesObject> Index<T> bySeveral(Function<? super T, List<String>> values) {
        return new Index<>(values, values);
    }

    /** The text of a label in {@link #LABELS}. */
    public static String label(String namespace, String name, String value) {
        return namespace + "/" + name + "=" + value;
    }

    /** The objects with that text, in the order of their keys. */
    public List<T> find(String wanted) {
        SortedTable<ObjectKey, T> entry = entries.get(wanted);
        return entry == null ? new ArrayList<>() : entry.list();
    }

    /** The texts by which any object is found, in the order in which they came up. */
    public Collection<String> texts() {
        return Collections.unmodifiableCollection(entries.keySet());
    }

    /** Whether no object is in this index. */
    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /** How many objects {@link #find} returns. */
    public int count(String wanted) {
        SortedTable<ObjectKey, T> entry = entries.get(wanted);
        return entry == null ? 0 : entry.size();
    }

    /** The smallest result of {@link #find} for any of the texts; empty without texts. */
    public List<T> findRarest(List<String> wanted) {
        SortedTable<ObjectKey, T> rarest = null;
        for (String text : wanted) {
            SortedTable<ObjectKey, T> entry = entries.get(text);
            if (entry == null) {
                return new ArrayList<>();
            }
            if (rarest == null || entry.size() < rarest.size()) {
                rarest = entry;
            }
        }
        return rarest == null ? new ArrayList<>() : rarest.list();
    }

    /** Whether this index computes its text by the given function. */
    public boolean isBy(Function<?, ?> other) {
        return function == other;
    }

    @Override
    public void change(T before, T after) {
        List<String> from = before == null ? List.of() : values.apply(before);
        List<String> to = after == null ? List.of() : values.apply(after);
        for (int i = 0; i < from.size(); i++) {
            String text = from.get(i);
            if (!to.contains(text)) {
                leave(text, before.key());
            }
        }
        for (int i = 0; i < to.size(); i++) {
            String text = to.get(i);
            entries.computeIfAbsent(text, missing -> new SortedTable<>()).put(after.key(), after);
        }
    }

    private void leave(String text, ObjectKey key) {
        SortedTable<ObjectKey, T> entry = entries.get(text);
        entry.remove(key);
        if (entry.isEmpty()) {
            entries.remove(text);
        }
    }
}

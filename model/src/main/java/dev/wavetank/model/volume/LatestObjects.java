package dev.wavetank.model.volume;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.client.cache.Informer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The objects of an informer, and instead of some of them a state that this component has written or assumes, for as
 * long as the informer has not seen a later one. So a component does not act twice on what it has changed itself.
 *
 * @param <T> kind of the objects
 */
public final class LatestObjects<T extends KubernetesObject> {

    private static final int SOME = 16;

    private final Informer<T> informer;
    private final Map<ObjectKey, T> ahead = new LinkedHashMap<>();
    /** With how many assumed states those that are of no use any more are dropped. */
    private int limit = SOME;

    /** Nothing is assumed. */
    public LatestObjects(Informer<T> informer) {
        this.informer = informer;
    }

    /** Assumes that an object is like that until something later is seen. */
    public void put(T object) {
        ahead.put(object.key(), object);
        if (ahead.size() > limit) {
            ahead.entrySet().removeIf(entry -> isOver(entry.getValue(), informer.cached(entry.getKey())));
            limit = 2 * ahead.size() + SOME;
        }
    }

    private boolean isOver(T assumed, T seen) {
        return seen == null || seen.metadata().revision() > assumed.metadata().revision();
    }

    /** Assumes nothing about an object any more. */
    public void restore(ObjectKey key) {
        ahead.remove(key);
    }

    /** The state that the informer has seen, or null. */
    public T seen(ObjectKey key) {
        return informer.cached(key);
    }

    /** The latest state that is known or assumed, or null when the informer knows no object of that name. */
    public T latest(ObjectKey key) {
        return latest(key, informer.cached(key));
    }

    private T latest(ObjectKey key, T seen) {
        T assumed = ahead.isEmpty() ? null : ahead.get(key);
        if (assumed == null) {
            return seen;
        }
        if (isOver(assumed, seen)) {
            ahead.remove(key);
            return seen;
        }
        return assumed;
    }

    /** All objects that the informer knows, each in its latest state, in the order of their keys. */
    public List<T> all() {
        List<T> all = informer.all();
        if (ahead.isEmpty()) {
            return all;
        }
        List<T> latest = new ArrayList<>(all.size());
        all.forEach(object -> latest.add(latest(object.key(), object)));
        return latest;
    }
}

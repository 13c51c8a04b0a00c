package dev.wavetank.model.scheduler.framework;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.client.cache.Informer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The scheduler's caches of other kinds than pods and nodes, as informers have filled them. */
public interface ClusterReader {

    /**
     * The cached objects of a kind in a namespace.
     *
     * @param namespace null for all namespaces, and for kinds without
     */
    <T extends KubernetesObject> List<T> list(Class<T> kind, @Nullable String namespace);

    /** The cached object of that name, or null. */
    <T extends KubernetesObject> @Nullable T get(Class<T> kind, @Nullable String namespace, String name);

    /**
     * The cache of a kind itself.
     *
     * @throws IllegalArgumentException when the scheduler does not watch the kind
     */
    <T extends KubernetesObject> Informer<T> informer(Class<T> kind);
}

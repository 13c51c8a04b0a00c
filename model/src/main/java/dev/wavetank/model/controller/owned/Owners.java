package dev.wavetank.model.controller.owned;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Informer;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds the owners of objects in an informer's cache, for handlers that add the owner's key to a queue: {@code
 * resolveControllerRef}, {@code getPodJobs} and similar functions in {@code pkg/controller}.
 *
 * @param <T> kind of the owners
 */
public final class Owners<T extends KubernetesObject> {

    private final Informer<T> informer;
    private final String kind;
    private final Function<? super T, LabelSelector> selector;
    private final Index<T> byNamespace;

    /**
     * Owners of one kind.
     *
     * @param informer of the owners
     * @param kind of the owners, as in owner references
     * @param selector returns the selector of an owner, or null
     */
    public Owners(Informer<T> informer, String kind, Function<? super T, LabelSelector> selector) {
        this.informer = informer;
        this.kind = kind;
        this.selector = selector;
        this.byNamespace = informer.index(Index.NAMESPACE);
    }

    /** The managing controller of an object, when it is of this kind and in the cache. */
    public Optional<T> of(KubernetesObject owned) {
        OwnerReference controller = owned.metadata().controller().orElse(null);
        if (controller == null || !controller.kind().equals(kind)) {
            return Optional.empty();
        }
        T owner = informer.cached(new ObjectKey(owned.key().namespace(), controller.name()));
        return owner != null && owner.uid().equals(controller.uid()) ? Optional.of(owner) : Optional.empty();
    }

    /** The owners in the namespace of an object whose selector matches it. An empty selector matches nothing. */
    public List<T> matching(KubernetesObject orphan) {
        return byNamespace.find(orphan.key().namespace()).stream()
                .filter(owner -> matches(selector.apply(owner), orphan))
                .toList();
    }

    private static boolean matches(LabelSelector selector, KubernetesObject object) {
        return selector != null
                && !selector.isEmpty()
                && selector.matches(object.metadata().labels());
    }
}

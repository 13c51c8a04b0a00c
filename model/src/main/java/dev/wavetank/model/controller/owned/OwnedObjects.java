package dev.wavetank.model.controller.owned;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The objects of one kind that objects of another kind own, or may adopt: pods of a StatefulSet, ReplicaSets of a
 * Deployment. Reads an informer's cache; adopts and releases by a {@link ControllerRefManager}.
 *
 * @param <T> kind of the owned objects
 */
public final class OwnedObjects<T extends KubernetesObject> {

    private final ControllerRefManager<T> references;
    private final Index<T> byController;
    private final Orphans<T> orphans;

    /**
     * The owned objects of one kind.
     *
     * @param client sends the adoptions and releases
     * @param informer of the owned objects
     * @param ownerType resource of the owners
     * @param ownedType resource of the owned objects
     */
    public OwnedObjects(ApiClient client, Informer<T> informer, ResourceType ownerType, ResourceType ownedType) {
        this(informer, new ControllerRefManager<>(client, ownerType, ownedType));
    }

    /** The same with a manager that also adds finalizers to adopted objects. */
    public OwnedObjects(Informer<T> informer, ControllerRefManager<T> references) {
        this.references = references;
        this.byController = informer.index(Index.CONTROLLER_UID);
        this.orphans = new Orphans<>(informer);
    }

    /** The objects whose managing controller has this uid, in the order of their keys. */
    public List<T> of(String ownerUid) {
        return byController.find(ownerUid);
    }

    /** The orphans that the owner may adopt, in the order of their keys. */
    public List<T> orphans(KubernetesObject owner, LabelSelector selector) {
        return orphans.matching(owner.key().namespace(), selector);
    }

    /** Claims the owned objects and the orphans: adopts matching ones, and releases those that no longer match. */
    public Completion<ControllerRefManager.Result<T>> claim(KubernetesObject owner, LabelSelector selector) {
        return claim(owner, selector, candidate -> true);
    }

    /** The same, except for objects that fail the filter. */
    public Completion<ControllerRefManager.Result<T>> claim(
            KubernetesObject owner, LabelSelector selector, Predicate<? super T> filter) {
        List<T> candidates = new ArrayList<>(of(owner.uid()));
        candidates.addAll(orphans(owner, selector));
        candidates.removeIf(filter.negate());
        return claim(owner, selector, candidates);
    }

    /** The same for these candidates only, in this order. */
    public Completion<ControllerRefManager.Result<T>> claim(
            KubernetesObject owner, LabelSelector selector, List<T> candidates) {
        return references.claim(owner, selector, candidates);
    }
}

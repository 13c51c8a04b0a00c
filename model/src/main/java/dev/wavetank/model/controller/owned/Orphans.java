package dev.wavetank.model.controller.owned;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Informer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Finds objects without a managing controller by their labels. The cost is the number of orphans with the rarest of
 * the wanted labels, however many orphans there are.
 *
 * @param <T> kind of the objects
 */
public final class Orphans<T extends KubernetesObject> {

    private static final Function<KubernetesObject, List<String>> LABELS_OF_ORPHANS =
            object -> object.metadata().controller().isPresent() ? List.of() : Index.LABELS.apply(object);

    private final Index<T> byLabel;
    private final Index<T> byNamespace;

    /** The orphans of an informer's cache. */
    public Orphans(Informer<T> informer) {
        this.byLabel = informer.indexBySeveral(LABELS_OF_ORPHANS);
        this.byNamespace = informer.index(Index.ORPHANS_BY_NAMESPACE);
    }

    /** The orphans of a namespace that match, in the order of their keys. */
    public List<T> matching(String namespace, LabelSelector selector) {
        List<String> wanted = new ArrayList<>();
        selector.matchLabels().forEach((name, value) -> wanted.add(Index.label(namespace, name, value)));
        List<T> found = wanted.isEmpty() ? byNamespace.find(namespace) : byLabel.findRarest(wanted);
        found.removeIf(object -> !selector.matches(object.metadata().labels()));
        return found;
    }
}

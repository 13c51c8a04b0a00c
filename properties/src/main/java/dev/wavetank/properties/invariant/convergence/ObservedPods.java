package dev.wavetank.properties.invariant.convergence;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All pods by the uids of their controllers, and the nodes that were deleted under them. */
final class ObservedPods {

    /** In the place of a controller's uid. */
    private static final String NOBODY = "";
    /** Kinds that say what changes new objects. */
    private static final List<String> ADMISSION =
            List.of("MutatingWebhookConfiguration", "MutatingAdmissionPolicy", "InitializerConfiguration");

    private final Map<String, Map<String, Pod>> byOwner = new LinkedHashMap<>();
    /** Names of deleted nodes. */
    private final Set<String> gone = new TreeSet<>();

    /** The images with which pods were created that have others now, by uid and container. */
    private final Map<String, Map<String, String>> firstImages = new LinkedHashMap<>();

    private boolean hasAdmission;

    void observe(Pod pod, @Nullable Pod previous, boolean deleted) {
        observeImages(pod, previous, deleted);
        String owner = owner(pod);
        if (previous != null && (deleted || !owner.equals(owner(previous)))) {
            ofOwner(owner(previous)).remove(pod.uid());
        }
        if (!deleted) {
            ofOwner(owner).put(pod.uid(), pod);
        }
    }

    private void observeImages(Pod pod, @Nullable Pod previous, boolean deleted) {
        if (deleted) {
            firstImages.remove(pod.uid());
        } else if (previous != null && pod.spec() != previous.spec()) {
            Map<String, String> before = OldTemplates.images(previous.spec());
            if (!before.equals(OldTemplates.images(pod.spec()))) {
                firstImages.putIfAbsent(pod.uid(), before);
            }
        }
    }

    /** The images with which a pod was created, by container. */
    Map<String, String> imagesAtFirst(Pod pod) {
        Map<String, String> first = firstImages.get(pod.uid());
        return first == null ? OldTemplates.images(pod.spec()) : first;
    }

    /** Observes what may change objects when they are created. */
    void observeAdmission(KubernetesObject object) {
        hasAdmission |= ADMISSION.contains(object.kind());
    }

    /** Whether a pod may have been created with other images than its template's. */
    boolean mayBeChangedByAdmission() {
        return hasAdmission;
    }

    void observe(Node node, boolean isNew, boolean deleted) {
        if (deleted) {
            gone.add(node.metadata().name());
        } else if (isNew) {
            gone.remove(node.metadata().name());
        }
    }

    /** The pods that an object controls. */
    Collection<Pod> of(String ownerUid) {
        return ofOwner(ownerUid).values();
    }

    /** The pods without a controller. */
    Collection<Pod> ofNobody() {
        return ofOwner(NOBODY).values();
    }

    /** The pods of all. */
    Collection<Pod> all() {
        return byOwner.values().stream().flatMap(pods -> pods.values().stream()).toList();
    }

    long active(String ownerUid) {
        return of(ownerUid).stream().filter(Pod::isActive).count();
    }

    long ready(String ownerUid) {
        return of(ownerUid).stream()
                .filter(pod -> pod.isActive() && isReady(pod))
                .count();
    }

    /** No component corrects the last status of a deleted node: its pods do not count. */
    boolean isReady(Pod pod) {
        return pod.isReady() && !(pod.nodeName() != null && gone.contains(pod.nodeName()));
    }

    /** How far the first pod has come that is not ready; else that some are missing. */
    Optional<String> progress(String ownerUid, long missing) {
        Optional<String> waiting = of(ownerUid).stream()
                .filter(pod -> pod.isActive() && !isReady(pod))
                .findFirst()
                .map(this::progress);
        return waiting.isPresent() || missing <= 0 ? waiting : Optional.of(missing + " are not created");
    }

    /** How far a pod has come. */
    String progress(Pod pod) {
        Optional<String> probe = AwaitedProbe.of(pod);
        return "pod " + pod.key() + " is " + pod.phase()
                + (pod.nodeName() == null || pod.nodeName().isEmpty()
                        ? " and has no node"
                        : " on node " + pod.nodeName() + (gone.contains(pod.nodeName()) ? ", which is deleted" : ""))
                + probe.map(awaited -> ", where " + awaited).orElse("");
    }

    private Map<String, Pod> ofOwner(String uid) {
        return byOwner.computeIfAbsent(uid, missing -> new TreeMap<>());
    }

    private static String owner(Pod pod) {
        return pod.metadata().controller().map(OwnerReference::uid).orElse(NOBODY);
    }
}

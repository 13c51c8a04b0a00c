package dev.wavetank.properties.invariant.convergence;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.volume.VolumeClaim;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Obstacles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Objects that are being deleted want to be gone: pods when their kubelets have stopped their containers, namespaces
 * when they are empty, all others when their finalizers have been removed.
 */
final class Deletions implements Workloads {

    private static final String FOREGROUND = "foregroundDeletion";

    /** All but pods, by uid. */
    private final Map<String, KubernetesObject> deleting = new TreeMap<>();
    /** What had the collector's finalizer, lost it, and got it again; by uid. Kubernetes may not notice the last. */
    private final Map<String, Boolean> marked = new TreeMap<>();
    /** The nodes that are ready, by uid. */
    private final Map<String, String> readyNodes = new TreeMap<>();

    private final ObservedPods pods;
    private final Obstacles obstacles;

    Deletions(ObservedPods pods, Obstacles obstacles) {
        this.pods = pods;
        this.obstacles = obstacles;
    }

    @Override
    public void observe(KubernetesObject object, boolean deleted) {
        if (object.uid() == null) {
            // What the API server keeps for itself; it goes only when etcd is restored from a backup.
            return;
        }
        if (object instanceof Node node) {
            if (!deleted && isReady(node)) {
                readyNodes.put(node.uid(), node.metadata().name());
            } else {
                readyNodes.remove(node.uid());
            }
        }
        if (deleted) {
            deleting.remove(object.uid());
            marked.remove(object.uid());
        } else if (object.metadata().isDeleting()) {
            noteMark(deleting.put(object.uid(), object), object);
        }
    }

    private void noteMark(@Nullable KubernetesObject before, KubernetesObject object) {
        boolean wasMarked = before != null && before.metadata().finalizers().contains(FOREGROUND);
        boolean isMarked = object.metadata().finalizers().contains(FOREGROUND);
        if (wasMarked && !isMarked) {
            marked.put(object.uid(), false);
        } else if (isMarked && !wasMarked && marked.containsKey(object.uid())) {
            marked.put(object.uid(), true);
        }
    }

    private Optional<KnownBehaviour> known(KubernetesObject object) {
        return marked.getOrDefault(object.uid(), false)
                ? Optional.of(KnownBehaviour.FINALIZER_UNSEEN)
                : Optional.empty();
    }

    private static boolean isReady(Node node) {
        return node.status() != null
                && node.status().conditions().stream()
                        .anyMatch(condition -> condition.type().equals("Ready")
                                && condition.status().equals("True"));
    }

    @Override
    public List<Gap> gaps() {
        return stay().map(object -> new Gap(
                        object,
                        ObjectNames.of(object) + " is not gone",
                        "is being deleted, and not gone",
                        Optional.empty(),
                        obstacle(object),
                        known(object)))
                .toList();
    }

    private Stream<KubernetesObject> stay() {
        Stream<Pod> ofPods = pods.all().stream().filter(pod -> pod.metadata().isDeleting());
        return Stream.concat(deleting.values().stream(), ofPods);
    }

    /**
     * What Kubernetes' own components have to do may depend on other objects: a namespace on its contents, an owner on
     * its dependents, a volume on its claim, a claim on its pods.
     */
    private Optional<String> obstacle(KubernetesObject object) {
        return ownObstacle(object)
                .or(() ->
                        stay().map(this::ownObstacle).flatMap(Optional::stream).findFirst())
                .or(obstacles::ofCluster);
    }

    private Optional<String> ownObstacle(KubernetesObject object) {
        Optional<String> held = obstacles.ofDeletion(object);
        if (held.isPresent()) {
            return held;
        } else if (object instanceof Pod pod) {
            return unconfirmed(pod);
        } else if (object instanceof PersistentVolumeClaim claim) {
            return user(claim).map(pod -> "pod " + pod.key() + " uses " + ObjectNames.of(claim));
        } else if (object instanceof PersistentVolume volume && "Bound".equals(volume.phase())) {
            return Optional.of("a claim is bound to " + ObjectNames.of(volume));
        }
        return Optional.empty();
    }

    /** A pod for which the claim is kept: one that has not ended. */
    private Optional<Pod> user(PersistentVolumeClaim claim) {
        return pods.all().stream()
                .filter(pod -> !pod.isFinished() && VolumeClaim.of(pod).contains(claim.key()))
                .findFirst();
    }

    /** Only its kubelet can confirm that a pod has stopped. */
    private Optional<String> unconfirmed(Pod pod) {
        return pod.nodeName() == null || readyNodes.containsValue(pod.nodeName())
                ? Optional.empty()
                : Optional.of("node " + pod.nodeName() + " is not ready");
    }

    @Override
    public List<KubernetesObject> all() {
        return List.of();
    }
}

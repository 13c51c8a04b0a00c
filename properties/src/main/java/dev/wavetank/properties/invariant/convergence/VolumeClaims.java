package dev.wavetank.properties.invariant.convergence;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.volume.VolumeClaim;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Obstacles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Claims want a volume; those that wait for a pod to be placed, only when there is one. */
final class VolumeClaims implements Workloads {

    private final StoredObjects<PersistentVolumeClaim> claims = new StoredObjects<>(PersistentVolumeClaim.class);
    private final ObservedPods pods;
    private final Obstacles obstacles;

    VolumeClaims(ObservedPods pods, Obstacles obstacles) {
        this.pods = pods;
        this.obstacles = obstacles;
    }

    @Override
    public void observe(KubernetesObject object, boolean deleted) {
        claims.observe(object, deleted);
    }

    @Override
    public List<Gap> gaps() {
        List<Gap> gaps = new ArrayList<>();
        for (PersistentVolumeClaim claim : claims.staying()) {
            if ("Bound".equals(claim.phase())) {
                continue;
            }
            boolean waits = obstacles.waitsForConsumer(claim);
            List<Pod> users = waits ? users(claim) : List.of();
            if (!waits || !users.isEmpty()) {
                gaps.add(new Gap(
                        claim,
                        ObjectNames.of(claim) + " has no volume",
                        "is " + (claim.phase() == null ? "Pending" : claim.phase()) + ", expected Bound",
                        Optional.empty(),
                        obstacle(claim, users)));
            }
        }
        return gaps;
    }

    /** A pod that cannot be placed for another reason than this claim keeps the claim waiting. */
    private Optional<String> obstacle(PersistentVolumeClaim claim, List<Pod> users) {
        return users.stream()
                .map(obstacles::ofPod)
                .flatMap(Optional::stream)
                .findFirst()
                .or(() -> obstacles.ofClaim(claim));
    }

    private List<Pod> users(PersistentVolumeClaim claim) {
        return pods.all().stream()
                .filter(pod -> pod.isActive() && VolumeClaim.of(pod).contains(claim.key()))
                .toList();
    }

    @Override
    public List<KubernetesObject> all() {
        return List.copyOf(claims.staying());
    }
}

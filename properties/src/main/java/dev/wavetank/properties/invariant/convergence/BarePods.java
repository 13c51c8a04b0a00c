package dev.wavetank.properties.invariant.convergence;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Obstacles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Pods without a controller want to be ready, or to end. */
final class BarePods implements Workloads {

    private final ObservedPods pods;
    private final Obstacles obstacles;

    BarePods(ObservedPods pods, Obstacles obstacles) {
        this.pods = pods;
        this.obstacles = obstacles;
    }

    @Override
    public void observe(KubernetesObject object, boolean deleted) {
        // The pods are observed for all kinds of workloads together.
    }

    @Override
    public List<Gap> gaps() {
        List<Gap> gaps = new ArrayList<>();
        for (Pod pod : pods.ofNobody()) {
            if (pod.isActive() && !pods.isReady(pod)) {
                gaps.add(new Gap(
                        pod,
                        ObjectNames.of(pod) + " is not ready",
                        "is " + pod.phase() + " and not ready",
                        Optional.of(pods.progress(pod)),
                        obstacles.ofPod(pod).or(obstacles::ofCluster)));
            }
        }
        return gaps;
    }

    @Override
    public List<KubernetesObject> all() {
        return pods.ofNobody().stream()
                .filter(pod -> pod.isActive() && "Always".equals(pod.spec().restartPolicy()))
                .map(KubernetesObject.class::cast)
                .toList();
    }

    @Override
    public int wantedPods() {
        return pods.ofNobody().size();
    }

    @Override
    public long ownWaits() {
        return pods.ofNobody().stream()
                .mapToLong(pod -> PodWaits.atOnce(pod.spec(), null))
                .reduce(0, Math::max);
    }
}

package dev.wavetank.properties.invariant.convergence;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.properties.invariant.KnownBehaviour;
import java.util.List;
import java.util.Optional;

/**
 * Workloads that stand still for ever in Kubernetes itself.
 *
 * <p>While the annotation {@code deployment.kubernetes.io/desired-replicas} of an active ReplicaSet differs from the
 * size of the Deployment, its controller only scales ({@code isScalingEvent},
 * {@code pkg/controller/deployment/sync.go}), and two cases of {@code scale} write nothing, so the annotation
 * stays as it is.
 *
 * <p>A StatefulSet that acts in order deletes no pod before those before it have been ready for {@code
 * minReadySeconds}. A sync that comes too early is repeated only while fewer or more pods are available than it wants
 * ({@code syncStatefulSet}, {@code pkg/controller/statefulset/stateful_set.go}).
 */
final class Standstill {

    private static final String DESIRED = "deployment.kubernetes.io/desired-replicas";

    private Standstill() {}

    /** The behaviour because of which a Deployment with these ReplicaSets will not be rolled out. */
    static Optional<KnownBehaviour> of(Deployment deployment, List<ReplicaSet> own) {
        List<ReplicaSet> active =
                own.stream().filter(set -> set.spec().replicas() > 0).toList();
        int wanted = deployment.spec().replicas();
        boolean isScaling = active.stream()
                .map(set -> set.metadata().annotations().get(DESIRED))
                .anyMatch(desired -> desired != null && !desired.equals(Integer.toString(wanted)));
        if (!isScaling) {
            return Optional.empty();
        }
        if (active.size() == 1) {
            return active.get(0).spec().replicas() == wanted
                    ? Optional.of(KnownBehaviour.SCALING_FOR_EVER)
                    : Optional.empty();
        }
        return deployment.spec().strategy() != null
                        && "Recreate".equals(deployment.spec().strategy().type())
                ? Optional.of(KnownBehaviour.SEVERAL_SETS_TO_RECREATE)
                : Optional.empty();
    }

    /**
     * The behaviour because of which a workload will not be made smaller.
     *
     * @param areReady whether all its pods are ready
     */
    static Optional<KnownBehaviour> ofSurplus(KubernetesObject workload, boolean areReady) {
        return areReady && actsInOrder(workload) && waitsForAvailability((StatefulSet) workload)
                ? Optional.of(KnownBehaviour.WAITS_FOR_AVAILABILITY)
                : Optional.empty();
    }

    /** Whether the last sync counted as many available pods as are wanted, so that no other follows by itself. */
    private static boolean waitsForAvailability(StatefulSet set) {
        return Defaults.zeroIfNull(set.spec().minReadySeconds()) > 0
                && set.status() != null
                && Defaults.zeroIfNull(set.status().availableReplicas()) == set.replicas();
    }

    /** Whether it is a StatefulSet that makes and deletes one pod after the other. */
    static boolean actsInOrder(KubernetesObject workload) {
        return workload instanceof StatefulSet set
                && !"Parallel".equals(set.spec().podManagementPolicy());
    }
}

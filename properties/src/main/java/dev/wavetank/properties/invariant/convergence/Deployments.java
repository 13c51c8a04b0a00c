package dev.wavetank.properties.invariant.convergence;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Obstacles;
import dev.wavetank.properties.invariant.PodTemplates;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Deployments want as many replicas of their ReplicaSets together as of themselves, all of their latest template,
 * unless they are paused.
 */
final class Deployments implements Workloads {

    private final StoredObjects<Deployment> deployments = new StoredObjects<>(Deployment.class);
    private final StoredObjects<ReplicaSet> sets = new StoredObjects<>(ReplicaSet.class);
    private final Obstacles obstacles;

    Deployments(Obstacles obstacles) {
        this.obstacles = obstacles;
    }

    @Override
    public void observe(KubernetesObject object, boolean deleted) {
        deployments.observe(object, deleted);
        sets.observe(object, deleted);
    }

    @Override
    public List<Gap> gaps() {
        Map<String, List<ReplicaSet>> byOwner = setsByOwner();
        List<Gap> gaps = new ArrayList<>();
        for (Deployment one : deployments.staying()) {
            List<ReplicaSet> own = byOwner.getOrDefault(one.uid(), List.of());
            int asked = own.stream().mapToInt(set -> set.spec().replicas()).sum();
            int expected = one.spec().replicas();
            if (Boolean.TRUE.equals(one.spec().paused())) {
                continue;
            }
            if (asked != expected) {
                gaps.add(new Gap(
                                one,
                                ObjectNames.of(one) + " has asked for " + asked + " of its " + expected + " pods",
                                "its ReplicaSets want " + asked + " pods, expected " + expected,
                                Optional.empty(),
                                obstacle(one, own))
                        .knownAs(Standstill.of(one, own)));
            } else if (own.stream().anyMatch(set -> set.spec().replicas() > 0 && !PodTemplates.isLatest(set, one))) {
                gaps.add(new Gap(
                                one,
                                ObjectNames.of(one) + " has not rolled its template out",
                                "its ReplicaSets want pods of an older template",
                                Optional.empty(),
                                obstacle(one, own))
                        .knownAs(Standstill.of(one, own)));
            }
        }
        return gaps;
    }

    /**
     * A rollout goes on when the new pods are there: old ones that are not ready go first ({@code
     * cleanupUnhealthyReplicas}). Only where all pods are recreated it waits for the old ones.
     */
    private Optional<String> obstacle(Deployment deployment, List<ReplicaSet> own) {
        Deployment.Strategy strategy = deployment.spec().strategy();
        boolean waitsForOld = strategy != null && "Recreate".equals(strategy.type());
        return own.stream()
                .filter(set -> waitsForOld || PodTemplates.isLatest(set, deployment))
                .map(set -> obstacles.ofPodsOf(set.uid()))
                .flatMap(Optional::stream)
                .findFirst()
                .or(() -> obstacles.ofCreationBy(deployment.uid()));
    }

    private Map<String, List<ReplicaSet>> setsByOwner() {
        Map<String, List<ReplicaSet>> byOwner = new LinkedHashMap<>();
        for (ReplicaSet set : sets.all()) {
            set.metadata()
                    .controller()
                    .ifPresent(owner -> byOwner.computeIfAbsent(owner.uid(), missing -> new ArrayList<>())
                            .add(set));
        }
        return byOwner;
    }

    @Override
    public long ownWaits() {
        return deployments.all().stream()
                .mapToLong(one -> PodWaits.oneByOne(
                        StoredObjects.isUpdated(one) ? steps(one) : 1,
                        one.spec().template().spec(),
                        one.spec().minReadySeconds()))
                .reduce(0, Math::max);
    }

    /** A rollout that does not come on is called so after its progress deadline, which nothing else announces. */
    @Override
    public long patience() {
        return deployments.staying().stream()
                .filter(one -> !isDone(one))
                .map(one -> one.spec().progressDeadlineSeconds())
                .filter(seconds -> seconds != null && seconds != Integer.MAX_VALUE)
                .mapToLong(seconds -> seconds * VirtualTime.SECOND)
                .max()
                .orElse(0);
    }

    /** Whether its controller has nothing more to say of it: it is complete, or was said to have failed. */
    private static boolean isDone(Deployment deployment) {
        Deployment.Status status = deployment.status();
        int wanted = deployment.spec().replicas();
        if (status == null) {
            return false;
        }
        boolean isComplete = Defaults.zeroIfNull(status.updatedReplicas()) == wanted
                && Defaults.zeroIfNull(status.availableReplicas()) == wanted;
        return isComplete
                || status.conditions().stream()
                        .anyMatch(one ->
                                one.type().equals("Progressing") && one.status().equals("False"));
    }

    /** In how many steps a rollout replaces all pods: each is as large as surge and unavailability together. */
    private static long steps(Deployment deployment) {
        Deployment.Strategy strategy = deployment.spec().strategy();
        if (strategy == null || strategy.rollingUpdate() == null) {
            return 2;
        }
        int replicas = deployment.spec().replicas();
        long step = amount(strategy.rollingUpdate().maxSurge(), replicas)
                + amount(strategy.rollingUpdate().maxUnavailable(), replicas);
        return 1 + replicas / Math.max(1, step);
    }

    /** Percentages are rounded down: a step is at least so large. */
    private static long amount(@Nullable Object bound, int replicas) {
        if (bound instanceof Number number) {
            return number.longValue();
        }
        String percent = bound == null ? "" : bound.toString().replace("%", "");
        return percent.matches("[0-9]{1,9}") ? Long.parseLong(percent) * replicas / 100 : 0;
    }

    @Override
    public List<KubernetesObject> all() {
        return List.copyOf(deployments.staying());
    }

    /** Those that no ReplicaSet has been asked for. */
    @Override
    public int missingPods() {
        Map<String, List<ReplicaSet>> byOwner = setsByOwner();
        return deployments.staying().stream()
                .mapToInt(one -> one.spec().replicas()
                        - byOwner.getOrDefault(one.uid(), List.of()).stream()
                                .mapToInt(set -> set.spec().replicas())
                                .sum())
                .map(missing -> Math.max(0, missing))
                .sum();
    }
}

package dev.wavetank.properties.invariant.convergence;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Obstacles;
import dev.wavetank.properties.invariant.workload.DaemonNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** DaemonSets want a ready pod on every node that they may use. */
final class DaemonSets implements Workloads {

    private final StoredObjects<DaemonSet> sets = new StoredObjects<>(DaemonSet.class);
    private final StoredObjects<Node> nodes = new StoredObjects<>(Node.class);
    private final ObservedPods pods;
    private final Obstacles obstacles;
    private final OldTemplates old;

    DaemonSets(ObservedPods pods, Obstacles obstacles) {
        this.pods = pods;
        this.obstacles = obstacles;
        this.old = new OldTemplates(pods, obstacles);
    }

    @Override
    public void observe(KubernetesObject object, boolean deleted) {
        sets.observe(object, deleted);
        nodes.observe(object, deleted);
    }

    @Override
    public List<Gap> gaps() {
        List<Gap> gaps = new ArrayList<>();
        for (DaemonSet set : sets.staying()) {
            long expected = wanted(set);
            long active = pods.active(set.uid());
            long ready = pods.ready(set.uid());
            if (ready < Math.max(expected, active)) {
                long missing = Math.max(expected, active) - ready;
                gaps.add(new Gap(
                        set,
                        missing + " of " + Math.max(expected, active) + " pods of " + ObjectNames.of(set)
                                + " are not ready",
                        ready + " of " + active + " active pods are ready, expected one on each of " + expected
                                + " nodes",
                        pods.progress(set.uid(), expected - active),
                        obstacles.ofPodsOf(set.uid())));
            } else {
                old.gap(set)
                        .map(gap -> gap.knownAs(
                                active > expected && DaemonNodes.mayKeepTwo(set)
                                        ? Optional.of(KnownBehaviour.SURGE_UNNOTICED)
                                        : Optional.empty()))
                        .ifPresent(gaps::add);
            }
        }
        return gaps;
    }

    private long wanted(DaemonSet set) {
        DaemonNodes eligible = new DaemonNodes(set);
        return nodes.all().stream().filter(eligible::wants).count();
    }

    @Override
    public List<KubernetesObject> all() {
        return List.copyOf(sets.staying());
    }

    /** An update goes from node to node. */
    @Override
    public long ownWaits() {
        return sets.all().stream()
                .mapToLong(set -> PodWaits.oneByOne(
                        StoredObjects.isUpdated(set) ? wanted(set) : 1,
                        set.spec().template().spec(),
                        set.spec().minReadySeconds()))
                .reduce(0, Math::max);
    }

    @Override
    public int wantedPods() {
        return (int) sets.all().stream().mapToLong(this::wanted).sum();
    }

    @Override
    public int missingPods() {
        return (int) sets.staying().stream()
                .mapToLong(set -> Math.max(0, wanted(set) - pods.active(set.uid())))
                .sum();
    }
}

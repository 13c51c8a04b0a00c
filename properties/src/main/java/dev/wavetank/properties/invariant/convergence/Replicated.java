package dev.wavetank.properties.invariant.convergence;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Obstacles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** Workloads that want a number of ready pods: ReplicaSets, ReplicationControllers and StatefulSets. */
final class Replicated<T extends KubernetesObject> implements Workloads {

    private final StoredObjects<T> objects;
    private final ToIntFunction<T> wanted;
    private final ToLongFunction<T> waits;
    private final ObservedPods pods;
    private final Obstacles obstacles;
    private final OldTemplates old;

    /**
     * No objects yet.
     *
     * @param wanted how many pods an object wants now
     * @param waits how long its pods take by what it asks for, in nanoseconds
     */
    Replicated(
            Class<T> kind, ToIntFunction<T> wanted, ToLongFunction<T> waits, ObservedPods pods, Obstacles obstacles) {
        this.objects = new StoredObjects<>(kind);
        this.wanted = wanted;
        this.waits = waits;
        this.pods = pods;
        this.obstacles = obstacles;
        this.old = new OldTemplates(pods, obstacles);
    }

    @Override
    public void observe(KubernetesObject object, boolean deleted) {
        objects.observe(object, deleted);
    }

    @Override
    public List<Gap> gaps() {
        List<Gap> gaps = new ArrayList<>();
        for (T one : objects.staying()) {
            int expected = wanted.applyAsInt(one);
            long active = pods.active(one.uid());
            long ready = pods.ready(one.uid());
            if (active != expected || ready != expected) {
                gaps.add(gap(one, expected, active, ready));
            } else {
                old.gap(one).ifPresent(gaps::add);
            }
        }
        return gaps;
    }

    private Gap gap(T one, int expected, long active, long ready) {
        String name = ObjectNames.of(one);
        String seen = ready + " of " + active + " active pods are ready, expected " + expected;
        if (active > expected) {
            String lack = active - expected + " pods too many of " + name + ", which wants " + expected;
            // One that acts in order deletes nothing before the pods that stay are ready.
            Optional<String> obstacle = Standstill.actsInOrder(one) ? obstacles.ofPodsOf(one.uid()) : Optional.empty();
            return new Gap(one, lack, seen, Optional.empty(), obstacle)
                    .knownAs(Standstill.ofSurplus(one, active == ready));
        }
        String lack = expected - ready + " of " + expected + " pods of " + name + " are not ready";
        return new Gap(one, lack, seen, pods.progress(one.uid(), expected - active), obstacles.ofPodsOf(one.uid()));
    }

    @Override
    public List<KubernetesObject> all() {
        return List.copyOf(objects.staying());
    }

    @Override
    public long ownWaits() {
        return objects.all().stream().mapToLong(waits).reduce(0, Math::max);
    }

    @Override
    public int wantedPods() {
        return objects.all().stream().mapToInt(wanted).sum();
    }

    @Override
    public int missingPods() {
        return objects.staying().stream()
                .mapToInt(one -> (int) Math.max(0, wanted.applyAsInt(one) - pods.active(one.uid())))
                .sum();
    }
}

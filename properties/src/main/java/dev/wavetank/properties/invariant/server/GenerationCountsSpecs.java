package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.ReplicationController;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;
import java.util.Objects;

/**
 * The generation of a workload rises by one with every change of its spec, and otherwise only when its deletion begins.
 *
 * <p>Who waits for a rollout compares it with {@code status.observedGeneration}: when it does not rise, an old status
 * passes for the new one. Changed annotations of a Deployment count, too ({@code PrepareForUpdate} of
 * pkg/registry/apps/deployment/strategy.go, v1.32). Workloads are judged that the server gave a generation.
 */
public final class GenerationCountsSpecs implements Invariant {

    @Override
    public String name() {
        return "GenerationCountsSpecs";
    }

    @Override
    public String statement() {
        return "The generation of a workload rises by one with every change of its spec, and with nothing else.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)
                || change.change() != WatchEvent.Type.MODIFIED
                || !isWorkload(change.object())) {
            return;
        }
        KubernetesObject after = change.object();
        KubernetesObject before = change.previous();
        Long from = before.metadata().generation();
        Long to = after.metadata().generation();
        if (from == null || to == null || after.metadata().isDeleting()) {
            return;
        }
        boolean differs = !Objects.equals(before.spec(), after.spec());
        boolean mayRise = differs || after instanceof Deployment && !sameAnnotations(before, after);
        if (differs && to != from + 1) {
            outcomes.broken(
                    this,
                    ObjectNames.of(after),
                    "has a changed spec, and its generation went from " + from + " to " + to + ", expected "
                            + (from + 1));
        } else if (!mayRise && !to.equals(from)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(after),
                    "went from generation " + from + " to " + to + " although its spec is the same");
        }
    }

    private static boolean sameAnnotations(KubernetesObject before, KubernetesObject after) {
        return before.metadata().annotations().equals(after.metadata().annotations());
    }

    private static boolean isWorkload(KubernetesObject object) {
        return object instanceof Deployment
                || object instanceof ReplicaSet
                || object instanceof StatefulSet
                || object instanceof DaemonSet
                || object instanceof Job
                || object instanceof CronJob
                || object instanceof ReplicationController;
    }
}

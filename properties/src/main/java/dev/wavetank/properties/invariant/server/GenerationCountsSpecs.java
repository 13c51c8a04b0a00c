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
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The generation of a workload rises by one with every change of its spec, and otherwise only when its deletion begins.
 * Changed annotations of a Deployment count, too. Workloads are judged that the server gave a generation.
 */
public final class GenerationCountsSpecs implements Invariant {

    @Override
    public String name() {
        return "GenerationCountsSpecs";
    }

    @Override
    public String reason() {
        return "A client that waits for a roll-out compares the generation with status.observedGeneration: when"
                + " it does not rise, an old status passes for the new one, and a pipeline goes on too early.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, ObjectMeta: generation",
                "pkg/registry/apps/deployment/strategy.go (v1.32), PrepareForUpdate");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.WORKLOADS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "The generation of a workload rises by one with every change of its spec, and with nothing else.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                CronJob.class,
                DaemonSet.class,
                Deployment.class,
                Job.class,
                ReplicaSet.class,
                ReplicationController.class,
                StatefulSet.class);
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
        if (from == null || to == null || before.metadata().isDeleting()) {
            return;
        }
        if (after.metadata().isDeleting()) {
            judgeDeletion(after, from, to, outcomes);
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

    private void judgeDeletion(KubernetesObject object, long from, long to, Outcomes outcomes) {
        if (to != from + 1) {
            outcomes.broken(
                    this,
                    ObjectNames.of(object),
                    "went from generation " + from + " to " + to + " when its deletion began, expected " + (from + 1));
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

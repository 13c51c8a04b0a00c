package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ReplicationController;
import dev.wavetank.model.controller.job.JobController;
import dev.wavetank.model.controller.owned.ControllerExpectations;
import dev.wavetank.model.controller.replicaset.ReplicaSetController;
import dev.wavetank.model.controller.replicationcontroller.ReplicationManager;
import dev.wavetank.model.controller.statefulset.StatefulSetController;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.trace.ExpectationTrace;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A ReplicaSet, ReplicationController, StatefulSet or Job never gets more active pods than the most it ever wanted.
 * A pod that its controller has released, or that another has adopted, does not count any more.
 */
public final class NoSurplusPods implements Invariant {

    private static final List<String> CONTROLLER = controller();

    private final Map<String, Integer> mostWanted = new LinkedHashMap<>();
    private final Map<String, Set<String>> active = new LinkedHashMap<>();
    private final Departed<String> gone = new Departed<>(this::forget);
    /** When expectations were raised that are not met yet, by owner. */
    private final Map<ObjectKey, Long> expectedSince = new LinkedHashMap<>();
    /** The owners whose expectations have expired unmet. */
    private final Set<ObjectKey> expired = new LinkedHashSet<>();

    private boolean judging = true;

    private static List<String> controller() {
        List<String> voices = new ArrayList<>(ComponentNames.anyControllerManagers());
        voices.add(ReplicaSetController.NAME);
        voices.add(ReplicationManager.NAME);
        voices.add(StatefulSetController.NAME);
        voices.add(JobController.NAME);
        return voices;
    }

    @Override
    public String name() {
        return "NoSurplusPods";
    }

    @Override
    public String reason() {
        return "Each surplus pod costs money, and may do work twice or take a lock that only one may have."
                + " Expectations keep a controller from creating pods twice because its cache does not show the"
                + " first ones yet: a watch that stalls, lags or breaks is no excuse. Expectations live in memory,"
                + " so a controller that crashed, or lost an answer, may create a pod too many and delete it again;"
                + " nothing is judged from the first fault on that can deceive the controller about the API server,"
                + " or the API server about etcd.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/controller_utils.go (v1.32), ControllerExpectations",
                "kubernetes#129795; KEP-5647 (stale controller handling, v1.36)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.CACHES, Tag.WORKLOADS, Tag.JOBS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A controller that counts pods never gets more active ones than the most it ever wanted.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                Pod.class,
                ReplicaSet.class,
                StatefulSet.class,
                ReplicationController.class,
                Job.class,
                ExpectationTrace.class,
                RequestTrace.class,
                FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        judging = judging && !LostAnswers.possible(entry.record(), CONTROLLER);
        if (entry.record() instanceof ExpectationTrace expectation) {
            observe(expectation, entry.time(), outcomes);
        }
        if (!judging || !(entry.record() instanceof StoreTrace change)) {
            return;
        }
        if (change.object() instanceof Pod pod) {
            observe(pod, change, outcomes);
            return;
        }
        Integer wanted = wanted(change.object());
        if (wanted != null && change.change() == WatchEvent.Type.DELETED) {
            gone.add(change.object().uid(), entry.time());
        } else if (wanted != null) {
            mostWanted.merge(change.object().uid(), wanted, Math::max);
        }
    }

    /** New expectations take the place of unmet ones only when those have expired. */
    private void observe(ExpectationTrace expectation, long now, Outcomes outcomes) {
        Long since = expectedSince.remove(expectation.owner());
        if (since != null) {
            outcomes.used(
                    this,
                    now - since,
                    ControllerExpectations.TIMEOUT,
                    () -> expectation.controller() + "/" + expectation.owner());
        }
        if (!expectation.isMet()) {
            if (since != null && now - since > ControllerExpectations.TIMEOUT) {
                expired.add(expectation.owner());
            }
            expectedSince.put(expectation.owner(), now);
        }
    }

    private void forget(String uid) {
        mostWanted.remove(uid);
        active.remove(uid);
    }

    /** The desired number of pods of an object; null for other objects. */
    private static @Nullable Integer wanted(KubernetesObject object) {
        if (object instanceof ReplicaSet set) {
            return set.spec() == null ? null : set.spec().replicas();
        }
        if (object instanceof StatefulSet set) {
            return set.spec().replicas();
        }
        if (object instanceof ReplicationController controller) {
            return controller.spec().replicas();
        }
        return object instanceof Job job ? job.spec().parallelism() : null;
    }

    private void observe(Pod pod, StoreTrace change, Outcomes outcomes) {
        OwnerReference reference = pod.metadata().controller().orElse(null);
        if (change.previous() instanceof Pod before) {
            before.metadata()
                    .controller()
                    .filter(former -> reference == null || !former.uid().equals(reference.uid()))
                    .ifPresent(former -> active.getOrDefault(former.uid(), new LinkedHashSet<>())
                            .remove(pod.uid()));
        }
        if (reference == null) {
            return;
        }
        String owner = reference.uid();
        Set<String> siblings = active.computeIfAbsent(owner, missing -> new LinkedHashSet<>());
        if (change.change() == WatchEvent.Type.DELETED || !pod.isActive()) {
            siblings.remove(pod.uid());
            return;
        }
        boolean created = siblings.add(pod.uid()) && change.previous() == null;
        int most = mostWanted.getOrDefault(owner, Integer.MAX_VALUE);
        if (created && siblings.size() > most) {
            String message = "is active pod number " + siblings.size() + " of its " + reference.kind()
                    + ", which never wanted more than " + most;
            if (expired.contains(new ObjectKey(pod.key().namespace(), reference.name()))) {
                outcomes.known(KnownBehaviour.EXPIRED_EXPECTATIONS, this, ObjectNames.of(pod), message);
            } else {
                outcomes.broken(this, ObjectNames.of(pod), message);
            }
        }
    }
}

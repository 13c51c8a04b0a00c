package dev.wavetank.model.controller.statefulset;

import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * One sync of the pods of a StatefulSet: creates missing pods, deletes surplus ones, then one outdated one.
 *
 * <p>With {@code OrderedReady} a sync goes from pod to pod and ends at the first that needs something or is not ready;
 * with {@code Parallel} it goes through all. As in {@code updateStatefulSet} of Kubernetes; where 1.20 and 1.32
 * differ, by version.
 */
final class SetSync {

    private static final int BATCH_MAX = 500;

    private final StatefulSet set;
    private final StatefulPods control;
    private final NewPods newPods;
    private final PodState state;
    private final SetStatus status;
    private final Revisions revisions;
    private final KubernetesVersion version;
    private final boolean monotonic;
    /** Number of wanted replicas; there can be billions. */
    private final int wanted;
    /** The wanted replicas that exist or were looked at, by their distance from the first ordinal. */
    private final Map<Integer, Pod> replicas = new TreeMap<>();

    private final List<Pod> condemned = new ArrayList<>();
    private final Completion<Step> settled = Completion.of(new Step(false, SyncResult.DONE));

    /**
     * The outcome for one pod.
     *
     * @param ends whether the sync has to end here
     * @param result the failure, if there was one
     */
    private record Step(boolean ends, SyncResult result) {

        private static final Step WAIT = new Step(true, SyncResult.DONE);
    }

    SetSync(StatefulSet set, Revisions revisions, List<Pod> pods, StatefulPods control, PodState state) {
        this.set = set;
        this.revisions = revisions;
        this.control = control;
        this.state = state;
        this.version = control.version();
        this.newPods = new NewPods(set, revisions, version);
        this.status = new SetStatus(revisions, pods, state, version);
        this.monotonic = !"Parallel".equals(set.spec().podManagementPolicy());
        this.wanted = set.replicas();
        for (Pod pod : pods) {
            int ordinal = Identity.ordinal(pod);
            if (Identity.isWanted(set, ordinal)) {
                replicas.put(ordinal - Identity.start(set), pod);
            } else {
                condemned.add(pod);
            }
        }
        condemned.sort(Comparator.comparingInt(Identity::ordinal).reversed());
    }

    /** The status to write when the sync is done. */
    StatefulSet.Status status() {
        return status.of(set);
    }

    /** Runs the sync. Done with the failure, if there was one. */
    Completion<SyncResult> run() {
        if (set.metadata().isDeleting()) {
            return Completion.of(SyncResult.DONE);
        }
        return forAll(wanted, this::replica)
                .then(step -> step.ends() ? Completion.of(step) : forAll(condemned.size(), this::claims))
                .then(step -> step.ends() ? Completion.of(step) : forAll(condemned.size(), this::condemned))
                .then(step -> step.ends() ? Completion.of(step) : update())
                .map(Step::result);
    }

    private Completion<Step> forAll(int count, IntFunction<Completion<Step>> work) {
        return monotonic || !version.has(Feature.STATEFUL_SET_BATCHES)
                ? inOrder(0, count, work)
                : inBatches(0, 1, count, work);
    }

    private Completion<Step> inOrder(int first, int count, IntFunction<Completion<Step>> work) {
        for (int i = first; i < count; i++) {
            Completion<Step> step = work.apply(i);
            if (step != settled) {
                int next = i + 1;
                return step.then(done -> done.ends() ? Completion.of(done) : inOrder(next, count, work));
            }
        }
        return settled;
    }

    private Completion<Step> inBatches(int first, int size, int count, IntFunction<Completion<Step>> work) {
        int end = Math.min(first + size, count);
        List<Completion<Step>> steps = new ArrayList<>();
        for (int i = first; i < end; i++) {
            steps.add(work.apply(i));
        }
        return Completion.all(steps).then(done -> {
            SyncResult result = SyncResult.first(done.stream().map(Step::result).toList());
            if (!result.isDone()) {
                return Completion.of(new Step(true, result));
            }
            return end == count ? settled : inBatches(end, Math.min(2 * size, BATCH_MAX), count, work);
        });
    }

    /** The replica at a distance from the first ordinal: the pod, or the one to be created. */
    private Pod pod(int i) {
        return replicas.computeIfAbsent(i, missing -> newPods.of(Identity.start(set) + missing));
    }

    private Completion<Step> replica(int i) {
        Pod pod = pod(i);
        if (!PodState.isCreated(pod)) {
            return control.claims().areStale(set, pod) ? Completion.of(Step.WAIT) : create(pod);
        }
        if (isEnded(pod)) {
            return recreate(i);
        }
        if (version.has(Feature.STATEFUL_SET_LOST_CLAIMS) && pod.phase().equals("Pending")) {
            Completion<SyncResult> made = control.claims().createMissing(set, pod);
            return made.then(result -> result.isDone() ? settle(pod) : Completion.of(new Step(true, result)));
        }
        return settle(pod);
    }

    private Completion<Step> create(Pod pod) {
        return control.create(set, pod).map(result -> {
            if (result.isDone() && !version.has(Feature.STATEFUL_SET_BATCHES)) {
                status.created(pod);
            }
            return new Step(monotonic || !result.isDone(), result);
        });
    }

    private boolean isEnded(Pod pod) {
        return version.has(Feature.STATEFUL_SET_SUCCEEDED_PODS)
                ? pod.isFinished()
                : pod.phase().equals("Failed");
    }

    /** Deletes a finished pod. The next sync creates its successor; until Kubernetes 1.26 this one does. */
    private Completion<Step> recreate(int i) {
        Pod ended = pod(i);
        if (!version.has(Feature.STATEFUL_SET_RESTART_EVENT)) {
            return ended.metadata().isDeleting()
                    ? Completion.of(Step.WAIT)
                    : control.delete(set, ended).map(result -> new Step(true, result));
        }
        control.recordRecreation(set, ended);
        return control.delete(set, ended).then(result -> {
            if (!result.isDone()) {
                return Completion.of(new Step(true, result));
            }
            if (!version.has(Feature.STATEFUL_SET_BATCHES)) {
                status.removed(ended);
            }
            Pod successor = newPods.of(Identity.ordinal(ended));
            replicas.put(i, successor);
            return create(successor);
        });
    }

    private Completion<Step> settle(Pod pod) {
        if (monotonic && !state.isHealthy(pod)) {
            return Completion.of(Step.WAIT);
        }
        if (Identity.matches(set, pod)
                && ClaimNames.areMounted(set, pod)
                && control.claims().haveRightOwners(set, pod)) {
            return settled;
        }
        return control.update(set, pod).map(result -> new Step(!result.isDone(), result));
    }

    /** Sets the owners of the claims of a surplus pod. */
    private Completion<Step> claims(int i) {
        Pod pod = condemned.get(i);
        return control.claims().haveRightOwners(set, pod)
                ? settled
                : control.claims().correctOwners(set, pod).map(result -> new Step(!result.isDone(), result));
    }

    private Completion<Step> condemned(int i) {
        Pod pod = condemned.get(i);
        if (pod.metadata().isDeleting()) {
            return monotonic ? Completion.of(Step.WAIT) : settled;
        }
        if (monotonic && !state.isAvailable(pod) && pod != lowestUnhealthy()) {
            return Completion.of(Step.WAIT);
        }
        return control.delete(set, pod).map(result -> {
            if (result.isDone() && !version.has(Feature.STATEFUL_SET_BATCHES)) {
                status.condemned(pod);
            }
            return new Step(monotonic || !result.isDone(), result);
        });
    }

    private Pod lowestUnhealthy() {
        for (int i = condemned.size() - 1; i >= 0; i--) {
            if (!state.isHealthy(condemned.get(i))) {
                return condemned.get(i);
            }
        }
        return null;
    }

    private Completion<Step> update() {
        if (!NewPods.isRolling(set)) {
            return settled;
        }
        return version.has(Feature.MAX_UNAVAILABLE_STATEFUL_SET) ? updateWithinBound() : updateLast();
    }

    /** Deletes pods that are not of the present template, the last first, so that not too many are unhealthy. */
    private Completion<Step> updateWithinBound() {
        List<Pod> pods = IntStream.range(0, wanted).mapToObj(this::pod).toList();
        return deleteAll(UpdatePlan.of(set, pods, revisions.update().metadata().name(), state)
                .iterator());
    }

    private Completion<Step> deleteAll(Iterator<Pod> left) {
        if (!left.hasNext()) {
            return settled;
        }
        return control.delete(set, left.next()).then(result -> {
            if (!result.isDone()) {
                return Completion.of(new Step(true, result));
            }
            status.updating();
            return deleteAll(left);
        });
    }

    /** Deletes the last pod that is not of the present template, once all after it are healthy. */
    private Completion<Step> updateLast() {
        int lowest = UpdatePlan.partition(set);
        String newest = revisions.update().metadata().name();
        for (int i = wanted - 1; i >= lowest; i--) {
            Pod pod = pod(i);
            if (!Identity.revision(pod).equals(newest) && !pod.metadata().isDeleting()) {
                return control.delete(set, pod).map(result -> {
                    if (result.isDone()) {
                        status.updating();
                    }
                    return new Step(true, result);
                });
            }
            if (!state.isHealthy(pod)) {
                return settled;
            }
        }
        return settled;
    }
}

package dev.wavetank.model.controller.daemonset;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.DaemonSetStatusBuilder;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Retry;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;

/**
 * The counts of nodes in the status of a DaemonSet.
 *
 * @param desired nodes that should have the pod
 * @param current desired nodes that have the pod
 * @param misscheduled nodes that have the pod and should not
 * @param ready desired nodes with a ready pod
 * @param updated desired nodes with a pod of the present template
 * @param available desired nodes with a pod that has been ready for {@code minReadySeconds}
 */
record DaemonStatus(int desired, int current, int misscheduled, int ready, int updated, int available) {

    /** {@code StatusUpdateRetries} of 1. */
    private static final Retry STATUS_UPDATE = Retry.atOnce(2);

    /** Counts; of several pods on a node the oldest counts. */
    static DaemonStatus of(PodVersion version, List<Node> nodes, NodePods pods, NodeEligibility eligibility) {
        int desired = 0;
        int misscheduled = 0;
        List<Pod> counted = new ArrayList<>();
        for (Node node : nodes) {
            List<Pod> there = new ArrayList<>(pods.on(node.metadata().name()));
            there.sort(PodVersion.OLDEST_FIRST);
            if (!eligibility.fit(version.set(), node).isWanted()) {
                misscheduled += there.isEmpty() ? 0 : 1;
                continue;
            }
            desired++;
            if (!there.isEmpty()) {
                counted.add(there.get(0));
            }
        }
        return new DaemonStatus(
                desired,
                counted.size(),
                misscheduled,
                (int) counted.stream().filter(Pod::isReady).count(),
                (int) counted.stream().filter(version::isUpdated).count(),
                (int) counted.stream().filter(version::isAvailable).count());
    }

    /**
     * Writes the status, and after a failure once more on a fresh object. Sends no request when nothing would change.
     * Done with whether the status is written.
     *
     * @param observed whether the sync has handled the present generation
     */
    Completion<SyncResult> write(ApiClient client, DaemonSet set, boolean observed) {
        Long generation = set.metadata().generation();
        DaemonSet.Status present = present(set);
        boolean known = present.observedGeneration() != null && present.observedGeneration() >= generation;
        if (known && with(present, present.observedGeneration()).equals(normal(present))) {
            return Completion.of(SyncResult.DONE);
        }
        return STATUS_UPDATE
                .withLive(
                        client,
                        put(client, set, observed ? generation : null),
                        new ApiRequest.Get(
                                Resources.DAEMON_SETS,
                                set.key().namespace(),
                                set.key().name()),
                        live -> put(client, live.as(DaemonSet.class), observed ? generation : null))
                .map(SyncResult::of);
    }

    private Completion<ApiResponse> put(ApiClient client, DaemonSet set, Long generation) {
        DaemonSet.Status present = present(set);
        DaemonSet.Status status = with(present, generation == null ? present.observedGeneration() : generation);
        return client.send(new ApiRequest.Update(Resources.DAEMON_SETS, "status", set.withStatus(status)));
    }

    private static DaemonSet.Status present(DaemonSet set) {
        return set.status() == null ? DaemonSetStatusBuilder.builder().build() : set.status();
    }

    private DaemonSet.Status with(DaemonSet.Status present, Long generation) {
        return present.withObservedGeneration(generation)
                .withDesiredNumberScheduled(desired)
                .withCurrentNumberScheduled(current)
                .withNumberMisscheduled(misscheduled)
                .withNumberReady(ready)
                .withUpdatedNumberScheduled(Defaults.nullIfZero(updated))
                .withNumberAvailable(Defaults.nullIfZero(available))
                .withNumberUnavailable(Defaults.nullIfZero(desired - available));
    }

    /** The present status with its zeros as this class writes them. */
    private static DaemonSet.Status normal(DaemonSet.Status present) {
        return present.withDesiredNumberScheduled(Defaults.zeroIfNull(present.desiredNumberScheduled()))
                .withCurrentNumberScheduled(Defaults.zeroIfNull(present.currentNumberScheduled()))
                .withNumberMisscheduled(Defaults.zeroIfNull(present.numberMisscheduled()))
                .withNumberReady(Defaults.zeroIfNull(present.numberReady()))
                .withUpdatedNumberScheduled(Defaults.nullIfZero(Defaults.zeroIfNull(present.updatedNumberScheduled())))
                .withNumberAvailable(Defaults.nullIfZero(Defaults.zeroIfNull(present.numberAvailable())))
                .withNumberUnavailable(Defaults.nullIfZero(Defaults.zeroIfNull(present.numberUnavailable())));
    }
}

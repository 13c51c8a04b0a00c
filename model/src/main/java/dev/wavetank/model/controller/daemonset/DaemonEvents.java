package dev.wavetank.model.controller.daemonset;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.apps.ControllerRevision;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.owned.OwnerQueue;
import dev.wavetank.model.controller.owned.Owners;
import dev.wavetank.model.controller.pods.Readiness;
import java.util.Objects;
import java.util.function.Consumer;

/** Meets expectations, and queues the DaemonSets that a change affects. */
final class DaemonEvents {

    private final Informer<DaemonSet> sets;
    private final NodeEligibility eligibility;
    private final Owners<DaemonSet> owners;
    private final OwnerQueue concerned;
    private final PodExpectations expectations;
    private final Consumer<DaemonSet> gone;
    private final WorkQueue<ObjectKey> queue;

    DaemonEvents(
            Informer<DaemonSet> sets,
            NodeEligibility eligibility,
            PodExpectations expectations,
            Consumer<DaemonSet> gone,
            WorkQueue<ObjectKey> queue) {
        this.sets = sets;
        this.eligibility = eligibility;
        this.owners = new Owners<>(sets, DaemonSet.KIND, set -> set.spec().selector());
        this.concerned = new OwnerQueue(owners, queue);
        this.expectations = expectations;
        this.gone = gone;
        this.queue = queue;
    }

    /** Every change of a set triggers a sync. */
    Informer.Handler<DaemonSet> ofSets() {
        return new Informer.Handler<>() {
            @Override
            public void added(DaemonSet set) {
                queue.add(set.key());
            }

            @Override
            public void updated(DaemonSet before, DaemonSet after) {
                if (!before.uid().equals(after.uid())) {
                    deleted(before);
                }
                queue.add(after.key());
            }

            @Override
            public void deleted(DaemonSet last) {
                gone.accept(last);
                queue.add(last.key());
            }
        };
    }

    /** A change of a node affects the sets for which it became eligible or ceased to be. */
    Informer.Handler<Node> ofNodes() {
        return new Informer.Handler<>() {
            @Override
            public void added(Node node) {
                for (DaemonSet set : sets.all()) {
                    if (eligibility.fit(set, node).shouldRun()) {
                        queue.add(set.key());
                    }
                }
            }

            @Override
            public void updated(Node before, Node after) {
                // Mostly heartbeats, which do not affect where pods run.
                if (Objects.equals(before.spec(), after.spec())
                        && before.metadata().labels().equals(after.metadata().labels())) {
                    return;
                }
                for (DaemonSet set : sets.all()) {
                    if (!eligibility.fit(set, before).equals(eligibility.fit(set, after))) {
                        queue.add(set.key());
                    }
                }
            }

            @Override
            public void deleted(Node last) {
                // The deletion of its pods triggers the sync.
            }
        };
    }

    /** A change of a pod affects its owner; a change of an orphan affects every set that may adopt it. */
    Informer.Handler<Pod> ofPods() {
        return new Informer.Handler<>() {
            @Override
            public void added(Pod pod) {
                if (pod.metadata().isDeleting()) {
                    deleted(pod);
                } else if (pod.metadata().controller().isEmpty()) {
                    concerned.addMatching(pod);
                } else {
                    owners.of(pod).ifPresent(set -> {
                        expectations.created(set.key(), 1);
                        queue.add(set.key());
                    });
                }
            }

            @Override
            public void updated(Pod before, Pod after) {
                if (after.metadata().isDeleting()) {
                    deleted(after);
                    return;
                }
                concerned.addChanged(before, after);
                owners.of(after)
                        .ifPresent(set -> Readiness.await(
                                queue, set.key(), Defaults.zeroIfNull(set.spec().minReadySeconds()), before, after));
            }

            @Override
            public void deleted(Pod last) {
                owners.of(last).ifPresent(set -> {
                    expectations.deleted(set.key());
                    queue.add(set.key());
                });
            }
        };
    }

    /** A change of a revision affects its owner; the owner made new ones itself. */
    Informer.Handler<ControllerRevision> ofRevisions() {
        return new Informer.Handler<>() {
            @Override
            public void added(ControllerRevision revision) {
                if (revision.metadata().controller().isEmpty()
                        && !revision.metadata().isDeleting()) {
                    concerned.addMatching(revision);
                }
            }

            @Override
            public void updated(ControllerRevision before, ControllerRevision after) {
                concerned.addChanged(before, after);
            }

            @Override
            public void deleted(ControllerRevision last) {
                concerned.addOwner(last);
            }
        };
    }
}

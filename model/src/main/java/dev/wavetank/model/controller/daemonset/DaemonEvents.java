package dev.wavetank.model.controller.daemonset;

import dev.wavetank.model.api.Absent;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.apps.ControllerRevision;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.Index;
import dev.wavetank.model.client.Informer;
import dev.wavetank.model.client.WorkQueue;
import dev.wavetank.sim.VirtualTime;
import java.util.Objects;
import java.util.Optional;

/** Meets expectations, and has the DaemonSets synced that a change concerns. */
final class DaemonEvents {

    private final Informer<DaemonSet> sets;
    private final Index<DaemonSet> setsByNamespace;
    private final PodExpectations expectations;
    private final WorkQueue<ObjectKey> queue;

    DaemonEvents(Informer<DaemonSet> sets, PodExpectations expectations, WorkQueue<ObjectKey> queue) {
        this.sets = sets;
        this.setsByNamespace = sets.index(Index.NAMESPACE);
        this.expectations = expectations;
        this.queue = queue;
    }

    /** Every change of a set is a reason for a sync. */
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
                expectations.forget(last.key());
                queue.add(last.key());
            }
        };
    }

    /** A node concerns the sets for which it became eligible or ceased to be. */
    Informer.Handler<Node> ofNodes() {
        return new Informer.Handler<>() {
            @Override
            public void added(Node node) {
                for (DaemonSet set : sets.all()) {
                    if (DaemonPlacement.fit(set, node).shouldRun()) {
                        queue.add(set.key());
                    }
                }
            }

            @Override
            public void updated(Node before, Node after) {
                // Heartbeats, most of all: they change nothing that decides where pods run.
                if (Objects.equals(before.spec(), after.spec())
                        && before.metadata().labels().equals(after.metadata().labels())) {
                    return;
                }
                for (DaemonSet set : sets.all()) {
                    if (!DaemonPlacement.fit(set, before).equals(DaemonPlacement.fit(set, after))) {
                        queue.add(set.key());
                    }
                }
            }

            @Override
            public void deleted(Node last) {
                // Its pods will be deleted, and that is a reason.
            }
        };
    }

    /** Changes of pods concern their owner; those of orphans whoever may adopt them. */
    Informer.Handler<Pod> ofPods() {
        return new Informer.Handler<>() {
            @Override
            public void added(Pod pod) {
                if (pod.metadata().isDeleting()) {
                    deleted(pod);
                } else if (pod.metadata().controller().isEmpty()) {
                    queueMatching(pod);
                } else {
                    owner(pod).ifPresent(set -> {
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
                DaemonEvents.this.updated(before, after);
                owner(after).ifPresent(set -> {
                    int seconds = Absent.toZero(set.spec().minReadySeconds());
                    if (seconds > 0 && !before.isReady() && after.isReady()) {
                        // One second more, because timestamps have no fractions.
                        queue.addAfter(set.key(), (seconds + 1) * VirtualTime.SECOND);
                    }
                });
            }

            @Override
            public void deleted(Pod last) {
                owner(last).ifPresent(set -> {
                    expectations.deleted(set.key());
                    queue.add(set.key());
                });
            }
        };
    }

    /** Changes of revisions concern their owner; new ones are its own doing. */
    Informer.Handler<ControllerRevision> ofRevisions() {
        return new Informer.Handler<>() {
            @Override
            public void added(ControllerRevision revision) {
                if (revision.metadata().controller().isEmpty()
                        && !revision.metadata().isDeleting()) {
                    queueMatching(revision);
                }
            }

            @Override
            public void updated(ControllerRevision before, ControllerRevision after) {
                DaemonEvents.this.updated(before, after);
            }

            @Override
            public void deleted(ControllerRevision last) {
                queueOwner(last);
            }
        };
    }

    private void updated(KubernetesObject before, KubernetesObject after) {
        boolean changedOwner =
                !before.metadata().controller().equals(after.metadata().controller());
        if (changedOwner) {
            queueOwner(before);
        }
        if (after.metadata().controller().isPresent()) {
            queueOwner(after);
        } else if (changedOwner
                || !before.metadata().labels().equals(after.metadata().labels())) {
            queueMatching(after);
        }
    }

    private void queueOwner(KubernetesObject object) {
        owner(object).ifPresent(set -> queue.add(set.key()));
    }

    private void queueMatching(KubernetesObject orphan) {
        for (DaemonSet set : setsByNamespace.find(orphan.key().namespace())) {
            if (!set.spec().selector().isEmpty()
                    && set.spec().selector().matches(orphan.metadata().labels())) {
                queue.add(set.key());
            }
        }
    }

    private Optional<DaemonSet> owner(KubernetesObject object) {
        OwnerReference controller = object.metadata().controller().orElse(null);
        if (controller == null || !controller.kind().equals(DaemonSet.KIND)) {
            return Optional.empty();
        }
        DaemonSet set = sets.cached(new ObjectKey(object.key().namespace(), controller.name()));
        return set != null && set.uid().equals(controller.uid()) ? Optional.of(set) : Optional.empty();
    }
}

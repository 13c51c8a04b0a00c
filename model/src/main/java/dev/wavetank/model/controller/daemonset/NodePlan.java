package dev.wavetank.model.controller.daemonset;

import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which nodes need a pod of a DaemonSet, and which pods have to be deleted, whatever their template. */
final class NodePlan {

    private final PodVersion version;
    private final NodePods pods;
    private final NodeEligibility eligibility;
    private final FailedPodBackoff backoff;
    private final EventRecorder events;
    private final KubernetesVersion kubernetes;
    private final NodeWork work = new NodeWork();
    private long laterBy;

    NodePlan(
            PodVersion version,
            NodePods pods,
            NodeEligibility eligibility,
            FailedPodBackoff backoff,
            EventRecorder events,
            KubernetesVersion kubernetes) {
        this.version = version;
        this.pods = pods;
        this.eligibility = eligibility;
        this.backoff = backoff;
        this.events = events;
        this.kubernetes = kubernetes;
    }

    /** Plans for every node. */
    NodeWork of(List<Node> nodes) {
        Set<String> known = new LinkedHashSet<>();
        for (Node node : nodes) {
            known.add(node.metadata().name());
            lookAt(node);
        }
        pods.byNode().forEach((node, there) -> {
            if (!known.contains(node)) {
                there.stream().filter(pod -> !PodVersion.isBound(pod)).forEach(this::remove);
            }
        });
        return work;
    }

    /** After how many nanoseconds the next failed pod in back-off may be deleted; 0 when there is none. */
    long laterBy() {
        return laterBy;
    }

    private void lookAt(Node node) {
        String name = node.metadata().name();
        DaemonPlacement.Fit fit = eligibility.fit(version.set(), node);
        List<Pod> there = pods.on(name);
        if (fit.shouldRun() && there.isEmpty()) {
            work.nodes().add(name);
        } else if (fit.mayStay()) {
            tidy(name, fit, there);
        } else {
            there.stream().filter(pod -> !pod.metadata().isDeleting()).forEach(this::remove);
        }
    }

    private void tidy(String node, DaemonPlacement.Fit fit, List<Pod> there) {
        List<Pod> running = new ArrayList<>();
        for (Pod pod : there) {
            if (pod.metadata().isDeleting()) {
                continue;
            }
            if (pod.phase().equals("Failed")) {
                replaceFailed(node, pod);
            } else if (pod.phase().equals("Succeeded") && kubernetes.has(Feature.DAEMON_SET_SUCCEEDED_PODS)) {
                events.normal(
                        version.set(),
                        "SucceededDaemonPod",
                        "Found succeeded daemon pod " + pod.key() + " on node " + node + ", will try to delete it");
                remove(pod);
            } else {
                running.add(pod);
            }
        }
        running.sort(PodVersion.OLDEST_FIRST);
        if (!Bounds.allowsSurge(version.set(), kubernetes)) {
            running.stream().skip(1).forEach(this::remove);
        } else if (running.isEmpty() && fit.shouldRun()) {
            work.nodes().add(node);
        } else if (running.size() > 1) {
            keepTwo(running);
        }
    }

    private void replaceFailed(String node, Pod pod) {
        DaemonSet set = version.set();
        Long observed = set.status() == null ? null : set.status().observedGeneration();
        String key = set.uid() + "/" + (observed == null ? 0 : observed) + "/" + node;
        long wait = backoff.begin(key);
        if (wait > 0) {
            laterBy = laterBy == 0 ? wait : Math.min(laterBy, wait);
            return;
        }
        events.warning(
                set,
                "FailedDaemonPod",
                "Found failed daemon pod " + pod.key() + " on node " + node + ", will try to kill it");
        remove(pod);
    }

    /** During a surge the oldest pod of the present template and the oldest of another may be on one node. */
    private void keepTwo(List<Pod> running) {
        Pod updated = null;
        Pod outdated = null;
        for (Pod pod : running) {
            boolean present = version.hash().equals(pod.metadata().labels().get(PodVersion.HASH_LABEL));
            if (present && updated == null) {
                updated = pod;
            } else if (!present && outdated == null) {
                outdated = pod;
            } else {
                remove(pod);
            }
        }
        if (updated != null && outdated != null && (!outdated.isReady() || version.isAvailable(updated))) {
            remove(outdated);
        }
    }

    private void remove(Pod pod) {
        work.surplus().add(pod.metadata().name());
    }
}

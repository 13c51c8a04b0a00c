package dev.wavetank.model.controller.daemonset;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.controller.pods.PodControl;
import dev.wavetank.model.controller.pods.SlowStart;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Creates pods on nodes by slow start, deletes pods, and lowers the expectations for requests that failed.
 */
final class DaemonPods {

    /** The maximum number of creations, and of deletions, in one sync. */
    static final int BURST = 250;

    private final PodControl control;
    private final SlowStart slowStart;
    private final PodExpectations expectations;
    private final KubernetesVersion kubernetes;
    private long syncs;

    DaemonPods(PodControl control, SlowStart slowStart, PodExpectations expectations, KubernetesVersion kubernetes) {
        this.control = control;
        this.slowStart = slowStart;
        this.expectations = expectations;
        this.kubernetes = kubernetes;
    }

    /** Does the work, up to the limits of one sync. Done with the first failure, if there was one. */
    Completion<SyncResult> execute(PodVersion version, NodeWork work) {
        List<String> nodes =
                work.nodes().subList(0, Math.min(BURST, work.nodes().size()));
        List<String> surplus =
                work.surplus().subList(0, Math.min(BURST, work.surplus().size()));
        expectations.expect(version.set().key(), nodes.size(), surplus.size());
        syncs++;
        return create(version, nodes)
                .then(created -> delete(version.set(), surplus).map(deleted -> created.isDone() ? deleted : created));
    }

    private Completion<SyncResult> create(PodVersion version, List<String> nodes) {
        DaemonSet set = version.set();
        return slowStart
                .create(set.key(), syncs, nodes.size(), number -> create(version, nodes.get(number)))
                .map(outcome -> {
                    expectations.created(set.key(), outcome.skipped());
                    return SyncResult.ofFailure(outcome.failure());
                });
    }

    private Completion<ApiResponse> create(PodVersion version, String node) {
        DaemonSet set = version.set();
        return control.create(set, pod(version, node)).map(response -> {
            if (slowStart.isFailure(response)) {
                expectations.created(set.key(), 1);
            }
            return response;
        });
    }

    private Completion<SyncResult> delete(DaemonSet set, List<String> pods) {
        List<Completion<SyncResult>> answers = new ArrayList<>(pods.size());
        for (String pod : pods) {
            ObjectKey key = new ObjectKey(set.key().namespace(), pod);
            answers.add(control.delete(set, key).map(response -> deleted(set, response)));
        }
        return SyncResult.all(answers);
    }

    private SyncResult deleted(DaemonSet set, ApiResponse response) {
        if (!response.isSuccess()) {
            expectations.deleted(set.key());
        }
        return SyncResult.orGone(response);
    }

    private Pod pod(PodVersion version, String node) {
        DaemonSet set = version.set();
        ObjectMeta template = set.spec().template().metadata();
        Map<String, String> labels = new LinkedHashMap<>(template.labels());
        if (version.generation() != null) {
            labels.put(PodVersion.GENERATION_LABEL, version.generation());
        }
        labels.put(PodVersion.HASH_LABEL, version.hash());
        PodSpec spec = DaemonPlacement.withTolerations(set.spec().template().spec());
        PodSpec placed = kubernetes.has(Feature.DAEMON_SET_BY_SCHEDULER)
                ? DaemonPlacement.boundTo(spec, node)
                : spec.withNodeName(node);
        return PodControl.fromTemplate(set, new PodTemplateSpec(template.withLabels(labels), placed));
    }
}

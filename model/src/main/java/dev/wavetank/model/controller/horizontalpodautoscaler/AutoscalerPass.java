package dev.wavetank.model.controller.horizontalpodautoscaler;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscalerStatusBuilder;
import dev.wavetank.model.api.autoscaling.Scale;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Scales;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.FailureText;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One sync of an autoscaler: reads the scale of the workload and the metrics of its pods, writes the scale and the
 * status.
 */
final class AutoscalerPass {

    /** The longest window in the spec of an autoscaler; the flag may set a longer one. */
    private static final long WINDOW_MAX = 60 * VirtualTime.MINUTE;

    private static final String ABLE = "AbleToScale";
    private static final String ACTIVE = "ScalingActive";

    private final Parts parts;
    private final Scales scales;
    private final HorizontalPodAutoscaler autoscaler;
    private final ScalingHistory history;
    private final Instant clock;
    private final AutoscalerConditions conditions;
    private HorizontalPodAutoscaler.Status status;
    /** Why no number of replicas can be computed. */
    private String mistake;

    /**
     * The parts that the syncs of all autoscalers share.
     *
     * @param client sends requests
     * @param events records Events
     * @param pods by namespace
     * @param metrics source of metrics
     * @param selectors of the pods of autoscalers, as far as they are known; null before v1.27, which does not check
     *     whether two autoscalers select the same pods
     * @param window stabilization window for scaling down, in nanoseconds: the greatest recommendation within it
     *     counts
     */
    record Parts(
            ApiClient client,
            EventRecorder events,
            Index<Pod> pods,
            MetricProposals.Source metrics,
            Map<ObjectKey, LabelSelector> selectors,
            long window) {}

    AutoscalerPass(Parts parts, HorizontalPodAutoscaler autoscaler, ScalingHistory history, Instant clock) {
        this.parts = parts;
        this.scales = new Scales(parts.client());
        this.autoscaler = autoscaler;
        this.history = history;
        this.clock = clock;
        this.status = autoscaler.status() == null
                ? HorizontalPodAutoscalerStatusBuilder.builder()
                        .currentReplicas(0)
                        .desiredReplicas(0)
                        .build()
                : autoscaler.status();
        this.conditions = new AutoscalerConditions(status.conditions(), Timestamps.seconds(clock));
    }

    Completion<SyncResult> run() {
        history.forgetBefore(Math.max(WINDOW_MAX, parts.window()));
        HorizontalPodAutoscaler.Target target = autoscaler.spec().scaleTargetRef();
        String namespace = autoscaler.key().namespace();
        return scales.resource(target.apiVersion(), target.kind())
                .then(resource -> resource.isEmpty()
                        ? unknown(target)
                        : scales.get(resource.get(), namespace, target.name())
                                .then(response -> response instanceof ApiResponse.One one
                                        ? follow(resource.get(), Scales.of(one))
                                        : failed("FailedGetScale", FailureText.of(response))));
    }

    private Completion<SyncResult> unknown(HorizontalPodAutoscaler.Target target) {
        String group = ResourceType.groupOf(target.apiVersion());
        return failed("FailedGetScale", "no matches for kind \"" + target.kind() + "\" in group \"" + group + "\"");
    }

    private Completion<SyncResult> failed(String reason, String why) {
        parts.events().warning(autoscaler, reason, why);
        conditions.set(ABLE, false, reason, "the HPA controller was unable to get the target's current scale: " + why);
        return write();
    }

    private Completion<SyncResult> follow(ResourceType resource, Scale target) {
        conditions.set(
                ABLE, true, "SucceededGetScale", "the HPA controller was able to get the target's current scale");
        int current = target.wanted();
        history.begin(current);
        status = status.withCurrentReplicas(current).withCurrentMetrics(Collections.emptyList());
        HorizontalPodAutoscaler.Spec spec = autoscaler.spec();
        if (current == 0 && spec.least() != 0) {
            conditions.set(
                    ACTIVE,
                    false,
                    "ScalingDisabled",
                    "scaling is disabled since the replica count of the target is zero");
            return settle(current, 0);
        }
        if (current > spec.maxReplicas()) {
            return scale(resource, target, spec.maxReplicas(), "Current number of replicas above Spec.MaxReplicas");
        }
        if (current < spec.least()) {
            return scale(resource, target, spec.least(), "Current number of replicas below Spec.MinReplicas");
        }
        return propose(target, current)
                .map(proposal -> decide(resource, target, proposal))
                .orElseGet(() -> settle(current, status.desiredReplicas()).map(written -> {
                    parts.events().warning(autoscaler, "FailedComputeMetricsReplicas", mistake);
                    return written;
                }));
    }

    private Completion<SyncResult> decide(ResourceType resource, Scale target, Proposal proposal) {
        int current = target.wanted();
        conditions.set(
                ACTIVE,
                true,
                "ValidMetricFound",
                "the HPA was able to successfully calculate a replica count from " + proposal.name());
        ScalingRules rules = new ScalingRules(autoscaler.spec(), parts.window(), history);
        ScalingRules.Decision decision = rules.decide(current, proposal.replicas());
        conditions.decided(decision);
        if (decision.replicas() == current) {
            return settle(current, current);
        }
        String reason = "";
        if (proposal.replicas() != current) {
            boolean grows = proposal.replicas() > current;
            reason = grows ? proposal.name() + " above target" : "All metrics below target";
        }
        return scale(resource, target, decision.replicas(), reason);
    }

    /** The greatest proposal of all metrics; empty when one of them failed and the others do not scale up. */
    private Optional<Proposal> propose(Scale target, int current) {
        String query = target.status().selector();
        if (query == null || query.isEmpty()) {
            mistake = "selector is required";
            parts.events().warning(autoscaler, "SelectorRequired", mistake);
            conditions.set(ACTIVE, false, "InvalidSelector", "the HPA target's scale is missing a selector");
            return Optional.empty();
        }
        LabelSelector selector = LabelSelector.parse(query);
        List<Pod> pods = parts.pods().find(autoscaler.key().namespace()).stream()
                .filter(pod -> selector.matches(pod.metadata().labels()))
                .toList();
        if (isAmbiguous(query, selector, pods)) {
            return Optional.empty();
        }
        MetricProposals metrics = new MetricProposals(parts.metrics(), autoscaler, target, pods, clock);
        List<Proposal> proposals =
                autoscaler.spec().followed().stream().map(metrics::of).toList();
        status = status.withCurrentMetrics(
                proposals.stream().map(Proposal::status).toList());
        List<Proposal.Failure> failures = proposals.stream()
                .map(Proposal::failure)
                .filter(Objects::nonNull)
                .toList();
        failures.forEach(failure -> parts.events().warning(autoscaler, failure.reason(), failure.text()));
        Optional<Proposal> most = proposals.stream()
                .filter(proposal -> proposal.failure() == null)
                .reduce((first, second) -> second.replicas() > first.replicas() ? second : first);
        boolean grows = most.isPresent() && most.get().replicas() >= current;
        if (failures.isEmpty() || grows) {
            return most;
        }
        Proposal.Failure first = failures.get(0);
        conditions.set(
                ACTIVE, false, first.reason(), "the HPA was unable to compute the replica count: " + first.text());
        mistake = "invalid metrics (" + failures.size() + " invalid out of " + proposals.size() + "), first error is: "
                + first.summary();
        return Optional.empty();
    }

    private boolean isAmbiguous(String query, LabelSelector selector, List<Pod> pods) {
        if (parts.selectors() == null) {
            return false;
        }
        ObjectKey own = autoscaler.key();
        parts.selectors().put(own, selector);
        List<ObjectKey> all = parts.selectors().entrySet().stream()
                .filter(other -> other.getKey().namespace().equals(own.namespace()))
                .filter(other -> pods.stream()
                        .anyMatch(pod -> other.getValue().matches(pod.metadata().labels())))
                .map(Map.Entry::getKey)
                .toList();
        if (all.size() < 2) {
            return false;
        }
        String names = all.stream().map(ObjectKey::toString).collect(Collectors.joining(" ", "[", "]"));
        mistake = "pods by selector " + query + " are controlled by multiple HPAs: " + names;
        parts.events().warning(autoscaler, "AmbiguousSelector", mistake);
        conditions.set(ACTIVE, false, "AmbiguousSelector", mistake);
        return true;
    }

    private Completion<SyncResult> scale(ResourceType resource, Scale target, int desired, String reason) {
        int current = target.wanted();
        return scales.update(resource, target.withWanted(desired)).then(response -> {
            String text = "New size: " + desired + "; reason: " + reason;
            if (!response.isSuccess()) {
                String why = FailureText.of(response);
                parts.events().warning(autoscaler, "FailedRescale", text + "; error: " + why);
                conditions.set(
                        ABLE,
                        false,
                        "FailedUpdateScale",
                        "the HPA controller was unable to update the target scale: " + why);
                return settle(current, current);
            }
            parts.events().normal(autoscaler, "SuccessfulRescale", text);
            conditions.set(
                    ABLE,
                    true,
                    "SucceededRescale",
                    "the HPA controller was able to update the target scale to " + desired);
            history.change(desired - current);
            status = status.withLastScaleTime(Timestamps.seconds(clock));
            return settle(current, desired);
        });
    }

    private Completion<SyncResult> settle(int current, int desired) {
        status = status.withCurrentReplicas(current).withDesiredReplicas(desired);
        return write();
    }

    private Completion<SyncResult> write() {
        HorizontalPodAutoscaler.Status wanted = status.withConditions(conditions.all());
        if (wanted.equals(autoscaler.status())) {
            return Completion.of(SyncResult.DONE);
        }
        return parts.client()
                .send(new ApiRequest.Update(
                        Resources.HORIZONTAL_POD_AUTOSCALERS, "status", autoscaler.withStatus(wanted)))
                .map(SyncResult::of);
    }
}

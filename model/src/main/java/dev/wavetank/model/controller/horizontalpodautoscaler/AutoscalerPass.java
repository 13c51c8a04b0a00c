package dev.wavetank.model.controller.horizontalpodautoscaler;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.Metric;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscalerStatusBuilder;
import dev.wavetank.model.api.autoscaling.Scale;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.EventRecorder;
import dev.wavetank.model.client.FailureText;
import dev.wavetank.model.client.Index;
import dev.wavetank.model.client.Scales;
import dev.wavetank.model.controller.ControllerFlag;
import dev.wavetank.model.controller.ControllerFlags;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One look at an autoscaler: reads the workload, asks what its pods use, changes the number, writes the status. */
final class AutoscalerPass {

    /** Nothing that is older counts for any rule: windows and periods are at most an hour and a half. */
    private static final long REMEMBERED = 60 * VirtualTime.MINUTE;

    private static final String ABLE = "AbleToScale";
    private static final String ACTIVE = "ScalingActive";

    private final Parts parts;
    private final Scales scales;
    private final HorizontalPodAutoscaler autoscaler;
    private final ScalingHistory history;
    private final long now;
    private final AutoscalerConditions conditions;
    private HorizontalPodAutoscaler.Status status;

    /**
     * What the looks at all autoscalers share.
     *
     * @param client sends requests
     * @param events tells what happened
     * @param pods by namespace
     * @param metrics tells what pods use
     * @param flags of the controller
     */
    record Parts(ApiClient client, EventRecorder events, Index<Pod> pods, PodMetrics metrics, ControllerFlags flags) {}

    AutoscalerPass(Parts parts, HorizontalPodAutoscaler autoscaler, ScalingHistory history, long now) {
        this.parts = parts;
        this.scales = new Scales(parts.client());
        this.autoscaler = autoscaler;
        this.history = history;
        this.now = now;
        this.status = autoscaler.status() == null
                ? HorizontalPodAutoscalerStatusBuilder.builder()
                        .currentReplicas(0)
                        .desiredReplicas(0)
                        .build()
                : autoscaler.status();
        this.conditions = new AutoscalerConditions(status.conditions(), Timestamps.seconds(now));
    }

    Completion<Boolean> run() {
        history.forgetBefore(now - REMEMBERED);
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

    private Completion<Boolean> unknown(HorizontalPodAutoscaler.Target target) {
        String why = "no matches for kind \"" + target.kind() + "\" in group \""
                + ResourceType.groupOf(target.apiVersion()) + "\"";
        return failed("FailedGetScale", "unable to determine resource for scale target reference: " + why);
    }

    private Completion<Boolean> failed(String reason, String why) {
        parts.events().warning(autoscaler, reason, why);
        conditions.set(ABLE, false, reason, "the HPA controller was unable to get the target's current scale: " + why);
        return write();
    }

    private Completion<Boolean> follow(ResourceType resource, Scale target) {
        conditions.set(
                ABLE, true, "SucceededGetScale", "the HPA controller was able to get the target's current scale");
        int current = target.wanted();
        status = status.withCurrentReplicas(current);
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
                .orElseGet(() -> settle(current, status.desiredReplicas()));
    }

    private Completion<Boolean> decide(ResourceType resource, Scale target, ReplicaCalculation.Proposal proposal) {
        int current = target.wanted();
        conditions.set(
                ACTIVE,
                true,
                "ValidMetricFound",
                "the HPA was able to successfully calculate a replica count from " + proposal.name());
        long window = parts.flags().duration(ControllerFlag.HORIZONTAL_POD_AUTOSCALER_DOWNSCALE_STABILIZATION);
        ScalingRules rules = new ScalingRules(autoscaler.spec(), window, history, now);
        ScalingRules.Decision decision = rules.decide(current, proposal.replicas());
        conditions.decided(decision);
        if (decision.replicas() == current) {
            return settle(current, current);
        }
        String reason = proposal.replicas() > current ? proposal.name() + " above target" : "All metrics below target";
        return scale(resource, target, decision.replicas(), reason);
    }

    /** The greatest proposal of all metrics; empty when one of them cannot be computed and the others do not grow. */
    private Optional<ReplicaCalculation.Proposal> propose(Scale target, int current) {
        String query = target.status().selector();
        if (query == null || query.isEmpty()) {
            parts.events().warning(autoscaler, "SelectorRequired", "selector is required");
            conditions.set(ACTIVE, false, "InvalidSelector", "the HPA target's scale is missing a selector");
            return Optional.empty();
        }
        LabelSelector selector = LabelSelector.parse(query);
        List<Pod> pods = parts.pods().find(autoscaler.key().namespace()).stream()
                .filter(pod -> selector.matches(pod.metadata().labels()))
                .toList();
        List<ReplicaCalculation.Proposal> proposals = new ArrayList<>();
        List<Map<String, Object>> told = new ArrayList<>();
        String firstError = null;
        for (Metric metric : autoscaler.spec().metrics()) {
            ReplicaCalculation.Proposal proposal = propose(metric, pods, current);
            if (proposal.error() == null) {
                proposals.add(proposal);
                told.add(currentMetric(metric, proposal));
            } else if (firstError == null) {
                firstError = proposal.error();
            }
        }
        status = status.withCurrentMetrics(told);
        Optional<ReplicaCalculation.Proposal> most =
                proposals.stream().reduce((first, second) -> second.replicas() > first.replicas() ? second : first);
        boolean shrinks = most.isPresent() && most.get().replicas() < current;
        if (firstError == null || most.isPresent() && !shrinks) {
            return most;
        }
        tellInvalid(autoscaler.spec().metrics().size() - proposals.size(), firstError);
        return Optional.empty();
    }

    private void tellInvalid(int invalid, String firstError) {
        String reason = "FailedGetResourceMetric";
        parts.events().warning(autoscaler, reason, firstError);
        conditions.set(ACTIVE, false, reason, "the HPA was unable to compute the replica count: " + firstError);
        String text = "invalid metrics (" + invalid + " invalid out of "
                + autoscaler.spec().metrics().size() + "), first error is: " + firstError;
        parts.events().warning(autoscaler, "FailedComputeMetricsReplicas", text);
    }

    private ReplicaCalculation.Proposal propose(Metric metric, List<Pod> pods, int current) {
        if (metric.resource() == null || !"Resource".equals(metric.type())) {
            return ReplicaCalculation.Proposal.failed("unknown metric source type \"" + metric.type() + "\"");
        }
        ControllerFlags flags = parts.flags();
        ReplicaCalculation.Limits limits = new ReplicaCalculation.Limits(
                flags.fraction(ControllerFlag.HORIZONTAL_POD_AUTOSCALER_TOLERANCE),
                flags.duration(ControllerFlag.HORIZONTAL_POD_AUTOSCALER_CPU_INITIALIZATION_PERIOD),
                flags.duration(ControllerFlag.HORIZONTAL_POD_AUTOSCALER_INITIAL_READINESS_DELAY));
        String name = metric.resource().name();
        ReplicaCalculation.Proposal proposal = new ReplicaCalculation(
                        limits, now, metric.resource(), pods, parts.metrics().usage(pods, name))
                .propose(current);
        boolean relative = metric.resource().target().averageUtilization() != null;
        return proposal.error() == null
                ? proposal
                : ReplicaCalculation.Proposal.failed(
                        "failed to get " + name + (relative ? " utilization: " : " usage: ") + proposal.error());
    }

    private static Map<String, Object> currentMetric(Metric metric, ReplicaCalculation.Proposal proposal) {
        Map<String, Object> current = new LinkedHashMap<>();
        if (metric.resource().target().averageUtilization() != null) {
            current.put("averageUtilization", proposal.average());
        } else {
            current.put("averageValue", proposal.average() + "m");
        }
        Map<String, Object> resource = new LinkedHashMap<>();
        resource.put("name", metric.resource().name());
        resource.put("current", current);
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("type", "Resource");
        told.put("resource", resource);
        return told;
    }

    private Completion<Boolean> scale(ResourceType resource, Scale target, int desired, String reason) {
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
            history.change(now, desired - current);
            status = status.withLastScaleTime(Timestamps.seconds(now));
            return settle(current, desired);
        });
    }

    private Completion<Boolean> settle(int current, int desired) {
        status = status.withCurrentReplicas(current).withDesiredReplicas(desired);
        return write();
    }

    private Completion<Boolean> write() {
        HorizontalPodAutoscaler.Status wanted = status.withConditions(conditions.all());
        if (wanted.equals(autoscaler.status())) {
            return Completion.of(true);
        }
        return parts.client()
                .send(new ApiRequest.Update(
                        Resources.HORIZONTAL_POD_AUTOSCALERS, "status", autoscaler.withStatus(wanted)))
                .map(ApiResponse::isSuccess);
    }
}

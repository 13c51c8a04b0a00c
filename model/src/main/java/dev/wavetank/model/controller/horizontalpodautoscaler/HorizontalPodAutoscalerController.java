package dev.wavetank.model.controller.horizontalpodautoscaler;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.ControllerFlag;
import dev.wavetank.model.controller.ControllerFlags;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.metrics.Metrics;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Syncs every autoscaler each 15 s, the first time 15 s after it appeared. Sources in {@code
 * pkg/controller/podautoscaler} of release 1.32.
 */
public final class HorizontalPodAutoscalerController implements Controller {

    /** User agent, and source of the events. */
    public static final String NAME = KubernetesController.HORIZONTAL_POD_AUTOSCALER.userAgent();

    private final Context context;
    private final ControllerFlags flags;
    private final Informer<HorizontalPodAutoscaler> autoscalers;
    private final AutoscalerPass.Parts parts;
    private final Map<ObjectKey, ScalingHistory> histories = new LinkedHashMap<>();
    private final WorkQueue<ObjectKey> queue;

    /**
     * A controller.
     *
     * @param environment of the controller manager
     * @param metrics source of metrics
     */
    public HorizontalPodAutoscalerController(ControllerEnvironment environment, Metrics metrics) {
        this.context = environment.context();
        this.flags = environment.flags();
        ApiClient client = environment.client(NAME);
        EventRecorder events = new EventRecorder(context, client, NAME);
        this.autoscalers = environment.informer(Resources.HORIZONTAL_POD_AUTOSCALERS, HorizontalPodAutoscaler.class);
        Index<Pod> pods = environment.informer(Resources.PODS, Pod.class).index(Index.NAMESPACE);
        boolean modern = environment.version().has(Feature.AUTOSCALER_METRIC_TEXTS);
        ReplicaCalculation.Limits limits = new ReplicaCalculation.Limits(
                flags.fraction(ControllerFlag.HORIZONTAL_POD_AUTOSCALER_TOLERANCE),
                flags.duration(ControllerFlag.HORIZONTAL_POD_AUTOSCALER_CPU_INITIALIZATION_PERIOD),
                flags.duration(ControllerFlag.HORIZONTAL_POD_AUTOSCALER_INITIAL_READINESS_DELAY),
                modern);
        long window = flags.duration(ControllerFlag.HORIZONTAL_POD_AUTOSCALER_DOWNSCALE_STABILIZATION);
        this.parts = new AutoscalerPass.Parts(
                client,
                events,
                pods,
                new MetricProposals.Source(metrics, limits, modern),
                environment.version().has(Feature.AUTOSCALER_SELECTOR_CONFLICTS) ? new TreeMap<>() : null,
                window);
        this.queue = environment.queue(
                environment.workers(KubernetesController.HORIZONTAL_POD_AUTOSCALER), WorkQueue.UNLIMITED, this::sync);
    }

    @Override
    public void start() {
        autoscalers.addHandler(Informer.Handler.whilePresent(autoscaler -> queue.addAfter(autoscaler.key(), period())));
    }

    private long period() {
        return flags.duration(ControllerFlag.HORIZONTAL_POD_AUTOSCALER_SYNC_PERIOD);
    }

    private Completion<SyncResult> sync(ObjectKey key) {
        HorizontalPodAutoscaler autoscaler = autoscalers.cached(key);
        if (autoscaler == null) {
            histories.remove(key);
            if (parts.selectors() != null) {
                parts.selectors().remove(key);
            }
            return Completion.of(SyncResult.DONE);
        }
        ScalingHistory history = histories.computeIfAbsent(key, missing -> new ScalingHistory(context::now));
        return new AutoscalerPass(parts, autoscaler, history, context.clock())
                .run()
                // Failed or not, the next sync is a period later.
                .map(done -> new SyncResult.RetryAfter(period()));
    }
}

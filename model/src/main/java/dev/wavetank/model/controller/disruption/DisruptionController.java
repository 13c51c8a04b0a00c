package dev.wavetank.model.controller.disruption;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.gotext.GoSelector;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/**
 * Counts, for every PodDisruptionBudget, the healthy pods and the desired healthy pods, whenever one of its pods
 * changes. A pod whose eviction the API server has permitted counts as deleted for two minutes, so that no other pod
 * is evicted before the controller observes its deletion. When the calculation fails, no eviction is permitted.
 */
public final class DisruptionController implements Controller {

    /** User agent. */
    public static final String NAME = KubernetesController.DISRUPTION.userAgent();

    /** The source of its Events. */
    private static final String REPORTER = "controllermanager";

    private final Context context;
    private final ApiClient client;
    private final Informer<PodDisruptionBudget> budgets;
    private final Index<PodDisruptionBudget> budgetsByNamespace;
    private final Informer<Pod> pods;
    private final Index<Pod> podsByNamespace;
    private final ExpectedScale scale;
    private final BudgetStatus statuses;
    private final EventRecorder events;
    private final WorkQueue<ObjectKey> queue;
    private final KubernetesVersion version;

    /** The expected number of pods and of healthy pods; or the error of the calculation. */
    private record Expected(int pods, int healthy, String error) {}

    /** A controller. */
    public DisruptionController(ControllerEnvironment environment) {
        this.version = environment.version();
        this.context = environment.context();
        this.client = environment.client(NAME);
        this.budgets = environment.informer(Resources.POD_DISRUPTION_BUDGETS, PodDisruptionBudget.class);
        this.budgetsByNamespace = budgets.index(Index.NAMESPACE);
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.podsByNamespace = pods.index(Index.NAMESPACE);
        this.scale = new ExpectedScale(
                client,
                environment.informer(Resources.DEPLOYMENTS, Deployment.class),
                environment.informer(Resources.REPLICA_SETS, ReplicaSet.class));
        this.statuses = new BudgetStatus(version.has(Feature.DISRUPTION_CONDITIONS));
        this.events = new EventRecorder(context, client, REPORTER);
        this.queue = environment.queue(1, WorkQueue.UNLIMITED, this::sync);
    }

    @Override
    public void start() {
        budgets.addHandler(Informer.Handler.whilePresent(budget -> queue.add(budget.key())));
        pods.addHandler(Informer.Handler.always(this::queueCovering));
    }

    private Completion<SyncResult> sync(ObjectKey key) {
        PodDisruptionBudget budget = budgets.cached(key);
        if (budget == null) {
            return Completion.of(SyncResult.DONE);
        }
        List<Pod> covered = podsByNamespace.find(key.namespace()).stream()
                .filter(pod -> budget.covers(pod.metadata().labels()))
                .toList();
        if (covered.isEmpty()) {
            events.normal(budget, "NoPods", "No matching pods found");
        }
        return expected(budget, covered).then(expected -> {
            if (expected.error() == null) {
                return write(budget, covered, expected);
            }
            events.warning(
                    budget,
                    "CalculateExpectedPodCountFailed",
                    "Failed to calculate the number of expected pods: " + expected.error());
            return put(budget, statuses.failed(budget, expected.error(), now()));
        });
    }

    private Instant now() {
        return Timestamps.seconds(context.clock());
    }

    private Completion<SyncResult> write(PodDisruptionBudget budget, List<Pod> covered, Expected expected) {
        Map<String, Instant> disrupted = budget.status() == null
                ? Collections.emptyMap()
                : budget.status().disruptedPods();
        Map<String, Instant> pending = BudgetMath.pending(covered, disrupted, context.clock());
        recordNotDeleted(budget, covered, disrupted, pending);
        BudgetStatus.Counts counts = new BudgetStatus.Counts(
                BudgetMath.healthy(covered, pending), expected.healthy(), expected.pods(), pending);
        pending.values().stream()
                .min(Instant::compareTo)
                .ifPresent(first -> queue.addAfter(
                        budget.key(),
                        Math.max(0, BudgetMath.DELETION_TIMEOUT + 1 - Timestamps.between(first, context.clock()))));
        return send(budget, statuses.counted(budget, counts, now()));
    }

    private void recordNotDeleted(
            PodDisruptionBudget budget,
            List<Pod> covered,
            Map<String, Instant> disrupted,
            Map<String, Instant> pending) {
        for (Pod pod : covered) {
            String name = pod.metadata().name();
            if (disrupted.containsKey(name)
                    && !pending.containsKey(name)
                    && !pod.metadata().isDeleting()) {
                events.warning(
                        pod, "NotDeleted", "Pod was expected by PDB " + budget.key() + " to be deleted but it wasn't");
            }
        }
    }

    private Completion<SyncResult> send(PodDisruptionBudget budget, PodDisruptionBudget.Status status) {
        return status.equals(budget.status()) ? Completion.of(SyncResult.DONE) : put(budget, status);
    }

    /** Records the failure again at every sync. */
    private Completion<SyncResult> put(PodDisruptionBudget budget, PodDisruptionBudget.Status status) {
        return client.send(new ApiRequest.Update(Resources.POD_DISRUPTION_BUDGETS, "status", budget.withStatus(status)))
                .map(SyncResult::of);
    }

    private Completion<Expected> expected(PodDisruptionBudget budget, List<Pod> covered) {
        Object least = budget.spec().minAvailable();
        Object most = budget.spec().maxUnavailable();
        if (most == null && (least == null || !BudgetMath.isPercentage(least))) {
            int healthy = least == null ? 0 : BudgetMath.scaled(least, 0);
            return Completion.of(new Expected(least == null ? 0 : covered.size(), healthy, null));
        }
        return scales(budget, covered).map(sum -> {
            if (sum.error() != null) {
                return sum;
            }
            int healthy = most == null
                    ? BudgetMath.scaled(least, sum.pods())
                    : Math.max(0, sum.pods() - BudgetMath.scaled(most, sum.pods()));
            return new Expected(sum.pods(), healthy, null);
        });
    }

    /** The sum of the scales of the pods' controllers. */
    private Completion<Expected> scales(PodDisruptionBudget budget, List<Pod> covered) {
        Map<String, Pod> managed = new LinkedHashMap<>();
        boolean unmanaged = false;
        for (Pod pod : covered) {
            Optional<OwnerReference> owner = pod.metadata().controller();
            owner.ifPresent(one -> managed.putIfAbsent(one.uid(), pod));
            unmanaged |= owner.isEmpty();
            if (owner.isEmpty() && !version.has(Feature.UNMANAGED_PODS_IN_BUDGETS)) {
                return failed(budget, "NoControllerRef", "found no controller ref for pod \"" + name(pod) + "\"");
            }
        }
        if (unmanaged) {
            recordUnmanaged(budget);
        }
        return add(budget, new ArrayDeque<>(managed.values()), new ArrayList<>());
    }

    /** Reads the scales of the controllers of pods, one after the other. */
    private Completion<Expected> add(PodDisruptionBudget budget, Queue<Pod> left, List<ExpectedScale.Scale> found) {
        if (left.isEmpty()) {
            return Completion.of(new Expected(ExpectedScale.sum(found), 0, null));
        }
        Pod pod = left.remove();
        return scale.of(pod, pod.metadata().controller().orElseThrow()).then(one -> {
            if (one.isEmpty()) {
                return failed(budget, "NoControllers", "found no controllers for pod \"" + name(pod) + "\"");
            }
            found.add(one.get());
            return add(budget, left, found);
        });
    }

    private static String name(Pod pod) {
        return pod.metadata().name();
    }

    private void recordUnmanaged(PodDisruptionBudget budget) {
        events.warning(
                budget,
                "UnmanagedPods",
                "Pods selected by this PodDisruptionBudget (selector: "
                        + GoSelector.of(budget.spec().selector())
                        + ") were found to be unmanaged. As a result, the status of"
                        + " the PDB cannot be calculated correctly, which may result in undefined behavior. To account"
                        + " for these pods please set \".spec.minAvailable\" field of the PDB to an integer value.");
    }

    private Completion<Expected> failed(PodDisruptionBudget budget, String reason, String error) {
        events.warning(budget, reason, error);
        return Completion.of(new Expected(0, 0, error));
    }

    /** With several matching budgets, queues only one, and records in an Event of the pod which. */
    private void queueCovering(Pod pod) {
        List<PodDisruptionBudget> covering = budgetsByNamespace.find(pod.key().namespace()).stream()
                .filter(budget -> budget.covers(pod.metadata().labels()))
                .toList();
        if (covering.size() > 1) {
            events.warning(
                    pod,
                    "MultiplePodDisruptionBudgets",
                    "Pod \"" + pod.key().namespace() + "\"/\"" + name(pod)
                            + "\" matches multiple PodDisruptionBudgets.  Chose \""
                            + covering.get(0).metadata().name() + "\" arbitrarily.");
        }
        covering.stream().findFirst().ifPresent(budget -> queue.add(budget.key()));
    }
}

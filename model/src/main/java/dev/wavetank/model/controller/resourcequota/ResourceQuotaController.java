package dev.wavetank.model.controller.resourcequota;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Informer;
import dev.wavetank.model.client.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.quota.QuotaUsage;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes into the status of every quota what its limits are and what the pods of its namespace use: when the quota
 * is new, when its limits change, and when a pod ends or goes. A charge by admission alone is no reason.
 *
 * <p>Kubernetes counts the pods of its cache each time ({@code pkg/controller/resourcequota}). A pod that
 * admission has charged and that is not stored yet, or not in the cache yet, is then given back, and a namespace
 * can get more pods than its quota permits. This controller is stricter: usage goes down by what pods used that
 * were seen to end, and never below what the cache counts. Charges for pods that never came to be stay until
 * nobody has changed the quota for {@link #SETTLED}; then the count of the cache is taken as it is. The same holds
 * for pods that ended unseen, while no controller ran. Kubernetes gives such charges back with the next pod that
 * ends, or after five minutes.
 *
 * <p>Only what pods use is counted; of other objects the usage stays as admission has charged it. Scopes are
 * ignored, as in admission.
 */
public final class ResourceQuotaController implements Controller {

    /** User agent. */
    public static final String NAME = "resourcequota-controller";

    /**
     * After this time without a change of the quota every charged pod is in the cache: twice the life of a request.
     */
    static final long SETTLED = 2 * VirtualTime.MINUTE;

    private static final int WORKERS = 5;

    private final Context context;
    private final ApiClient client;
    private final Informer<ResourceQuota> quotas;
    private final Informer<Pod> pods;
    private final WorkQueue<ObjectKey> queue;
    private final Map<ObjectKey, QuotaAccount> accounts = new LinkedHashMap<>();

    /** A controller. */
    public ResourceQuotaController(ControllerEnvironment environment) {
        this.context = environment.context();
        this.client = environment.client(NAME);
        this.quotas = environment.informer(Resources.RESOURCE_QUOTAS, ResourceQuota.class);
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.queue = environment.queue("resourcequota", WORKERS, WorkQueue.UNLIMITED, this::sync);
    }

    @Override
    public void start() {
        quotas.addHandler(new QuotaEvents());
        pods.addHandler(new PodEvents());
    }

    private Completion<Boolean> sync(ObjectKey key) {
        ResourceQuota quota = quotas.cached(key);
        QuotaAccount account = accounts.get(key);
        if (quota == null || account == null) {
            return Completion.of(true);
        }
        Map<String, Quantity> released = account.takeReleased();
        boolean isSettled = account.unchangedFor(context.now()) >= SETTLED;
        ResourceQuota.Status status = QuotaAccount.status(quota, counted(key.namespace()), isSettled ? null : released);
        if (!isSettled) {
            recountLater(key, account);
        }
        if (status.equals(quota.status())) {
            return Completion.of(true);
        }
        return client.send(new ApiRequest.Update(Resources.RESOURCE_QUOTAS, "status", quota.withStatus(status)))
                .map(response -> {
                    // Without an answer it may have been given back: it must not be given back twice.
                    if (response.failedWith("Conflict")) {
                        account.release(released);
                    }
                    return response.isSuccess();
                });
    }

    private Map<String, Quantity> counted(String namespace) {
        Map<String, Quantity> counted = new TreeMap<>();
        for (Pod pod : pods.all()) {
            if (pod.key().namespace().equals(namespace)) {
                QuotaUsage.ofStored(pod).forEach((name, amount) -> counted.merge(name, amount, Quantity::plus));
            }
        }
        return counted;
    }

    private void recountLater(ObjectKey key, QuotaAccount account) {
        if (account.planRecount()) {
            context.daemonAfter(SETTLED - account.unchangedFor(context.now()), () -> {
                account.recounted();
                queue.add(key);
            });
        }
    }

    private void release(Pod pod, Map<String, Quantity> usage) {
        accounts.forEach((key, account) -> {
            if (key.namespace().equals(pod.key().namespace())) {
                account.release(usage);
                queue.add(key);
            }
        });
    }

    private final class QuotaEvents implements Informer.Handler<ResourceQuota> {

        @Override
        public void added(ResourceQuota quota) {
            accounts.put(quota.key(), new QuotaAccount(context.now()));
            queue.add(quota.key());
        }

        @Override
        public void updated(ResourceQuota before, ResourceQuota after) {
            if (!before.uid().equals(after.uid())) {
                added(after);
                return;
            }
            QuotaAccount account = accounts.get(after.key());
            account.changed(context.now());
            recountLater(after.key(), account);
            if (!before.spec().equals(after.spec())) {
                queue.add(after.key());
            }
        }

        @Override
        public void deleted(ResourceQuota last) {
            accounts.remove(last.key());
        }
    }

    private final class PodEvents implements Informer.Handler<Pod> {

        @Override
        public void added(Pod pod) {
            // Admission has charged it.
        }

        @Override
        public void updated(Pod before, Pod after) {
            if (!before.uid().equals(after.uid())) {
                release(before, QuotaUsage.ofStored(before));
            } else if (!before.isFinished() && after.isFinished()) {
                Map<String, Quantity> usage = QuotaUsage.ofStored(before);
                usage.keySet().removeAll(QuotaUsage.ofStored(after).keySet());
                release(after, usage);
            }
        }

        @Override
        public void deleted(Pod last) {
            release(last, QuotaUsage.ofStored(last));
        }
    }
}

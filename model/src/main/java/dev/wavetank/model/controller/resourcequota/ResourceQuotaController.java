package dev.wavetank.model.controller.resourcequota;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.ControllerFlag;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.quota.QuotaScope;
import dev.wavetank.model.quota.QuotaUsage;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes limits and usage into the status of every quota: when the quota is new, when its limits change, and when an
 * object ends, is deleted, or uses less. A charge by admission alone triggers no write.
 *
 * <p>Kubernetes counts the pods of its cache each time ({@code pkg/controller/resourcequota}). That releases the
 * charge of a pod that admission has charged and that is not stored yet, or not in the cache yet, and a namespace can
 * get more pods than its quota permits. This controller is stricter: it lowers usage by the usage of pods that were
 * observed to end, and never below the count of the cache. Charges for pods that were never stored stay until the
 * quota has not changed for {@link #SETTLED}; then the count of the cache applies. The same holds for pods that ended
 * while no controller ran. Kubernetes releases such charges with the next pod that ends, or after five minutes.
 *
 * <p>The controller watches a kind once a quota limits it. The usage of kinds that the model does not know, such as
 * custom resources, stays as admission has charged it.
 */
public final class ResourceQuotaController implements Controller {

    /** User agent. */
    public static final String NAME = KubernetesController.RESOURCE_QUOTA.userAgent();

    /**
     * After this time without a change of the quota every charged pod is in the cache: twice the life of a request.
     */
    static final long SETTLED = 2 * VirtualTime.MINUTE;

    private final Context context;
    private final ApiClient client;
    private final Informer<ResourceQuota> quotas;
    private final ControllerEnvironment environment;
    private final Map<ResourceType, Informer<? extends KubernetesObject>> counted = new LinkedHashMap<>();
    private final WorkQueue<ObjectKey> queue;
    private final long resyncPeriod;
    private final Map<ObjectKey, QuotaAccount> accounts = new LinkedHashMap<>();

    /** A controller. */
    public ResourceQuotaController(ControllerEnvironment environment) {
        this.context = environment.context();
        this.client = environment.client(NAME);
        this.quotas = environment.informer(Resources.RESOURCE_QUOTAS, ResourceQuota.class);
        this.environment = environment;
        this.resyncPeriod = environment.flags().duration(ControllerFlag.RESOURCE_QUOTA_SYNC_PERIOD);
        this.queue = environment.queue(
                environment.workers(KubernetesController.RESOURCE_QUOTA), WorkQueue.UNLIMITED, this::sync);
    }

    @Override
    public void start() {
        quotas.addHandler(new QuotaEvents());
        follow(Resources.PODS, Pod.class);
        context.awaitWhile("recount of quotas", () -> quotas.all().stream().anyMatch(this::isMiscounted));
        context.daemonAfter(resyncPeriod, this::resync);
    }

    /** Whether a recount would change the status. */
    private boolean isMiscounted(ResourceQuota quota) {
        return accounts.containsKey(quota.key())
                && !QuotaAccount.status(quota, count(quota), null).equals(quota.status());
    }

    private void resync() {
        quotas.all().forEach(quota -> queue.add(quota.key()));
        context.daemonAfter(resyncPeriod, this::resync);
    }

    private <T extends KubernetesObject> void follow(ResourceType resource, Class<T> kind) {
        if (!counted.containsKey(resource)) {
            Informer<T> informer = environment.informer(resource, kind);
            counted.put(resource, informer);
            informer.addHandler(new ObjectEvents<>(resource));
        }
    }

    private Completion<SyncResult> sync(ObjectKey key) {
        ResourceQuota quota = quotas.cached(key);
        if (quota == null) {
            return Completion.of(SyncResult.DONE);
        }
        List<Completion<Boolean>> synced = new ArrayList<>();
        for (String name : quota.spec().hard().keySet()) {
            ResourceType resource = resourceOf(name);
            if (resource != null) {
                follow(resource, KubernetesObject.class);
                synced.add(counted.get(resource).synced());
            }
        }
        return synced.stream().allMatch(Completion::isDone)
                ? write(key)
                : Completion.all(synced).then(all -> write(key));
    }

    private static ResourceType resourceOf(String quotaResource) {
        return QuotaUsage.isOf(Resources.PODS, quotaResource) ? Resources.PODS : QuotaUsage.resourceOf(quotaResource);
    }

    private Completion<SyncResult> write(ObjectKey key) {
        ResourceQuota quota = quotas.cached(key);
        QuotaAccount account = accounts.get(key);
        if (quota == null || account == null) {
            return Completion.of(SyncResult.DONE);
        }
        Map<String, Quantity> released = account.takeReleased();
        boolean isSettled = account.unchangedFor(context.now()) >= SETTLED;
        ResourceQuota.Status status = QuotaAccount.status(quota, count(quota), isSettled ? null : released);
        if (!isSettled) {
            recountLater(key, account);
        }
        if (status.equals(quota.status())) {
            return Completion.of(SyncResult.DONE);
        }
        return client.send(new ApiRequest.Update(Resources.RESOURCE_QUOTAS, "status", quota.withStatus(status)))
                .map(response -> {
                    // After a request without a response the usage may have been released: it must not be released
                    // twice.
                    if (response.failedWith(StatusReason.CONFLICT)) {
                        account.release(released);
                    }
                    return SyncResult.of(response);
                });
    }

    /** The usage of the limited resources by the cached objects in the quota's scope; zero without objects. */
    private Map<String, Quantity> count(ResourceQuota quota) {
        Map<String, String> hard = quota.spec().hard();
        Map<String, Quantity> sums = new TreeMap<>();
        counted.forEach((resource, informer) -> {
            boolean concerned = false;
            for (String name : hard.keySet()) {
                if (resource.equals(resourceOf(name))) {
                    sums.put(name, Quantity.ZERO);
                    concerned = true;
                }
            }
            for (KubernetesObject object : concerned ? informer.all() : List.<KubernetesObject>of()) {
                if (object.key().namespace().equals(quota.key().namespace())
                        && QuotaScope.covers(quota, hard, resource, object)) {
                    QuotaUsage.of(resource, object)
                            .forEach((name, amount) -> sums.computeIfPresent(
                                    name, (same, sum) -> sum.signum() == 0 ? amount : sum.plus(amount)));
                }
            }
        });
        return sums;
    }

    private void recountLater(ObjectKey key, QuotaAccount account) {
        if (account.planRecount()) {
            context.daemonAfter(SETTLED - account.unchangedFor(context.now()), () -> {
                account.recounted();
                queue.add(key);
            });
        }
    }

    private void release(ResourceType resource, KubernetesObject object, Map<String, Quantity> usage) {
        accounts.forEach((key, account) -> {
            ResourceQuota quota = quotas.cached(key);
            if (key.namespace().equals(object.key().namespace())
                    && quota != null
                    && QuotaScope.covers(quota, quota.spec().hard(), resource, object)) {
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

    private final class ObjectEvents<T extends KubernetesObject> implements Informer.Handler<T> {

        private final ResourceType resource;

        ObjectEvents(ResourceType resource) {
            this.resource = resource;
        }

        @Override
        public void added(T object) {
            // Admission has charged it.
        }

        @Override
        public void updated(T before, T after) {
            if (!before.uid().equals(after.uid())) {
                deleted(before);
                return;
            }
            boolean ended =
                    before instanceof Pod was && after instanceof Pod is && !was.isFinished() && is.isFinished();
            if (ended || QuotaUsage.changesWithUpdates(resource)) {
                Map<String, Quantity> less = less(before, after);
                if (!less.isEmpty()) {
                    release(resource, before, less);
                }
            }
        }

        private Map<String, Quantity> less(T before, T after) {
            Map<String, Quantity> less = new TreeMap<>();
            Map<String, Quantity> now = QuotaUsage.of(resource, after);
            QuotaUsage.of(resource, before).forEach((name, amount) -> {
                Quantity saved = amount.minus(now.getOrDefault(name, Quantity.ZERO));
                if (saved.signum() > 0) {
                    less.put(name, saved);
                }
            });
            return less;
        }

        @Override
        public void deleted(T last) {
            release(resource, last, QuotaUsage.of(resource, last));
        }
    }
}

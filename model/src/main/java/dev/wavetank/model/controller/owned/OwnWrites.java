package dev.wavetank.model.controller.owned;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.ConsistencyStore;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.trace.StaleSyncTrace;
import dev.wavetank.sim.component.Context;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes a controller skip the sync of an object until its caches show what it last wrote for this object: its pods and
 * its status ({@code StaleControllerConsistency*}, KEP-5647, on since Kubernetes 1.36).
 *
 * <p>A skipped sync counts as failed, so that the object comes back after a back-off. Deletions and patches are not
 * remembered: a deletion's answer has no revision of the object in it.
 */
public final class OwnWrites implements ApiClient.WriteListener {

    private final Context context;
    private final String controller;
    private final ResourceType owners;
    private final @Nullable ConsistencyStore store;

    /**
     * For one controller.
     *
     * @param context of the controller manager
     * @param waits whether syncs are skipped at all
     * @param controller its name, as metrics have it
     * @param owners the resource that it syncs
     * @param caches what it reads: the owners and their pods
     */
    public OwnWrites(Context context, boolean waits, String controller, ResourceType owners, List<Informer<?>> caches) {
        this.context = context;
        this.controller = controller;
        this.owners = owners;
        this.store = waits ? new ConsistencyStore(caches) : null;
    }

    /** The client to write with. */
    public ApiClient watched(ApiClient client) {
        return store == null ? client : client.reportingWrites(this);
    }

    @Override
    public void wrote(ResourceType resource, KubernetesObject written) {
        if (store == null) {
            return;
        }
        long revision = written.metadata().revision();
        if (resource.equals(owners)) {
            store.wroteAt(written.key(), written.uid(), resource, revision);
            return;
        }
        written.metadata()
                .controller()
                .filter(reference -> reference.kind().equals(owners.kind()))
                .ifPresent(reference -> store.wroteAt(
                        new ObjectKey(written.key().namespace(), reference.name()),
                        reference.uid(),
                        resource,
                        revision));
    }

    /** Why the sync of this object is to be skipped, if it is. */
    public Optional<SyncResult> stale(ObjectKey owner) {
        return store == null
                ? Optional.empty()
                : store.ensureReady(owner).map(cache -> {
                    context.trace(new StaleSyncTrace(
                            controller, owners, owner, cache.resource().plural(), cache.read(), cache.wrote()));
                    return SyncResult.retry(cache.toString());
                });
    }

    /**
     * Forgets an object that is gone.
     *
     * @param uid of it; null for whichever has that name
     */
    public void forget(ObjectKey owner, @Nullable String uid) {
        if (store != null) {
            store.clear(owner, uid);
        }
    }
}

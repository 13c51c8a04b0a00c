package dev.wavetank.model.apiserver.handlers;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.apiserver.admission.initialization.PendingInitializers;
import dev.wavetank.model.etcd.EtcdChange;
import dev.wavetank.model.etcd.EtcdWatch;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.Subscription;

/**
 * A creation that is stored, and is answered when the initializers have finished the object, one of them has refused
 * it, or it takes too long. In the last case the object stays.
 */
final class InitializationWait implements StreamReceiver<EtcdWatch.Message> {

    /** How long a creation may take when the client does not say (k8s.io/apiserver v1.8, {@code parseTimeout}). */
    private static final long TIMEOUT = 30 * VirtualTime.SECOND;

    private final Context context;
    private final ResourceType resource;
    private final KubernetesObject created;
    private final Completion<ApiResponse> answer = new Completion<>();
    private Subscription watch;
    private Timer timeout;

    InitializationWait(Context context, ResourceType resource, KubernetesObject created) {
        this.context = context;
        this.resource = resource;
        this.created = created;
    }

    Completion<ApiResponse> begin(Storage storage) {
        timeout = context.after(TIMEOUT, () -> finish(new ApiResponse.Failed(timedOut())));
        watch = storage.follow(resource, created.key(), created.metadata().revision(), this);
        return answer;
    }

    private Status timedOut() {
        String why = "Timeout: server has timed out waiting for the initialization of " + resource.qualified() + " "
                + created.metadata().name();
        return Status.generic(StatusReason.TIMEOUT, why);
    }

    @Override
    public void receive(EtcdWatch.Message message) {
        if (!(message instanceof EtcdWatch.Message.Changed changed)
                || !changed.change().object().uid().equals(created.uid())) {
            return;
        }
        EtcdChange change = changed.change();
        PendingInitializers initializers = PendingInitializers.of(change.object());
        if (initializers != null && initializers.result() != null) {
            finish(new ApiResponse.Failed(initializers.result()));
        } else if (change.type() == WatchEvent.Type.DELETED) {
            finish(new ApiResponse.Failed(Status.conflict(
                    resource, created.metadata().name(), "object was deleted while waiting for creation to complete")));
        } else if (initializers == null) {
            finish(new ApiResponse.One(201, change.object()));
        }
    }

    @Override
    public void closed(Disconnect reason) {
        finish(new ApiResponse.Failed(timedOut()));
    }

    private void finish(ApiResponse response) {
        if (!answer.isDone()) {
            timeout.cancel();
            answer.complete(response);
            if (watch != null) {
                watch.close();
            }
        }
    }
}

package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Binding;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.workqueue.FailureText;
import dev.wavetank.model.scheduler.framework.BindPlugin;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.sim.Completion;

/** Binds a pod by a POST to {@code pods/binding}. */
public final class DefaultBinder implements BindPlugin {

    private final ApiClient client;

    /** Binds with that client. */
    public DefaultBinder(ApiClient client) {
        this.client = client;
    }

    @Override
    public String name() {
        return "DefaultBinder";
    }

    @Override
    public Completion<Status> bind(CycleState state, PodInfo pod, String node) {
        String namespace = pod.pod().key().namespace();
        String name = pod.pod().key().name();
        ObjectMeta metadata = ObjectMeta.named(namespace, name).withUid(pod.uid());
        return client.send(new ApiRequest.Create(
                        Resources.PODS,
                        namespace,
                        name,
                        "binding",
                        new Binding(metadata, new Binding.Target(Node.KIND, node))))
                .map(response -> response.isSuccess() ? Status.SUCCESS : Status.error(FailureText.of(response)));
    }
}

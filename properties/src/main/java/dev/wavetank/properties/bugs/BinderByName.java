package dev.wavetank.properties.bugs;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Binding;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.scheduler.framework.BindPlugin;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.sim.Completion;

/** Posts bindings without a uid, so that any pod of that name is bound. */
final class BinderByName implements BindPlugin {

    private final ApiClient client;

    BinderByName(ApiClient client) {
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
        Binding binding = new Binding(ObjectMeta.named(namespace, name), new Binding.Target(Node.KIND, node));
        return client.send(new ApiRequest.Create(Resources.PODS, namespace, name, "binding", binding))
                .map(response -> response.isSuccess()
                        ? Status.SUCCESS
                        : Status.error("binding failed with code " + response.code()));
    }
}

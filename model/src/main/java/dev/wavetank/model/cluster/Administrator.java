package dev.wavetank.model.cluster;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Somebody with all rights who closes and opens namespaces for new pods. Tries again until the API server has done it. */
final class Administrator implements Component {

    /** Name of the component. */
    static final String NAME = "administrator";

    private static final String QUOTA = "no-new-pods";
    private static final long RETRY = VirtualTime.SECOND;

    private final Context context;
    private final ApiClient client;

    Administrator(Context context, ApiClient client) {
        this.context = context;
        this.client = client;
    }

    @Override
    public void start() {}

    /** Puts a quota into the namespace that has no room for any pod. */
    void closeNamespace(String namespace) {
        Map<String, String> none = new TreeMap<>();
        none.put("pods", "0");
        ResourceQuota quota = new ResourceQuota(
                ObjectMeta.named(namespace, QUOTA),
                new ResourceQuota.Spec(none, null, null),
                new ResourceQuota.Status(none, none));
        insist(ApiRequest.Create.of(Resources.RESOURCE_QUOTAS, quota), "AlreadyExists"::equals);
    }

    /** Takes that quota away. */
    void openNamespace(String namespace) {
        insist(
                new ApiRequest.Delete(Resources.RESOURCE_QUOTAS, namespace, QUOTA, ApiRequest.DeleteOptions.DEFAULT),
                "NotFound"::equals);
    }

    private void insist(ApiRequest request, Predicate<String> doneAlready) {
        client.send(request).whenDone(response -> {
            boolean done = response.isSuccess()
                    || response instanceof dev.wavetank.model.api.ApiResponse.Failed failed
                            && doneAlready.test(failed.status().reason());
            if (!done) {
                context.after(RETRY, () -> insist(request, doneAlready));
            }
        });
    }
}

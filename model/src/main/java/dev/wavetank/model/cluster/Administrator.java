package dev.wavetank.model.cluster;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import java.util.Map;
import java.util.TreeMap;

/**
 * A user with all rights who closes and opens namespaces for new pods. Retries until the API server has done it.
 */
final class Administrator implements Component {

    /** Name of the component. */
    static final String NAME = "administrator";

    /** Name of its quotas. */
    static final String QUOTA = "no-new-pods";

    private static final long RETRY = VirtualTime.SECOND;

    private final Context context;
    private final ApiClient client;
    /** Whether each namespace should have the quota. */
    private final Map<String, Boolean> wanted = new TreeMap<>();
    /** Until when a creation whose outcome is unknown may still be carried out, by namespace. */
    private final Map<String, Long> uncertain = new TreeMap<>();

    Administrator(Context context, ApiClient client) {
        this.context = context;
        this.client = client;
    }

    @Override
    public void start() {}

    /** The context of this component, for the other tasks of an administrator. */
    Context context() {
        return context;
    }

    /** Creates a quota in the namespace that admits no pod. */
    void closeNamespace(String namespace) {
        want(namespace, true);
    }

    /** Deletes that quota. */
    void openNamespace(String namespace) {
        want(namespace, false);
    }

    private void want(String namespace, boolean closed) {
        if (wanted.put(namespace, closed) == null) {
            apply(namespace, closed);
        }
    }

    /**
     * Sends one request at a time, and repeats it until its outcome is known: a request with an unknown outcome may
     * still be executed, and would undo later ones. A creation that is no longer wanted is not repeated, for it might
     * be refused for ever, as in a namespace that does not exist; behind it the quota is deleted until the time of the
     * creation has run out.
     */
    private void apply(String namespace, boolean closed) {
        client.send(closed ? creation(namespace) : deletion(namespace)).whenDone(response -> {
            boolean decided = response.isSuccess()
                    || response.failedWith(closed ? StatusReason.ALREADY_EXISTS : StatusReason.NOT_FOUND);
            if (!decided && closed) {
                uncertain.put(namespace, context.now() + ApiClient.REQUEST_TIMEOUT);
            }
            if (!decided) {
                context.after(RETRY, () -> apply(namespace, closed && wanted.get(namespace)));
            } else if (wanted.get(namespace) != closed) {
                apply(namespace, !closed);
            } else if (!closed && uncertain.getOrDefault(namespace, 0L) > context.now()) {
                context.after(RETRY, () -> apply(namespace, wanted.get(namespace)));
            } else {
                wanted.remove(namespace);
            }
        });
    }

    private static ApiRequest creation(String namespace) {
        Map<String, String> none = new TreeMap<>();
        none.put("pods", "0");
        ResourceQuota quota =
                new ResourceQuota(ObjectMeta.named(namespace, QUOTA), new ResourceQuota.Spec(none, null, null), null);
        return ApiRequest.Create.of(Resources.RESOURCE_QUOTAS, quota);
    }

    private static ApiRequest deletion(String namespace) {
        return new ApiRequest.Delete(Resources.RESOURCE_QUOTAS, namespace, QUOTA, ApiRequest.DeleteOptions.DEFAULT);
    }
}

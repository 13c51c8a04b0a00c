package dev.wavetank.model.kubelet.volume;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.api.core.Secret;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The Secrets and ConfigMaps that pods of the node refer to. Pods of one node share what one of them has read. Where
 * the real kubelet watches each of these objects, the model reads it again when a pod needs it a minute later.
 */
public final class ApiObjects {

    private final Context context;
    private final ApiClient client;
    private final LongSupplier validity;
    private final Map<String, Known> known = new LinkedHashMap<>();

    private record Known(Set<String> keys, long at) {}

    /**
     * Knows no object yet.
     *
     * @param validity for how long an object need not be read again, in nanoseconds
     */
    public ApiObjects(Context context, ApiClient client, LongSupplier validity) {
        this.validity = validity;
        this.context = context;
        this.client = client;
    }

    /**
     * The answer about an object.
     *
     * @param error why it is not there, or null
     * @param keys of its data
     */
    public record Found(@Nullable String error, Set<String> keys) {}

    /** Reads a Secret. */
    public Completion<Found> secret(String namespace, String name) {
        return find(Resources.SECRETS, "secret", namespace, name);
    }

    /** Reads a ConfigMap. */
    public Completion<Found> configMap(String namespace, String name) {
        return find(Resources.CONFIG_MAPS, "configmap", namespace, name);
    }

    private Completion<Found> find(ResourceType resource, String kind, String namespace, String name) {
        String id = kind + "/" + namespace + "/" + name;
        Known before = known.get(id);
        if (before != null && context.now() - before.at() < validity.getAsLong()) {
            return Completion.of(new Found(null, before.keys()));
        }
        return client.send(new ApiRequest.Get(resource, namespace, name)).map(response -> {
            if (response instanceof ApiResponse.One one) {
                Set<String> keys = new TreeSet<>(
                        resource == Resources.SECRETS
                                ? one.as(Secret.class).data().keySet()
                                : one.as(ConfigMap.class).data().keySet());
                known.put(id, new Known(keys, context.now()));
                return new Found(null, keys);
            }
            known.remove(id);
            String error = response.code() == 404
                    ? kind + " \"" + name + "\" not found"
                    : "failed to sync " + kind + " cache: timed out waiting for the condition";
            return new Found(error, new TreeSet<>());
        });
    }
}

package dev.wavetank.model.kubelet.volume;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.api.core.Secret;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.kubelet.cri.NodeVolumes;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The Secrets and ConfigMaps that pods of the node refer to. Pods of one node share what one of them has read. Where
 * the real kubelet watches each of these objects, the model reads it again when a pod needs it a minute later.
 */
public final class ApiObjects {

    private static final String SECRET = "secret";
    /** Before binary data, which no text begins with. */
    private static final String BINARY = "\0";

    private final Context context;
    private final ApiClient client;
    private final LongSupplier validity;
    private final NodeVolumes disk;
    private final Map<String, Known> known = new LinkedHashMap<>();

    private record Known(String type, Map<String, String> data, long at) {}

    /**
     * Knows no object yet.
     *
     * @param validity for how long an object need not be read again, in nanoseconds
     * @param disk where what was read last is kept for the volumes that it is written to
     */
    public ApiObjects(Context context, ApiClient client, LongSupplier validity, NodeVolumes disk) {
        this.validity = validity;
        this.disk = disk;
        this.context = context;
        this.client = client;
    }

    /**
     * The answer about an object.
     *
     * @param error why it is not there, or null
     * @param type of a Secret; empty for a ConfigMap
     * @param data its values by key, those of Secrets and binary data in Base64
     */
    public record Found(@Nullable String error, String type, Map<String, String> data) {}

    /** Reads a Secret. */
    public Completion<Found> secret(String namespace, String name) {
        return find(secretId(namespace, name), validity.getAsLong());
    }

    /** Reads a ConfigMap. */
    public Completion<Found> configMap(String namespace, String name) {
        return find(configMapId(namespace, name), validity.getAsLong());
    }

    /**
     * Reads an object for a volume that is written anew. Where the real kubelet watches objects, it knows their latest
     * state then.
     */
    Completion<Found> latest(String id, boolean watches) {
        return find(id, watches ? 0 : validity.getAsLong());
    }

    /** The identity of a Secret. */
    public static String secretId(String namespace, String name) {
        return SECRET + "/" + namespace + "/" + name;
    }

    /** The identity of a ConfigMap. */
    public static String configMapId(String namespace, String name) {
        return "configmap/" + namespace + "/" + name;
    }

    /** The content of a file that a value becomes. */
    public static String plain(String id, String value) {
        boolean binary = value.startsWith(BINARY);
        if (!binary && !id.startsWith(SECRET + "/")) {
            return value;
        }
        String encoded = binary ? value.substring(BINARY.length()) : value;
        return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
    }

    private Completion<Found> find(String id, long valid) {
        Known before = known.get(id);
        if (before != null && context.now() - before.at() < valid) {
            return Completion.of(new Found(null, before.type(), before.data()));
        }
        String[] parts = id.split("/");
        ResourceType resource = parts[0].equals(SECRET) ? Resources.SECRETS : Resources.CONFIG_MAPS;
        return client.send(new ApiRequest.Get(resource, parts[1], parts[2])).map(response -> {
            if (response instanceof ApiResponse.One one) {
                boolean isSecret = resource == Resources.SECRETS;
                Map<String, String> data = isSecret ? one.as(Secret.class).data() : data(one.as(ConfigMap.class));
                String type = isSecret ? String.valueOf(one.as(Secret.class).type()) : "";
                known.put(id, new Known(type, data, context.now()));
                disk.read(id, data);
                return new Found(null, type, data);
            }
            known.remove(id);
            if (response.code() == 404) {
                disk.forget(id);
            }
            String error = response.code() == 404
                    ? parts[0] + " \"" + parts[2] + "\" not found"
                    : "failed to sync " + parts[0] + " cache: timed out waiting for the condition";
            return new Found(error, "", Collections.emptyMap());
        });
    }

    private static Map<String, String> data(ConfigMap map) {
        if (!(map.other().get("binaryData") instanceof Map<?, ?> binary)) {
            return map.data();
        }
        Map<String, String> all = new TreeMap<>(map.data());
        binary.forEach((key, value) -> all.put(String.valueOf(key), BINARY + value));
        return all;
    }
}

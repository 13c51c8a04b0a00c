package dev.wavetank.model.kubelet.runtime;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.sim.Completion;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which handler of the runtime a pod is to have ({@code LookupRuntimeHandler}, pkg/kubelet/runtimeclass). The real
 * kubelet watches all classes; this one reads the class of a pod when it makes a sandbox, and remembers it for the time
 * in which no API server answers.
 */
public final class RuntimeClasses {

    private static final ResourceType CLASSES =
            new ResourceType("node.k8s.io", "v1", "RuntimeClass", "runtimeclasses", false);

    private final ApiClient client;
    private final Map<String, String> handlers = new TreeMap<>();

    /** Knows no class yet. */
    public RuntimeClasses(ApiClient client) {
        this.client = client;
    }

    /**
     * A handler, or why there is none.
     *
     * @param name of the handler; empty for the default
     * @param error empty when there is a handler
     */
    public record Handler(String name, Optional<String> error) {

        private static final Handler STANDARD = of("");

        private static Handler of(String name) {
            return new Handler(name, Optional.empty());
        }
    }

    /** The handler of a pod. Sends nothing for a pod without a class. */
    public Completion<Handler> handlerOf(Pod pod) {
        if (!(pod.spec().other().get("runtimeClassName") instanceof String name) || name.isEmpty()) {
            return Completion.of(Handler.STANDARD);
        }
        return client.send(new ApiRequest.Get(CLASSES, "", name)).map(response -> read(name, response));
    }

    private Handler read(String name, ApiResponse response) {
        if (response instanceof ApiResponse.One one && one.object() instanceof GenericObject found) {
            String handler = String.valueOf(found.other().get("handler"));
            handlers.put(name, handler);
            return Handler.of(handler);
        }
        if (response.failedWith(StatusReason.NOT_FOUND)) {
            handlers.remove(name);
            return new Handler("", Optional.of("runtimeclass.node.k8s.io \"" + name + "\" not found"));
        }
        return handlers.containsKey(name)
                ? Handler.of(handlers.get(name))
                : new Handler("", Optional.of("failed to lookup RuntimeClass " + name + ": no API server answers"));
    }
}

package dev.wavetank.model.client;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.autoscaling.Scale;
import dev.wavetank.sim.Completion;
import java.util.Optional;

/**
 * Reads and writes the scales of workloads of any kind, as client-go's package {@code scale} does. Built-in kinds are
 * known; each use of another kind, such as a custom one, reads the discovery documents, which client-go caches for a
 * while.
 */
public final class Scales {

    private final ApiClient client;

    /** Scales that this client may read and write. */
    public Scales(ApiClient client) {
        this.client = client;
    }

    /** The resource of a kind, in any version of the group; empty when the server does not serve it. */
    public Completion<Optional<ResourceType>> resource(String apiVersion, String kind) {
        String group = ResourceType.groupOf(apiVersion);
        Optional<ResourceType> known = known(group, kind);
        return known.isPresent() ? Completion.of(known) : client.discover().map(found -> named(found, group, kind));
    }

    private static Optional<ResourceType> known(String group, String kind) {
        return switch (group + " " + kind) {
            case "apps Deployment" -> Optional.of(Resources.DEPLOYMENTS);
            case "apps ReplicaSet" -> Optional.of(Resources.REPLICA_SETS);
            case "apps StatefulSet" -> Optional.of(Resources.STATEFUL_SETS);
            case " ReplicationController" -> Optional.of(Resources.REPLICATION_CONTROLLERS);
            default -> Optional.empty();
        };
    }

    private static Optional<ResourceType> named(ApiResponse response, String group, String kind) {
        return response instanceof ApiResponse.Discovered discovered
                ? discovered.resources().stream()
                        .map(resource -> resource.type())
                        .filter(type -> type.kind().equals(kind) && type.group().equals(group))
                        .findFirst()
                : Optional.empty();
    }

    /** Reads a scale. {@link #of} returns the scale of a successful response. */
    public Completion<ApiResponse> get(ResourceType type, String namespace, String name) {
        return client.send(new ApiRequest.Get(type, namespace, name, "scale"));
    }

    /** Replaces a scale; a conflict when the workload has changed since the scale was read. */
    public Completion<ApiResponse> update(ResourceType type, Scale scale) {
        return client.send(new ApiRequest.Update(type, "scale", scale));
    }

    /** The scale in a response. */
    public static Scale of(ApiResponse.One answer) {
        return Scheme.typed(answer.object(), Scale.class);
    }
}

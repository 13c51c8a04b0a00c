package dev.wavetank.model.kubectl;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Stores objects as they come: no defaults, no validation, no rights. Records every call. */
final class FakeApiServer implements Component {

    static final String NAME = "apiserver";

    private final Context context;
    private final Endpoint endpoint;
    private final World world;

    /** What outlives a crash. */
    static final class World {
        final ObjectCodec codec = new ObjectCodec();
        final Map<String, KubernetesObject> objects = new TreeMap<>();
        final List<ApiCall> calls = new ArrayList<>();
        /** Answered instead of the result of the next request, when set. */
        Status refusal;
    }

    FakeApiServer(Context context, Endpoint endpoint, World world) {
        this.context = context;
        this.endpoint = endpoint;
        this.world = world;
    }

    @Override
    public void start() {
        endpoint.serve(ApiCall.requests(context.name()), (caller, call, responder) -> {
            world.calls.add(call);
            responder.respond(world.refusal == null ? answer(call.request()) : new ApiResponse.Failed(world.refusal));
        });
    }

    private ApiResponse answer(ApiRequest request) {
        String key = request.resource().storageKey(request.key());
        KubernetesObject stored = world.objects.get(key);
        if (request instanceof ApiRequest.Create create) {
            if (stored != null) {
                return new ApiResponse.Failed(Status.alreadyExists(request.resource(), request.name()));
            }
            world.objects.put(key, create.body());
            return new ApiResponse.One(201, create.body());
        }
        if (stored == null) {
            return new ApiResponse.Failed(Status.notFound(request.resource(), request.name()));
        }
        if (request instanceof ApiRequest.Patch patch) {
            world.objects.put(key, patched(stored, patch.change()));
        } else if (request instanceof ApiRequest.Delete) {
            world.objects.remove(key);
        }
        return new ApiResponse.One(200, world.objects.getOrDefault(key, stored));
    }

    private KubernetesObject patched(KubernetesObject object, ApiRequest.Change change) {
        Map<String, Object> patch = change instanceof ApiRequest.Change.Merge merge
                ? merge.tree()
                : world.codec.tree(
                        "{\"spec\":{\"replicas\":" + ((ApiRequest.Change.Replicas) change).replicas() + "}}");
        return world.codec.decode(merged(world.codec.encode(object), patch));
    }

    /** RFC 7386. */
    @SuppressWarnings("unchecked") // trees have text for keys
    static Map<String, Object> merged(Map<String, Object> tree, Map<String, Object> patch) {
        Map<String, Object> result = new LinkedHashMap<>(tree);
        patch.forEach((field, value) -> {
            if (value == null) {
                result.remove(field);
            } else if (value instanceof Map && result.get(field) instanceof Map) {
                result.put(field, merged((Map<String, Object>) result.get(field), (Map<String, Object>) value));
            } else {
                result.put(field, value);
            }
        });
        return result;
    }
}

package dev.wavetank.model.kubectl;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.patch.JsonMergePatch;
import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.patch.strategic.StrategicMergePatch;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Stores objects as they come: no defaults, no validation, no rights. Records every call. */
final class FakeApiServer implements Component {

    private static final Schema SCHEMA = ApiSchema.of(KubernetesVersion.V1_32);

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
        String nothing = "{\"kind\":\"APIGroupDiscoveryList\",\"items\":[]}";
        endpoint.serve(
                HttpRequest.requests(context.name()),
                (caller, request, responder) ->
                        responder.respond(new HttpResponse(200, Collections.emptyMap(), nothing)));
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
        Map<String, Object> tree = world.codec.encode(object);
        if (change instanceof ApiRequest.Change.Document document) {
            String type = SCHEMA.kind(object.apiVersion(), object.kind())
                    .orElseThrow()
                    .type();
            return world.codec.decode(
                    new StrategicMergePatch(SCHEMA).apply(type, tree, JsonTree.map(document.patch())));
        }
        Map<String, Object> patch =
                world.codec.tree("{\"spec\":{\"replicas\":" + ((ApiRequest.Change.Replicas) change).replicas() + "}}");
        return world.codec.decode(JsonMergePatch.apply(tree, patch));
    }
}

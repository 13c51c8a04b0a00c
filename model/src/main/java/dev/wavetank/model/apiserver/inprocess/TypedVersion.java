package dev.wavetank.model.apiserver.inprocess;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchRequest;
import dev.wavetank.model.apiserver.resource.Conversion;
import dev.wavetank.model.apiserver.resource.ResourceTable;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.sim.network.StreamSender;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The version of a typed request. Components of the model name a resource in the version that the store knows; people,
 * and a few components, in another one that the release serves, and are answered in that. On the wire, and so in the
 * audit log, is always a version that the release serves.
 *
 * @param served between which versions objects are converted; nothing when there is only one
 * @param isAsked whether the request names the resource in the version that is converted, and not in the canonical one
 */
record TypedVersion(Optional<ServedResource> served, boolean isAsked) {

    private static final ObjectCodec CODEC = new ObjectCodec();

    /** The version in which a request names a resource. */
    static TypedVersion of(ResourceTable table, ResourceType named) {
        Optional<ServedResource> served = table.converted(named);
        return new TypedVersion(
                served, served.isPresent() && !served.get().canonical().equals(named));
    }

    /**
     * The request as it is executed.
     *
     * @throws IllegalArgumentException when its body cannot be decoded in the canonical version
     */
    ApiRequest executed(ApiRequest request) {
        return isAsked ? changed(request, served.get().canonical(), this::inward) : request;
    }

    /** The request as it is on the wire. */
    ApiRequest onTheWire(ApiRequest request) {
        return served.isPresent() && !isAsked ? changed(request, served.get().type(), this::outward) : request;
    }

    /** The request with the resource that it names on the wire, and no other change. */
    ApiRequest addressed(ApiRequest request) {
        return served.isPresent() && !isAsked
                ? changed(request, served.get().type(), UnaryOperator.identity())
                : request;
    }

    /** The answer for whoever has asked. */
    ApiResponse answered(ApiResponse response) {
        return isAsked ? shown(response) : response;
    }

    /** The answer to whoever has asked as it is on the wire. */
    ApiResponse onTheWire(ApiResponse response) {
        return served.isPresent() && !isAsked ? shown(response) : response;
    }

    private ApiResponse shown(ApiResponse response) {
        if (response instanceof ApiResponse.One one) {
            return new ApiResponse.One(one.code(), shown(one.object()));
        }
        return response instanceof ApiResponse.Many many
                ? new ApiResponse.Many(
                        many.items().stream().map(this::shown).toList(),
                        many.revision(),
                        many.continueToken(),
                        many.remaining())
                : response;
    }

    private KubernetesObject shown(KubernetesObject object) {
        return CODEC.decode(outward(CODEC.encode(object)));
    }

    private Map<String, Object> inward(Map<String, Object> tree) {
        return Conversion.inward(served.get(), tree);
    }

    private Map<String, Object> outward(Map<String, Object> tree) {
        return Conversion.outward(served.get(), tree);
    }

    /** The watch as it is served. */
    WatchRequest executed(WatchRequest request) {
        return isAsked ? of(request, served.get().canonical()) : request;
    }

    /** The watch as it is on the wire. */
    WatchRequest onTheWire(WatchRequest request) {
        return served.isPresent() && !isAsked ? of(request, served.get().type()) : request;
    }

    private static WatchRequest of(WatchRequest request, ResourceType resource) {
        return new WatchRequest(
                request.identity(),
                request.userAgent(),
                resource,
                request.namespace(),
                request.selection(),
                request.options());
    }

    /** What takes the events of a watch in the version of the store. */
    StreamSender<WatchEvent> converting(StreamSender<WatchEvent> sender) {
        return isAsked
                ? new ConvertingSender(
                        sender,
                        event -> event.object() == null ? event : WatchEvent.of(event.type(), shown(event.object())))
                : sender;
    }

    private static ApiRequest changed(
            ApiRequest request, ResourceType to, UnaryOperator<Map<String, Object>> conversion) {
        if (request instanceof ApiRequest.Get get) {
            return new ApiRequest.Get(to, get.namespace(), get.name(), get.subresource(), get.options());
        }
        if (request instanceof ApiRequest.List list) {
            return new ApiRequest.List(to, list.namespace(), list.selection(), list.options());
        }
        if (request instanceof ApiRequest.Create create) {
            KubernetesObject body = create.subresource().isEmpty() ? changed(create.body(), conversion) : create.body();
            return new ApiRequest.Create(to, create.namespace(), create.name(), create.subresource(), body);
        }
        if (request instanceof ApiRequest.Update update) {
            boolean isWhole = !update.subresource().equals("scale");
            return new ApiRequest.Update(
                    to, update.subresource(), isWhole ? changed(update.body(), conversion) : update.body());
        }
        if (request instanceof ApiRequest.Patch patch) {
            boolean isWhole = !patch.subresource().equals("scale");
            ApiRequest.Change change = isWhole ? changed(patch.change(), conversion) : patch.change();
            return new ApiRequest.Patch(to, patch.namespace(), patch.name(), patch.subresource(), change);
        }
        if (request instanceof ApiRequest.Delete delete) {
            return new ApiRequest.Delete(to, delete.namespace(), delete.name(), delete.options());
        }
        ApiRequest.DeleteCollection all = (ApiRequest.DeleteCollection) request;
        return new ApiRequest.DeleteCollection(to, all.namespace(), all.selection(), all.read(), all.options());
    }

    private static KubernetesObject changed(KubernetesObject body, UnaryOperator<Map<String, Object>> conversion) {
        return CODEC.decode(conversion.apply(CODEC.encode(body)));
    }

    /** JSON patches name places rather than fields, and stay as they are. */
    private static ApiRequest.Change changed(ApiRequest.Change change, UnaryOperator<Map<String, Object>> conversion) {
        if (change instanceof ApiRequest.Change.Merge merge) {
            return new ApiRequest.Change.Merge(conversion.apply(merge.tree()));
        }
        if (change instanceof ApiRequest.Change.Document document && document.patch() instanceof Map<?, ?> map) {
            Map<String, Object> tree = new LinkedHashMap<>();
            map.forEach((field, value) -> tree.put((String) field, value));
            return new ApiRequest.Change.Document(document.type(), conversion.apply(tree));
        }
        return change;
    }
}

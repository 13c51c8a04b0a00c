package dev.wavetank.model.apiserver.inprocess;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Credentials;
import dev.wavetank.model.api.ImpersonationConfig;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.chain.Incoming;
import dev.wavetank.model.apiserver.chain.RequestInFlight;
import dev.wavetank.model.apiserver.registry.strategy.Strategies;
import dev.wavetank.model.apiserver.registry.update.ScaleSubresource;
import dev.wavetank.model.apiserver.request.Handler;
import dev.wavetank.model.apiserver.request.RequestContext;
import dev.wavetank.model.apiserver.resource.ResourceTable;
import dev.wavetank.model.codec.StatusTree;
import dev.wavetank.model.http.RequestUri;
import dev.wavetank.sim.Completion;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A request of a simulated component: never bytes, always typed.
 *
 * @param call as it came
 * @param version in which it came
 * @param handler executes it
 * @param strategies of the kinds that it is about
 */
public record TypedRequest(ApiCall call, TypedVersion version, Handler handler, Strategies strategies)
        implements Incoming {

    private static final String SCALE = "scale";

    /** A request that has just come. */
    public TypedRequest(ApiCall call, ResourceTable table, Handler handler, Strategies strategies) {
        this(call, TypedVersion.of(table, call.request().resource()), handler, strategies);
    }

    @Override
    public Attributes attributes(User user) {
        return Attributes.of(user, version.addressed(call.request()));
    }

    @Override
    public Credentials credentials() {
        return call.identity().credentials();
    }

    @Override
    public ImpersonationConfig impersonation() {
        return call.identity().impersonation();
    }

    @Override
    public boolean isMutating() {
        return call.request().verb().isMutating();
    }

    @Override
    public String userAgent() {
        return call.userAgent();
    }

    @Override
    public String uri() {
        return RequestUri.of(version.addressed(call.request()));
    }

    @Override
    public Object body() {
        ApiRequest request = version.onTheWire(call.request());
        if (request instanceof ApiRequest.Create create) {
            return create.body();
        }
        if (request instanceof ApiRequest.Update update) {
            return update.body();
        }
        if (request instanceof ApiRequest.Patch patch) {
            return TypedPatch.tree(patch.change());
        }
        if (request instanceof ApiRequest.DeleteCollection collection) {
            return deletion(collection.options());
        }
        return request instanceof ApiRequest.Delete delete ? deletion(delete.options()) : null;
    }

    private static Object deletion(ApiRequest.DeleteOptions options) {
        if (options.equals(ApiRequest.DeleteOptions.DEFAULT)) {
            return null;
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", "DeleteOptions");
        tree.put("apiVersion", "v1");
        put(tree, "gracePeriodSeconds", options.gracePeriodSeconds());
        Map<String, Object> preconditions = new LinkedHashMap<>();
        put(preconditions, "uid", options.uid());
        put(preconditions, "resourceVersion", Objects.toString(options.resourceVersion(), null));
        put(tree, "preconditions", preconditions.isEmpty() ? null : preconditions);
        put(tree, "propagationPolicy", options.propagationPolicy());
        return tree;
    }

    private static void put(Map<String, Object> tree, String name, Object value) {
        if (value != null) {
            tree.put(name, value);
        }
    }

    @Override
    public Optional<ResourceType> resource() {
        return Optional.of(version.addressed(call.request()).resource());
    }

    @Override
    public ApiResponse onTheWire(ApiResponse response) {
        return call.request().subresource().equals(SCALE) ? response : version.onTheWire(response);
    }

    @Override
    public Map<String, Object> shown(ApiResponse response) {
        if (!(response instanceof ApiResponse.One one)) {
            return null;
        }
        ResourceType type = version.addressed(call.request()).resource();
        boolean gone = call.request() instanceof ApiRequest.Delete
                && !type.equals(Resources.PODS)
                && strategies.of(type).isDue(one.object());
        return gone ? deleted(type, one.object()) : null;
    }

    private static Map<String, Object> deleted(ResourceType type, KubernetesObject object) {
        Status.Details details = new Status.Details(
                object.metadata().name(),
                type.group().isEmpty() ? null : type.group(),
                type.plural(),
                object.uid(),
                null,
                null);
        Map<String, Object> tree = StatusTree.of(new Status("Success", null, null, details, 200));
        tree.remove("code");
        return tree;
    }

    @Override
    public Completion<ApiResponse> execute(RequestInFlight passage) {
        ApiRequest request;
        try {
            request = version.executed(call.request());
        } catch (IllegalArgumentException mistake) {
            return Completion.of(new ApiResponse.Failed(Status.badRequest(mistake.getMessage())));
        }
        ApiCall executed = request == call.request()
                ? call
                : new ApiCall(call.identity(), call.userAgent(), request, ApiCall.Origin.UNKNOWN);
        Completion<ApiResponse> answer =
                handler.handle(new RequestContext(executed, passage.user(), passage.received()));
        if (request.subresource().equals(SCALE)) {
            return answer.map(response -> scale(request.resource(), response));
        }
        return version.isAsked() ? answer.map(version::answered) : answer;
    }

    /** Whoever reads or changes a scale is shown that, and not the object that has it. */
    private ApiResponse scale(ResourceType resource, ApiResponse response) {
        return response instanceof ApiResponse.One one
                ? new ApiResponse.One(one.code(), ScaleSubresource.of(one.object(), strategies.of(resource)))
                : response;
    }
}

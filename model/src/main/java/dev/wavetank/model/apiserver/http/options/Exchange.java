package dev.wavetank.model.apiserver.http.options;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.Query;
import java.util.List;

/**
 * A request that may be executed: whose it is and what it is about.
 *
 * @param request as it came
 * @param info what it says
 * @param served the line of the table that it matches
 * @param user who asks
 * @param warnings what the client is to be warned of; grows while the request is executed
 */
public record Exchange(HttpRequest request, RequestInfo info, ServedResource served, User user, List<String> warnings) {

    /** The resource as components and the store know it, in whatever version it is asked for. */
    public ResourceType type() {
        return served.canonical();
    }

    /** The namespace of the objects; the empty string for cluster-scoped ones, also for a namespace itself. */
    public String namespace() {
        return served.type().namespaced() ? info.namespace() : "";
    }

    public Query query() {
        return new Query(request.query());
    }
}

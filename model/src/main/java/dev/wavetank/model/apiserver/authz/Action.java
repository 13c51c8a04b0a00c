package dev.wavetank.model.apiserver.authz;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchRequest;
import dev.wavetank.model.apiserver.authn.User;

/**
 * What somebody wants to do.
 *
 * @param verb such as {@code get} or {@code watch}
 * @param resource on which resource
 * @param namespace the empty string for cluster-scoped resources and for all namespaces
 * @param name the empty string for lists and creations
 * @param subresource the empty string when there is none
 */
public record Action(String verb, ResourceType resource, String namespace, String name, String subresource) {

    /** What a request does. */
    public static Action of(ApiRequest request) {
        boolean plainCreate =
                request instanceof ApiRequest.Create && request.subresource().isEmpty();
        return new Action(
                request.verb().toString(),
                request.resource(),
                request.namespace(),
                plainCreate ? "" : request.name(),
                request.subresource());
    }

    /** What a watch does. */
    public static Action of(WatchRequest request) {
        return new Action("watch", request.resource(), request.namespace(), "", "");
    }

    /** Resource and subresource as rules name them, such as {@code pods/binding}. */
    public String path() {
        return subresource.isEmpty() ? resource.plural() : resource.plural() + "/" + subresource;
    }

    /** The refusal. */
    public Status forbidden(User user) {
        String scope = namespace.isEmpty() ? "at the cluster scope" : "in the namespace \"" + namespace + "\"";
        return Status.forbidden(
                resource,
                name,
                "User \"" + user.name() + "\" cannot " + verb + " resource \"" + path() + "\" in API group \""
                        + resource.group() + "\" " + scope);
    }
}

package dev.wavetank.model.apiserver.authz;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.WatchRequest;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.gotext.GoText;
import java.util.Collections;
import java.util.Map;

/**
 * The attributes of a request that authorization judges.
 *
 * @param user who
 * @param verb such as {@code get} or {@code watch}
 * @param target to what
 */
public record Attributes(User user, String verb, Target target) {

    /** A resource, or a path that is none. */
    public sealed interface Target {}

    /**
     * Objects of a resource.
     *
     * @param group API group, the empty string for core
     * @param version of the group
     * @param plural name of the resource as in paths; not necessarily one that is served
     * @param subresource the empty string when there is none
     * @param namespace the empty string for cluster-scoped resources and for all namespaces
     * @param name the empty string for lists and creations
     * @param fields fields that a list or watch selects by, with their values
     */
    public record Resource(
            String group,
            String version,
            String plural,
            String subresource,
            String namespace,
            String name,
            Map<String, String> fields)
            implements Target {

        /** Objects of a resource without regard to fields. */
        public static Resource of(ResourceType type, String subresource, String namespace, String name) {
            return new Resource(
                    type.group(), type.version(), type.plural(), subresource, namespace, name, Collections.emptyMap());
        }

        /** Resource and subresource as rules name them, such as {@code pods/binding}. */
        public String path() {
            return subresource.isEmpty() ? plural : plural + "/" + subresource;
        }

        /** Whether it is this resource, by group and plural name. */
        public boolean is(String otherGroup, String otherPlural) {
            return plural.equals(otherPlural) && group.equals(otherGroup);
        }
    }

    /** A path such as {@code /healthz} that names no resource. */
    public record Path(String path) implements Target {}

    /** What a request does. */
    public static Attributes of(User user, ApiRequest request) {
        boolean plainCreate =
                request instanceof ApiRequest.Create && request.subresource().isEmpty();
        String name = plainCreate ? "" : request.name();
        Map<String, String> fields =
                request instanceof ApiRequest.List list ? list.selection().fields() : Collections.emptyMap();
        return new Attributes(
                user,
                request.verb().toString(),
                target(request.resource(), request.subresource(), request.namespace(), name, fields));
    }

    /** What a watch does. */
    public static Attributes of(User user, WatchRequest request) {
        Map<String, String> fields = request.selection().fields();
        return new Attributes(user, "watch", target(request.resource(), "", request.namespace(), "", fields));
    }

    private static Resource target(
            ResourceType type, String subresource, String namespace, String name, Map<String, String> fields) {
        // A namespace is looked upon as living in itself, so that rights within it can cover it.
        String home = type.equals(Resources.NAMESPACES) && namespace.isEmpty() ? name : namespace;
        String single = name.isEmpty() ? fields.getOrDefault("metadata.name", "") : name;
        return new Resource(type.group(), type.version(), type.plural(), subresource, home, single, fields);
    }

    /** Whether nothing is to be changed. */
    public boolean isReadOnly() {
        return verb.equals("get") || verb.equals("list") || verb.equals("watch");
    }

    /**
     * The refusal.
     *
     * @param reason what the authorizers said; may be empty
     * @param namesGroups whether resource and API group are named apart (apiserver,
     *     endpoints/handlers/responsewriters/errors.go, v1.12; before, together)
     */
    public Status forbidden(String reason, boolean namesGroups) {
        String why = "User " + GoText.quoted(user.name()) + " cannot " + verb + " ";
        String end = reason.isEmpty() ? "" : ": " + reason;
        if (target instanceof Path path) {
            Status.Details nothing = new Status.Details(null, null, null, null, null, null);
            return Status.failure(
                    StatusReason.FORBIDDEN, "forbidden: " + why + "path " + GoText.quoted(path.path()) + end, nothing);
        }
        Resource asked = (Resource) target;
        String scope = asked.namespace().isEmpty()
                ? "at the cluster scope"
                : "in the namespace " + GoText.quoted(asked.namespace());
        ResourceType type = new ResourceType(
                asked.group(),
                asked.version(),
                "",
                asked.plural(),
                !asked.namespace().isEmpty());
        String what = namesGroups
                ? "resource " + GoText.quoted(asked.path()) + " in API group " + GoText.quoted(asked.group())
                : asked.plural()
                        + (asked.group().isEmpty() ? "" : "." + asked.group())
                        + (asked.subresource().isEmpty() ? "" : "/" + asked.subresource());
        return Status.forbidden(type, asked.name(), why + what + " " + scope + end);
    }
}

package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.ResourceType;
import java.util.List;

/**
 * One line of the table of resources.
 *
 * @param type the resource; for a subresource the one that it belongs to, with that one's kind
 * @param subresource the empty string for the resource itself
 * @param bodyVersion apiVersion of what is sent there
 * @param bodyKind kind of what is sent there
 * @param verbs what may be done
 * @param shortNames what people call it
 */
record ServedResource(
        ResourceType type,
        String subresource,
        String bodyVersion,
        String bodyKind,
        List<String> verbs,
        List<String> shortNames) {

    private static final List<String> OF_COLLECTIONS = List.of("create", "list", "watch", "deletecollection");
    private static final List<String> OF_OBJECTS = List.of("get", "update", "patch", "delete");

    /** Whether the path of the request is one of this resource, whatever the method. */
    boolean hasPath(RequestInfo info) {
        if (info.depth() > (subresource.isEmpty() ? 1 : 2)) {
            return false;
        }
        boolean inNamespace = !info.namespace().isEmpty() && !info.resource().equals("namespaces");
        if (type.namespaced() != inNamespace) {
            return type.namespaced() && info.isCollection() && verbs.contains("list");
        }
        return !subresource.isEmpty()
                || verbs.stream().anyMatch((info.isCollection() ? OF_COLLECTIONS : OF_OBJECTS)::contains);
    }

    /** Whether the request may be made on such a path. */
    boolean permits(RequestInfo info) {
        if (!verbs.contains(info.verb())) {
            return false;
        }
        boolean everywhere = type.namespaced() && info.namespace().isEmpty();
        if (everywhere) {
            return info.verb().equals("list") || info.verb().equals("watch");
        }
        return !subresource.isEmpty() || info.isCollection() == OF_COLLECTIONS.contains(info.verb());
    }

    /** Group of what is sent there. */
    String bodyGroup() {
        return bodyVersion.substring(0, Math.max(0, bodyVersion.indexOf('/')));
    }
}

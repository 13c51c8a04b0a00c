package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.http.message.Refusal;
import dev.wavetank.model.apiserver.http.options.RequestInfo;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.apiserver.resource.ServedResources;
import java.util.List;
import java.util.Optional;

/** Finds out which served resource the path of a request leads to, and whether the method fits there. */
final class Routing {

    private static final List<String> OF_COLLECTIONS = List.of("create", "list", "watch", "deletecollection");
    private static final List<String> CONNECTIONS = List.of("attach", "exec", "log", "portforward", "proxy");
    private static final List<String> OF_OBJECTS = List.of("get", "update", "patch", "delete");

    private final ServedResources table;

    Routing(ServedResources table) {
        this.table = table;
    }

    /**
     * What the request is about.
     *
     * @throws Refusal when there is no such path, or the method is not one for it
     */
    ServedResource route(RequestInfo info) {
        Optional<ServedResource> served =
                table.find(info.group(), info.version(), info.qualified()).filter(found -> hasPath(found, info));
        if (served.isEmpty()) {
            throw new Refusal(Status.noSuchResource());
        }
        if (!permits(served.get(), info)) {
            throw new Refusal(Status.methodNotAllowed());
        }
        return served.get();
    }

    /** Whether there is something behind it: a kubelet is not to be had over the wire. */
    static boolean isSimulated(ServedResource served) {
        return !CONNECTIONS.contains(served.subresource());
    }

    /** Whether the path of the request is one of this resource, whatever the method. */
    private static boolean hasPath(ServedResource served, RequestInfo info) {
        boolean main = served.subresource().isEmpty();
        boolean nested =
                info.resource().equals("namespaces") && !info.namespace().equals(info.name());
        if (nested && !info.namespace().isEmpty()) {
            return false;
        }
        boolean forwardsPaths = served.subresource().equals("proxy");
        if (!forwardsPaths && info.depth() > (main ? 1 : 2)) {
            return false;
        }
        boolean namespaced = served.type().namespaced();
        boolean inNamespace = !info.namespace().isEmpty() && !info.resource().equals("namespaces");
        if (namespaced != inNamespace) {
            return namespaced && info.isCollection() && served.verbs().contains("list");
        }
        List<String> fitting = info.isCollection() ? OF_COLLECTIONS : OF_OBJECTS;
        return !main || served.verbs().stream().anyMatch(fitting::contains);
    }

    /** Whether the request may be made on such a path. */
    private static boolean permits(ServedResource served, RequestInfo info) {
        if (!served.verbs().contains(info.verb())) {
            return false;
        }
        boolean everywhere = served.type().namespaced() && info.namespace().isEmpty();
        if (everywhere) {
            return info.verb().equals("list") || info.verb().equals("watch");
        }
        return !served.subresource().isEmpty()
                || info.verb().equals("watch")
                || info.isCollection() == OF_COLLECTIONS.contains(info.verb());
    }
}

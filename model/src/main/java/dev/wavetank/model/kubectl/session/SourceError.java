package dev.wavetank.model.kubectl.session;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.http.RequestUri;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.version.Feature;
import java.util.ArrayList;
import java.util.List;

/**
 * The error of a request about an object of a file. What was done with the file stands before the server's words;
 * a lost
 * request is named in full, because the file hides from kubectl that the server was not reached (kubectl, pkg/cmd/util,
 * AddSourceToErr, v1.32).
 */
public final class SourceError {

    private SourceError() {}

    /**
     * Prints the error.
     *
     * @param doing such as {@code error when creating "web.yaml"}; empty for an object of no file
     * @return whether to continue
     */
    public static boolean print(Session session, ApiRequest request, ApiResponse response, String doing) {
        if (doing.isEmpty() || !(response instanceof ApiResponse.Unreachable lost)) {
            return session.fail(response, doing);
        }
        session.fail("error: " + doing + ": " + method(request) + " \""
                + session.tools().rest().url(RequestUri.of(request) + query(session, request)) + "\": "
                + session.tools().errors().cause(lost));
        return false;
    }

    private static String method(ApiRequest request) {
        return switch (request.verb()) {
            case CREATE -> "Post";
            case UPDATE -> "Put";
            case PATCH -> "Patch";
            case DELETE -> "Delete";
            default -> "Get";
        };
    }

    private static String query(Session session, ApiRequest request) {
        List<String> parts = new ArrayList<>();
        boolean writes = List.of("Post", "Put", "Patch").contains(method(request));
        if (writes && session.has(Feature.KUBECTL_FIELD_MANAGER)) {
            String verb = session.line().verb().verb();
            String manager = verb.equals("apply") ? "client-side-apply" : verb;
            parts.add("fieldManager=" + session.line().value(Flag.FIELD_MANAGER).orElse("kubectl-" + manager));
        }
        if (writes && session.has(Feature.FIELD_VALIDATION)) {
            parts.add("fieldValidation=Strict");
        }
        return parts.isEmpty() ? "" : "?" + String.join("&", parts);
    }
}

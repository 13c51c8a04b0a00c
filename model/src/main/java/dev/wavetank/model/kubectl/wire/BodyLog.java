package dev.wavetank.model.kubectl.wire;

import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;

/**
 * How bodies of requests and responses are printed: level 8 prints 1024 characters, level 9 prints 10240, and higher
 * levels all (client-go, rest/request.go). From v1.32 on, the line names the function that asked, and a request without
 * a body is printed as well.
 */
record BodyLog(int level, KubernetesVersion version, RequestLog.Lines lines) {

    private static final int BODIES = 8;
    private static final int SHORT = 1024;
    private static final int LONG = 10240;
    private static final int WHOLE = 10;

    /** Prints what was sent. */
    void sent(HttpRequest request) {
        if (level >= BODIES && (isStructured() || request.body().length > 0)) {
            print("Request", request, request.text());
        }
    }

    /** Prints what came. */
    void received(HttpRequest request, String body) {
        if (level >= BODIES) {
            print("Response", request, body);
        }
    }

    private boolean isStructured() {
        return version.has(Feature.KUBECTL_STRUCTURED_BODIES);
    }

    private void print(String direction, HttpRequest request, String body) {
        int most = level >= WHOLE ? Integer.MAX_VALUE : level > BODIES ? LONG : SHORT;
        String shown = body.length() <= most
                ? body
                : body.substring(0, most) + " [truncated " + (body.length() - most) + " chars]";
        if (isStructured()) {
            lines.print(caller(request), "\"" + direction + " Body\" body=" + StructuredRequestLog.value(shown));
        } else {
            lines.print("body", direction + " Body: " + shown);
        }
    }

    private static String caller(HttpRequest request) {
        return switch (request.method()) {
            case "POST" -> "body-create";
            case "PATCH" -> "body-patch";
            case "PUT" -> "body-replace";
            case "DELETE" -> "body-delete";
            default -> reader(request);
        };
    }

    private static String reader(HttpRequest request) {
        String path = request.path();
        if (path.equals("/version")) {
            return "body-version";
        }
        if (path.startsWith("/openapi")) {
            return "body-schema";
        }
        if (request.query().contains("watch=true")) {
            return "body-watch";
        }
        String[] parts = path.substring(1).split("/", -1);
        int group = parts[0].equals("api") ? 1 : 2;
        if (parts.length < group) {
            return "body-groups";
        }
        if (parts.length == group) {
            return parts[0].equals("api") ? "body-groups-core" : "body-groups";
        }
        if (parts.length == group + 1) {
            return "body-resources";
        }
        // Behind the version: resource, name; or namespaces, its name, resource, name.
        int behind = parts.length - group - 1;
        boolean isNamespaced = parts[group + 1].equals("namespaces") && behind > 2;
        return behind - (isNamespaced ? 2 : 0) > 1 ? "body-get" : "body-list";
    }
}

package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Which formats client and server have in common. */
final class Negotiation {

    static final String JSON = "application/json";
    static final String YAML = "application/yaml";
    private static final List<String> FORMATS = List.of(JSON, YAML, "application/vnd.kubernetes.protobuf");
    private static final List<String> PATCHES = List.of(
            "application/json-patch+json",
            "application/merge-patch+json",
            "application/strategic-merge-patch+json",
            "application/apply-patch+yaml");

    /** Nothing is known of custom resources that a strategic merge could go by. */
    private static final List<String> OF_CUSTOM =
            List.of("application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml");

    private Negotiation() {}

    /**
     * The format of the answer.
     *
     * @throws Refusal when the client accepts none
     */
    static String answer(HttpRequest request) {
        String accept = request.header("Accept");
        if (accept.isEmpty()) {
            return JSON;
        }
        boolean known = false;
        for (String clause : accept.split(",")) {
            String type = type(clause);
            String format = type.equals("*/*") || type.equals("application/*") ? JSON : type;
            if (FORMATS.contains(format)) {
                known = true;
                if (!clause.contains("as=")) {
                    return format;
                }
            }
        }
        if (known) {
            throw new Refusal(Status.failure(
                    406,
                    "NotAcceptable",
                    "only the following media types are accepted: " + String.join(", ", FORMATS),
                    null));
        }
        throw new Refusal(Status.generic(406, "NotAcceptable", "406: Not Acceptable"));
    }

    /**
     * The format of a body; JSON when the client does not say.
     *
     * @throws Refusal when the server does not read it
     */
    static String body(HttpRequest request) {
        String type = type(request.header("Content-Type"));
        if (type.isEmpty()) {
            return JSON;
        }
        if (!FORMATS.contains(type)) {
            throw new Refusal(unknown(FORMATS));
        }
        return type;
    }

    private static Status unknown(List<String> accepted) {
        return Status.failure(
                415,
                "UnsupportedMediaType",
                "the body of the request was in an unknown format - accepted media types include: "
                        + String.join(", ", accepted),
                null);
    }

    /**
     * The kind of a patch of an object.
     *
     * @throws Refusal when there is no such kind
     */
    static String patch(HttpRequest request, ResourceType resource) {
        String type = type(request.header("Content-Type"));
        if (resource.isCustom() && !OF_CUSTOM.contains(type)) {
            throw new Refusal(unknown(OF_CUSTOM));
        }
        if (!PATCHES.contains(type)) {
            throw new Refusal(Status.generic(415, "UnsupportedMediaType", "415: Unsupported Media Type"));
        }
        return type;
    }

    private static String type(String clause) {
        List<String> parts = new ArrayList<>(List.of(clause.split(";")));
        return parts.get(0).strip().toLowerCase(Locale.ROOT);
    }
}

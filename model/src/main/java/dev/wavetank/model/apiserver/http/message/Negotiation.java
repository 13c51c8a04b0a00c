package dev.wavetank.model.apiserver.http.message;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.apiserver.discovery.AggregatedDiscovery;
import dev.wavetank.model.http.HttpRequest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Which formats client and server have in common. */
public final class Negotiation {

    public static final String JSON = "application/json";
    public static final String YAML = "application/yaml";
    public static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
    private static final List<String> FORMATS = List.of(JSON, YAML, PROTOBUF);
    private static final List<String> META_VERSIONS = List.of("v1", "v1beta1");
    private static final List<String> DISCOVERY_VERSIONS = List.of("v2", "v2beta1");
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
     * The form in which the client wants objects.
     *
     * @throws Refusal when the server has none that the client accepts
     */
    public static Form form(HttpRequest request) {
        String accept = request.header("Accept");
        if (accept.isEmpty()) {
            return Form.PLAIN;
        }
        boolean known = false;
        for (String clause : accept.split(",")) {
            String type = type(clause);
            String format = type.equals("*/*") || type.equals("application/*") ? JSON : type;
            if (FORMATS.contains(format)) {
                known = true;
                Optional<Form> form = form(clause, format);
                if (form.isPresent()) {
                    return form.get();
                }
            }
        }
        if (known) {
            throw new Refusal(Status.failure(
                    StatusReason.NOT_ACCEPTABLE,
                    "only the following media types are accepted: " + String.join(", ", FORMATS),
                    null));
        }
        throw new Refusal(Status.generic(StatusReason.NOT_ACCEPTABLE, "406: Not Acceptable"));
    }

    /** The form that one clause asks for; nothing when there is no such form. */
    private static Optional<Form> form(String clause, String format) {
        String as = parameter(clause, "as");
        if (as.isEmpty()) {
            return Optional.of(Form.PLAIN);
        }
        String version = parameter(clause, "v");
        if (!parameter(clause, "g").equals("meta.k8s.io") || !META_VERSIONS.contains(version)) {
            return Optional.empty();
        }
        return switch (as) {
            case "Table" ->
                format.equals(PROTOBUF) ? Optional.empty() : Optional.of(new Form(Form.Shape.TABLE, version));
            case "PartialObjectMetadata" -> Optional.of(new Form(Form.Shape.PARTIAL, version));
            case "PartialObjectMetadataList" -> Optional.of(new Form(Form.Shape.PARTIAL_LIST, version));
            default -> Optional.empty();
        };
    }

    /** The version of the aggregated discovery document that the client likes best; nothing when it wants another. */
    public static Optional<String> aggregated(HttpRequest request) {
        for (String clause : request.header("Accept").split(",")) {
            boolean asks = parameter(clause, "g").equals("apidiscovery.k8s.io")
                    && parameter(clause, "as").equals(AggregatedDiscovery.KIND)
                    && type(clause).equals(JSON);
            if (asks && DISCOVERY_VERSIONS.contains(parameter(clause, "v"))) {
                return Optional.of(parameter(clause, "v"));
            }
            if (!asks && parameter(clause, "as").isEmpty() && type(clause).equals(JSON)) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Whether the client takes JSON. */
    public static boolean acceptsJson(HttpRequest request) {
        String accept = request.header("Accept");
        return accept.isEmpty()
                || List.of(accept.split(",")).stream()
                        .map(Negotiation::type)
                        .anyMatch(type -> List.of(JSON, "application/*", "*/*").contains(type));
    }

    /** A parameter of one clause of a media type; the empty string when it is not given. */
    private static String parameter(String clause, String name) {
        for (String part : clause.split(";")) {
            String[] sides = part.strip().split("=", 2);
            if (sides.length == 2 && sides[0].equals(name)) {
                return sides[1];
            }
        }
        return "";
    }

    /**
     * The format of a body; JSON when the client does not say.
     *
     * @throws Refusal when the server does not read it
     */
    public static String body(HttpRequest request) {
        String given = request.header("Content-Type");
        if (given.isBlank()) {
            return JSON;
        }
        String type = type(given);
        if (!FORMATS.contains(type)) {
            throw new Refusal(unknown(FORMATS));
        }
        return type;
    }

    private static Status unknown(List<String> accepted) {
        return Status.failure(
                StatusReason.UNSUPPORTED_MEDIA_TYPE,
                "the body of the request was in an unknown format - accepted media types include: "
                        + String.join(", ", accepted),
                null);
    }

    /**
     * The kind of a patch of an object.
     *
     * @throws Refusal when there is no such kind
     */
    public static String patch(HttpRequest request, ResourceType resource) {
        String type = type(request.header("Content-Type"));
        if (resource.isCustom() && !OF_CUSTOM.contains(type)) {
            throw new Refusal(unknown(OF_CUSTOM));
        }
        if (!PATCHES.contains(type)) {
            throw new Refusal(Status.generic(StatusReason.UNSUPPORTED_MEDIA_TYPE, "415: Unsupported Media Type"));
        }
        return type;
    }

    private static String type(String clause) {
        int end = clause.indexOf(';');
        return (end < 0 ? clause : clause.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}

package dev.wavetank.model.apiserver.http.body;

import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.http.message.Negotiation;
import dev.wavetank.model.apiserver.http.message.Refusal;
import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.codec.StreamingDecodeError;
import dev.wavetank.model.gotext.GoJson;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.schema.SchemaProblem;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Reads the body of a DELETE. Before v1.35 the real server does not expect mistakes there, and answers 500. */
public final class DeleteOptionsBody {

    private static final String KIND = "DeleteOptions";
    private static final String SCHEME = "k8s.io/apimachinery/pkg/apis/meta/internalversion/scheme/register.go:27";
    private static final String NO_KIND = "couldn't get version/kind; json parse error: ";

    private final KubernetesVersion version;

    /** Reads as servers of that version do. */
    public DeleteOptionsBody(KubernetesVersion version) {
        this.version = version;
    }

    /**
     * The options; empty when none are given.
     *
     * @throws Refusal when the body does not say how to delete
     */
    public Map<String, Object> read(HttpRequest request) {
        BodyReader.checkSize(request);
        if (request.body().length == 0) {
            return new LinkedHashMap<>();
        }
        if (Negotiation.body(request).equals(Negotiation.PROTOBUF)) {
            ProtobufBody.read(request).ifPresent(mistake -> {
                throw new Refusal(Status.internal(mistake));
            });
        }
        Object tree;
        try {
            tree = GoJsonReader.parse(request.text());
        } catch (GoJsonReader.SyntaxMistake mistake) {
            throw refusal(NO_KIND + mistake.getMessage());
        }
        if (tree == null) {
            return new LinkedHashMap<>();
        }
        if (!(tree instanceof Map<?, ?> map)) {
            throw refusal(NO_KIND + BodyReader.notAnObject(tree));
        }
        Map<String, Object> options = new LinkedHashMap<>();
        map.forEach((name, value) -> options.put((String) name, value));
        requireKind(options);
        mistake(options, request.body()).ifPresent(mistake -> {
            throw refusal(mistake);
        });
        return options;
    }

    private Refusal refusal(String mistake) {
        return new Refusal(
                version.has(Feature.DELETE_OPTIONS_BAD_REQUEST)
                        ? Status.badRequest(mistake)
                        : Status.internal(mistake));
    }

    /** The scheme that reads these bodies knows few kinds; any other body is an unexpected error. */
    private void requireKind(Map<String, Object> body) {
        for (String field : List.of("apiVersion", "kind")) {
            Object value = body.get(field);
            if (value != null && !(value instanceof String)) {
                throw refusal(NO_KIND + "json: cannot unmarshal " + GoJson.kind(value) + " into Go struct field ."
                        + field + " of type string");
            }
        }
        String kind = Objects.toString(body.get("kind"), "");
        if (!kind.isEmpty() && !kind.equals(KIND)) {
            String of = Objects.toString(body.get("apiVersion"), "");
            throw refusal("no kind \"" + kind + "\" is registered for version \""
                    + (of.isEmpty() ? "meta.k8s.io/v1" : of) + "\" in scheme \"" + SCHEME + "\"");
        }
    }

    /** The first value of a wrong type; unknown fields are dropped. */
    private Optional<String> mistake(Map<String, Object> options, byte[] text) {
        if (!version.has(Feature.FIELD_VALIDATION)) {
            return StreamingDecodeError.find(ApiSchema.get(), KIND, text);
        }
        return ApiSchema.get().check(KIND, options).stream()
                .filter(problem -> !(problem instanceof SchemaProblem.UnknownField))
                .map(SchemaProblem::text)
                .findFirst();
    }
}

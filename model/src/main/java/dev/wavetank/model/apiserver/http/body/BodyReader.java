package dev.wavetank.model.apiserver.http.body;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.apiserver.http.message.Negotiation;
import dev.wavetank.model.apiserver.http.message.Refusal;
import dev.wavetank.model.apiserver.http.options.Exchange;
import dev.wavetank.model.apiserver.http.options.Options;
import dev.wavetank.model.apiserver.http.options.RequestInfo;
import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.apiserver.registry.defaulting.SchemaDefaults;
import dev.wavetank.model.apiserver.registry.strategy.Strategies;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.apiserver.request.FieldValidation;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.apiserver.resource.ServedResources;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.codec.StreamingDecodeError;
import dev.wavetank.model.codec.TreeDepth;
import dev.wavetank.model.codec.UnknownFields;
import dev.wavetank.model.gotext.GoJson;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.model.yaml.YamlDocument;
import dev.wavetank.model.yaml.YamlReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decodes bodies, and refuses those that it cannot decode in the words of the real server. */
public final class BodyReader {

    private static final String INITIALIZERS = "initializers";
    private static final int SIZE_MAX = 3 * 1024 * 1024;
    private static final int SUMMARY_MAX = 30;
    private static final String SCHEME = "k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:30";
    private static final String FIND_KIND = "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind"
            + " string \"json:\\\"kind,omitempty\\\"\" }";

    private final ObjectCodec codec;
    private final ServedResources table;
    private final KubernetesVersion version;
    private final CustomBody custom;

    public BodyReader(ObjectCodec codec, ServedResources resources, Strategies strategies, KubernetesVersion version) {
        this.codec = codec;
        this.table = resources;
        this.version = version;
        this.custom = new CustomBody(codec, strategies);
    }

    /** Refuses what is too large. */
    public static void checkSize(HttpRequest request) {
        if (request.body().length > SIZE_MAX) {
            throw new Refusal(Status.failure(
                    StatusReason.REQUEST_ENTITY_TOO_LARGE, "Request entity too large: limit is " + SIZE_MAX, null));
        }
    }

    /**
     * The object in the body, which must be of the kind that is sent to the resource.
     *
     * @throws Refusal when it is not, or cannot be decoded
     */
    public KubernetesObject read(Exchange exchange, String format, FieldValidation validation) {
        HttpRequest request = exchange.request();
        ServedResource served = exchange.served();
        if (format.equals(Negotiation.PROTOBUF)) {
            ProtobufBody.read(request).ifPresent(mistake -> {
                throw new Refusal(Status.badRequest("the object provided is unrecognized (must be of type "
                        + served.bodyKind() + "): " + mistake + " (" + summary(request.body()) + ")"));
            });
        }
        byte[] json = format.equals(Negotiation.YAML) ? fromYaml(request, served) : request.body();
        List<String> twice = new ArrayList<>(0);
        Map<String, Object> tree = object(json, served, twice);
        if (ResourceType.isCustom(served.bodyGroup())) {
            requireDepth(tree, json, served);
            return custom.read(request, served, tree, new Strictness(validation, twice));
        }
        if (served.bodyGroup().equals("apiextensions.k8s.io")) {
            // A schema nests in itself: the only type of which a body can be as deep as it likes.
            requireDepth(tree, json, served);
        }
        String kind = text(tree, "kind", served.bodyKind());
        String apiVersion =
                tree.get("apiVersion") == null || tree.get("apiVersion").equals("")
                        ? served.bodyVersion()
                        : tree.get("apiVersion").toString();
        String shortVersion = apiVersion.substring(apiVersion.indexOf('/') + 1);
        String cannot =
                kind + " in version \"" + shortVersion + "\" cannot be handled as a " + served.bodyKind() + ": ";
        boolean expected = kind.equals(served.bodyKind()) && apiVersion.equals(served.bodyVersion());
        if (!expected && !table.hasKind(apiVersion, kind)) {
            throw new Refusal(Status.badRequest(cannot + "no kind \"" + kind + "\" is registered for version \""
                    + apiVersion + "\" in scheme \"" + SCHEME + "\""));
        }
        if (!kind.equals(served.bodyKind())) {
            throw new Refusal(Status.badRequest(cannot + "converting (" + shortVersion + "." + kind + ") to ("
                    + internalPackage(served.bodyGroup()) + "." + served.bodyKind() + "): unknown conversion"));
        }
        Map<String, Object> known = known(json, tree, apiVersion, kind, cannot, new Strictness(validation, twice));
        requireDepth(known, json, served);
        if (!apiVersion.equals(served.bodyVersion())) {
            throw new Refusal(Status.badRequest("the API version in the data (" + apiVersion
                    + ") does not match the expected API version (" + served.bodyVersion() + ")"));
        }
        known.put("kind", kind);
        known.put("apiVersion", apiVersion);
        return decode(Versions.canonical(served, known, tree, version), cannot);
    }

    /** Decodes a tree that the server itself has made from an object and a patch. */
    private KubernetesObject decode(Map<String, Object> tree, String cannot) {
        try {
            return codec.decode(tree);
        } catch (IllegalArgumentException mistake) {
            throw new Refusal(Status.badRequest(cannot + mistake.getMessage()));
        }
    }

    private Map<String, Object> known(
            byte[] json,
            Map<String, Object> tree,
            String apiVersion,
            String kind,
            String cannot,
            Strictness strictness) {
        Optional<String> type = ApiSchema.type(apiVersion, kind);
        if (type.isEmpty()) {
            return new LinkedHashMap<>(tree);
        }
        Schema schema = ApiSchema.of(version);
        if (version.has(Feature.FIELD_VALIDATION)) {
            strictness.judge(schema.check(type.get(), tree), kind, apiVersion.substring(apiVersion.indexOf('/') + 1));
        } else {
            StreamingDecodeError.find(schema, type.get(), json).ifPresent(mistake -> {
                throw new Refusal(Status.badRequest(cannot + mistake));
            });
        }
        Map<String, Object> known = UnknownFields.dropFromObject(schema, type.get(), tree);
        return SchemaDefaults.fill(
                type.get(), version.has(Feature.INITIALIZERS) ? withInitializers(known, tree) : known);
    }

    /** The schema does not have what only one release has: who must still act before the object is shown. */
    private static Map<String, Object> withInitializers(Map<String, Object> known, Map<String, Object> tree) {
        boolean given = tree.get("metadata") instanceof Map<?, ?> metadata && metadata.get(INITIALIZERS) instanceof Map;
        if (!given) {
            return known;
        }
        Map<String, Object> whole = new LinkedHashMap<>(known);
        Map<String, Object> metadata = new LinkedHashMap<>(JsonFields.map(known, "metadata"));
        metadata.put(INITIALIZERS, ((Map<?, ?>) tree.get("metadata")).get(INITIALIZERS));
        whole.put("metadata", metadata);
        return whole;
    }

    private static String internalPackage(String group) {
        if (group.isEmpty()) {
            return "core";
        }
        int dot = group.indexOf('.');
        return dot < 0 ? group : group.substring(0, dot);
    }

    /** What is deeper than can be kept is refused, as what is deeper than can be read. */
    private static void requireDepth(Map<String, Object> kept, byte[] json, ServedResource served) {
        if (TreeDepth.isExceeded(kept)) {
            throw unrecognized(json, served, "exceeded max depth");
        }
    }

    private Map<String, Object> object(byte[] json, ServedResource served, List<String> twice) {
        String text = new String(json, StandardCharsets.UTF_8);
        Object tree;
        try {
            tree = GoJsonReader.parse(text, twice::add);
        } catch (GoJsonReader.SyntaxMistake mistake) {
            throw unrecognized(json, served, mistake.getMessage());
        }
        if (!(tree instanceof Map<?, ?> map)) {
            if (tree == null) {
                return new LinkedHashMap<>();
            }
            throw unrecognized(json, served, notAnObject(tree));
        }
        for (String field : List.of("apiVersion", "kind")) {
            Object value = map.get(field);
            if (value != null && !(value instanceof String)) {
                throw unrecognized(
                        json,
                        served,
                        "json: cannot unmarshal " + GoJson.kind(value) + " into Go struct field ." + field
                                + " of type string");
            }
        }
        @SuppressWarnings("unchecked") // JSON has text keys only
        Map<String, Object> fields = (Map<String, Object>) map;
        return fields;
    }

    /** What Go says of a body that is no object. */
    static String notAnObject(Object tree) {
        return "json: cannot unmarshal " + GoJson.kind(tree) + " into Go value of type " + FIND_KIND;
    }

    private static Refusal unrecognized(byte[] json, ServedResource served, String mistake) {
        return new Refusal(Status.badRequest("the object provided is unrecognized (must be of type "
                + served.bodyKind() + "): couldn't get version/kind; json parse error: " + mistake + " ("
                + summary(json) + ")"));
    }

    /** The begin of a body: as text when it looks like an object, else in hexadecimal. */
    public static String summary(byte[] json) {
        if (json.length == 0) {
            return "<empty>";
        }
        int shown = Math.min(json.length, SUMMARY_MAX);
        String more = json.length > SUMMARY_MAX ? " ..." : "";
        if (json[0] == '{') {
            return new String(json, 0, shown, StandardCharsets.UTF_8) + more;
        }
        StringBuilder hex = new StringBuilder();
        for (int i = 0; i < shown; i++) {
            hex.append(Character.forDigit(json[i] >> 4 & 15, 16)).append(Character.forDigit(json[i] & 15, 16));
        }
        return hex + more;
    }

    private byte[] fromYaml(HttpRequest request, ServedResource served) {
        try {
            List<YamlDocument> documents = YamlReader.read("body", request.text());
            Map<String, Object> tree = documents.isEmpty()
                    ? new LinkedHashMap<>()
                    : documents.get(0).root();
            return codec.json(tree).getBytes(StandardCharsets.UTF_8);
        } catch (ManifestException mistake) {
            throw new Refusal(Status.badRequest("the object provided is unrecognized (must be of type "
                    + served.bodyKind() + "): " + mistake.goText() + " (" + summary(request.body()) + ")"));
        }
    }

    private static String text(Map<String, Object> tree, String field, String otherwise) {
        Object value = tree.get(field);
        return value == null || value.equals("") ? otherwise : value.toString();
    }

    /** Checks the revision that an update expects. */
    public static void checkRevision(KubernetesObject body) {
        if (body.metadata().resourceVersion() != null) {
            Options.revision(body.metadata().resourceVersion().toString(), "");
        }
    }

    /** Checks that a body is about the object in the path. */
    public static void checkName(KubernetesObject body, RequestInfo info) {
        String name = body.metadata().name();
        String namespace = body.metadata().namespace();
        if (name == null || name.isEmpty()) {
            throw new Refusal(Status.badRequest("the name of the object (" + info.name()
                    + " based on URL) was undeterminable: name must be provided"));
        }
        if (!name.equals(info.name())) {
            throw new Refusal(Status.badRequest(
                    "the name of the object (" + name + ") does not match the name on the URL (" + info.name() + ")"));
        }
        if (namespace != null
                && !namespace.isEmpty()
                && !namespace.equals(info.namespace())
                && !info.resource().equals("namespaces")) {
            throw new Refusal(Status.badRequest("the namespace of the object (" + namespace
                    + ") does not match the namespace on the request (" + info.namespace() + ")"));
        }
    }
}

package dev.wavetank.model.apiserver.http.body;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.http.message.Refusal;
import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.apiserver.registry.strategy.Strategies;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.codec.UnknownFields;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.schema.SchemaProblem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decodes the bodies of custom resources: whether they are of the right kind is said later, as all else about them. */
public final class CustomBody {

    private static final String METADATA = "ObjectMeta";

    private final ObjectCodec codec;
    private final Strategies strategies;

    public CustomBody(ObjectCodec codec, Strategies strategies) {
        this.codec = codec;
        this.strategies = strategies;
    }

    /**
     * The object that a tree describes.
     *
     * @throws Refusal when it says no kind, another version, has metadata of no meaning, or unknown fields where
     * none are
     *     wanted
     */
    public KubernetesObject read(
            HttpRequest request, ServedResource served, Map<String, Object> tree, Strictness strictness) {
        String kind = String.valueOf(tree.getOrDefault("kind", ""));
        if (kind.isEmpty()) {
            throw new Refusal(Status.badRequest("the object provided is unrecognized (must be of type "
                    + served.bodyKind() + "): Object 'Kind' is missing in '" + request.text() + "' ("
                    + BodyReader.summary(request.body()) + ")"));
        }
        String apiVersion = String.valueOf(tree.getOrDefault("apiVersion", ""));
        if (!apiVersion.equals(served.bodyVersion())) {
            throw new Refusal(Status.badRequest("the API version in the data (" + apiVersion
                    + ") does not match the expected API version (" + served.bodyVersion() + ")"));
        }
        Map<String, Object> fields = new LinkedHashMap<>(tree);
        fields.put("metadata", metadata(served, tree, strictness));
        try {
            return generic(codec.decode(fields));
        } catch (IllegalArgumentException mistake) {
            throw new Refusal(Status.badRequest(mistake.getMessage()));
        }
    }

    /** Fields that no record of ours knows are all kept: the schema of the resource judges them. */
    private static KubernetesObject generic(KubernetesObject object) {
        if (object instanceof GenericObject) {
            return object;
        }
        throw new AssertionError("a custom resource of the built-in kind " + object.kind());
    }

    @SuppressWarnings("unchecked") // JSON has text keys only
    private Map<String, Object> metadata(ServedResource served, Map<String, Object> tree, Strictness strictness) {
        Object given = tree.get("metadata");
        Map<String, Object> metadata =
                given instanceof Map<?, ?> map ? (Map<String, Object>) map : new LinkedHashMap<>();
        List<SchemaProblem> problems = new ArrayList<>();
        if (served.type().isCustom() && strictness.validation().isWanted()) {
            strategies
                    .of(served.type())
                    .unknownFields(tree)
                    .forEach(path -> problems.add(new SchemaProblem.UnknownField(path, Optional.empty())));
        }
        ApiSchema.get().check(METADATA, metadata).forEach(problem -> problems.add(placed(problem)));
        strictness.judge(problems, served.bodyKind(), served.type().version());
        return UnknownFields.drop(ApiSchema.get(), METADATA, metadata);
    }

    private static SchemaProblem placed(SchemaProblem problem) {
        return problem instanceof SchemaProblem.UnknownField unknown
                ? new SchemaProblem.UnknownField("metadata." + unknown.path(), unknown.nearest())
                : problem;
    }
}

package dev.wavetank.model.apiserver.registry.update;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.ResourceVersion;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.apiserver.registry.defaulting.SchemaDefaults;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.request.FieldValidation;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.codec.StreamingDecodeError;
import dev.wavetank.model.codec.UnknownFields;
import dev.wavetank.model.gotext.GoJson;
import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.patch.JsonMergePatch;
import dev.wavetank.model.patch.JsonPatch;
import dev.wavetank.model.patch.PatchException;
import dev.wavetank.model.patch.strategic.StrategicMergePatch;
import dev.wavetank.model.schema.SchemaProblem;
import dev.wavetank.model.version.KubernetesVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A patch as it comes over the wire, applied to the object as a JSON tree.
 *
 * @param patch what is patched
 * @param document by what
 * @param validation what is done about fields that the type does not have
 * @param version of the server
 */
record DocumentPatch(
        ApiRequest.Patch patch,
        ApiRequest.Change.Document document,
        FieldValidation validation,
        KubernetesVersion version) {

    private static final ObjectCodec CODEC = new ObjectCodec();
    /** Media type of JSON merge patches (RFC 7386). */
    static final String MERGE = "application/merge-patch+json";

    private static final String JSON_PATCH = "application/json-patch+json";
    private static final String STRATEGIC = "application/strategic-merge-patch+json";

    /** Made when it is first needed; it never changes. */
    private static final class Lazy {
        private static final StrategicMergePatch STRATEGIC_MERGE = new StrategicMergePatch(ApiSchema.get());
    }

    Changed apply(KubernetesObject before, Strategy<KubernetesObject> strategy) {
        ResourceType resource = patch.resource();
        boolean scale = patch.subresource().equals("scale");
        Map<String, Object> tree = scale ? ScaleSubresource.tree(before, strategy) : CODEC.encode(before);
        KubernetesObject after;
        try {
            Map<String, Object> patched = patched(resource, tree);
            Optional<String> type = scale ? Optional.empty() : ApiSchema.type(resource);
            if (type.isPresent()) {
                requireType(resource, patched);
                judge(patched, requireFit(type.get(), patched));
                patched = SchemaDefaults.fill(type.get(), known(type.get(), patched));
            } else if (!scale) {
                requireKind(patched, before);
                judge(patched, validation.isWanted() ? unknown(strategy.unknownFields(patched)) : List.of());
            }
            after = CODEC.decode(patched);
        } catch (PatchException mistake) {
            return new Changed.Refused(refusal(mistake));
        } catch (IllegalArgumentException mistake) {
            return new Changed.Refused(Status.badRequest(mistake.getMessage()));
        }
        Status refusal = refusal(patch, after, before);
        if (refusal != null) {
            return new Changed.Refused(refusal);
        }
        if (scale) {
            return ScaleSubresource.update(resource, (GenericObject) after, before, strategy, version);
        }
        return switch (patch.subresource()) {
            case "" -> Changed.prepared(strategy, after, before);
            case "status" -> new Changed.To(strategy.prepareForStatusUpdate(after, before));
            default ->
                new Changed.To(strategy.prepareForPart(patch.subresource(), strategy.withDefaults(after), before));
        };
    }

    /** Warns of fields that are unknown or given twice, or refuses the patch because of them. */
    private void judge(Map<String, Object> patched, List<String> unknown) {
        String mistake = validation.judge(unknown);
        if (!mistake.isEmpty()) {
            throw PatchException.misfit(
                    isStrategic()
                            ? GoText.plain(document.patch())
                            : CODEC.json(GoDocument.afterMerge(patched, document.patch())),
                    mistake);
        }
    }

    private static List<String> unknown(List<String> paths) {
        return paths.stream()
                .map(path -> new SchemaProblem.UnknownField(path, Optional.empty()).text())
                .toList();
    }

    private boolean isStrategic() {
        return document.type().equals(STRATEGIC);
    }

    @SuppressWarnings("unchecked") // trees have text keys only
    private Map<String, Object> patched(ResourceType resource, Map<String, Object> tree) {
        if (document.type().equals(JSON_PATCH)) {
            return JsonPatch.apply(tree, document.patch());
        }
        Optional<String> type = ApiSchema.type(resource);
        if (isStrategic() && type.isPresent()) {
            if (!(document.patch() instanceof Map<?, ?>)) {
                throw PatchException.badRequest("json: cannot unmarshal " + GoJson.kind(document.patch())
                        + " into Go value of type map[string]interface {}");
            }
            return Lazy.STRATEGIC_MERGE.apply(type.get(), tree, (Map<String, Object>) document.patch());
        }
        return JsonMergePatch.apply(tree, document.patch());
    }

    /** The decoder finds another type than the one that it is to fill. */
    private static void requireKind(Map<String, Object> patched, KubernetesObject before) {
        if (!before.kind().equals(patched.get("kind"))) {
            String version = String.valueOf(patched.get("apiVersion"));
            throw PatchException.unexpected("unable to decode " + (version.contains("/") ? version : "/" + version)
                    + ", Kind=" + patched.get("kind") + " into " + before.kind());
        }
    }

    private Map<String, Object> known(String type, Map<String, Object> patched) {
        Map<String, Object> known = UnknownFields.dropFromObject(ApiSchema.of(version), type, patched);
        known.putIfAbsent("apiVersion", patched.get("apiVersion"));
        known.putIfAbsent("kind", patched.get("kind"));
        return known;
    }

    /** Strategic merge cannot change a built-in type's kind; other patches make an object that is none of its type. */
    private void requireType(ResourceType resource, Map<String, Object> patched) {
        String version = Objects.toString(patched.get("apiVersion"), "");
        String kind = Objects.toString(patched.get("kind"), "");
        if (isStrategic()) {
            patched.put("apiVersion", resource.apiVersion());
            patched.put("kind", resource.kind());
        } else if (!version.equals(resource.apiVersion()) || !kind.equals(resource.kind())) {
            throw PatchException.misfit(
                    CODEC.json(GoDocument.afterMerge(patched, document.patch())),
                    ApiSchema.get().typeOf(version, kind).isPresent()
                            ? "converting (" + version.substring(version.indexOf('/') + 1) + "." + kind + ") to ("
                                    + goPackage(resource) + "." + resource.kind() + "): unknown conversion"
                            : "no kind \"" + kind + "\" is registered for version \"" + version
                                    + "\" in scheme \"k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:30\"");
        }
    }

    /** Where the real server keeps its internal types of a group. */
    private static String goPackage(ResourceType resource) {
        return resource.group().isEmpty() ? "core" : resource.group().split("\\.", 2)[0];
    }

    /**
     * A strategic merge patch has been judged as a tree already; others are judged as the text that they make. That
     * text is written only for a tree that does not fit: writing it is expensive, and it says the same of one that
     * does.
     *
     * @return what is wrong with the tree otherwise: fields that the type does not have
     */
    private List<String> requireFit(String type, Map<String, Object> patched) {
        List<SchemaProblem> problems = ApiSchema.of(version).check(type, patched);
        if (problems.isEmpty()) {
            return List.of();
        }
        if (!isStrategic()) {
            String text = CODEC.json(GoDocument.afterMerge(patched, document.patch()));
            StreamingDecodeError.find(ApiSchema.of(version), type, text.getBytes(StandardCharsets.UTF_8))
                    .ifPresent(mistake -> {
                        throw PatchException.misfit(text, mistake);
                    });
        }
        return problems.stream()
                .filter(SchemaProblem.UnknownField.class::isInstance)
                .map(SchemaProblem::text)
                .toList();
    }

    /** A cause is reported only when the patched object does not fit its type. */
    private static Status refusal(PatchException mistake) {
        if (mistake.reason() != StatusReason.INVALID) {
            return Status.failure(mistake.reason(), mistake.getMessage(), null);
        }
        if (!mistake.getMessage().endsWith(mistake.detail())) {
            return Status.generic(mistake.reason(), mistake.getMessage());
        }
        Status.Cause cause = new Status.Cause("FieldValueInvalid", mistake.detail(), "patch");
        return Status.failure(
                mistake.reason(),
                mistake.getMessage(),
                new Status.Details(null, null, null, null, List.of(cause), null));
    }

    /** Name and namespace cannot be patched, and a revision is a precondition. */
    private static Status refusal(ApiRequest.Patch patch, KubernetesObject after, KubernetesObject before) {
        String name = after.metadata().name();
        if (!patch.name().equals(name)) {
            return Status.badRequest(
                    "the name of the object (" + name + ") does not match the name on the URL (" + patch.name() + ")");
        }
        String namespace = after.metadata().namespace();
        if (namespace != null
                && !namespace.equals(patch.namespace())
                && !patch.namespace().isEmpty()) {
            return Status.badRequest("the namespace of the object (" + namespace
                    + ") does not match the namespace on the request (" + patch.namespace() + ")");
        }
        ResourceVersion revision = after.metadata().resourceVersion();
        return revision != null && !revision.equals(before.metadata().resourceVersion())
                ? Status.modified(patch.resource(), patch.name())
                : null;
    }
}

package dev.wavetank.model.apiserver.registry;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.codec.StreamingDecodeError;
import dev.wavetank.model.codec.UnknownFields;
import dev.wavetank.model.patch.GoText;
import dev.wavetank.model.patch.JsonMergePatch;
import dev.wavetank.model.patch.JsonPatch;
import dev.wavetank.model.patch.PatchException;
import dev.wavetank.model.patch.strategic.StrategicMergePatch;
import dev.wavetank.model.schema.SchemaProblem;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** Patches as they come over the wire, applied to the object as a JSON tree. */
final class DocumentPatch {

    private static final ObjectCodec CODEC = new ObjectCodec();
    private static final String JSON_PATCH = "application/json-patch+json";
    private static final String STRATEGIC = "application/strategic-merge-patch+json";

    private DocumentPatch() {}

    static Changed apply(ApiRequest.Patch patch, ApiRequest.Change.Document document, KubernetesObject before) {
        ResourceType resource = patch.resource();
        boolean scale = patch.subresource().equals("scale");
        Map<String, Object> tree = scale ? ScaleSubresource.of(resource, before) : CODEC.encode(before);
        KubernetesObject after;
        try {
            Map<String, Object> patched = patched(resource, tree, document);
            Optional<String> type = scale ? Optional.empty() : ApiSchema.type(resource);
            if (type.isPresent()) {
                Optional<String> mistake = mistake(type.get(), patched, document);
                if (mistake.isPresent()) {
                    return new Changed.Refused(unfit(document, patched, mistake.get()));
                }
                patched = known(type.get(), patched);
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
            return ScaleSubresource.update(resource, (GenericObject) after, before);
        }
        Strategy<KubernetesObject> strategy = Registry.strategy(resource);
        return new Changed.To(
                patch.subresource().equals("status")
                        ? strategy.prepareForStatusUpdate(after, before)
                        : strategy.prepareForUpdate(strategy.withDefaults(after), before));
    }

    @SuppressWarnings("unchecked") // the wire front lets only objects pass, but for JSON patches
    private static Map<String, Object> patched(
            ResourceType resource, Map<String, Object> tree, ApiRequest.Change.Document document) {
        if (document.type().equals(JSON_PATCH)) {
            return JsonPatch.apply(tree, document.patch());
        }
        Optional<String> type = ApiSchema.type(resource);
        if (document.type().equals(STRATEGIC) && type.isPresent()) {
            return new StrategicMergePatch(ApiSchema.get())
                    .apply(type.get(), tree, (Map<String, Object>) document.patch());
        }
        return JsonMergePatch.apply(tree, document.patch());
    }

    private static Map<String, Object> known(String type, Map<String, Object> patched) {
        Map<String, Object> known = UnknownFields.drop(ApiSchema.get(), type, patched);
        known.putIfAbsent("apiVersion", patched.get("apiVersion"));
        known.putIfAbsent("kind", patched.get("kind"));
        return known;
    }

    /** What does not fit the type: a strategic merge patch is judged as a tree, others as the text they make. */
    private static Optional<String> mistake(
            String type, Map<String, Object> patched, ApiRequest.Change.Document document) {
        if (!document.type().equals(STRATEGIC)) {
            return StreamingDecodeError.find(
                    ApiSchema.get(), type, CODEC.json(patched).getBytes(StandardCharsets.UTF_8));
        }
        for (SchemaProblem problem : ApiSchema.get().check(type, patched)) {
            if (problem instanceof SchemaProblem.WrongType wrong) {
                return Optional.of(conversion(wrong));
            }
        }
        return Optional.empty();
    }

    private static String conversion(SchemaProblem.WrongType wrong) {
        String found = switch (wrong.found()) {
            case "object" -> "map";
            case "array" -> "slice";
            case "string", "bool" -> wrong.found();
            default -> "int64";
        };
        if (wrong.expected().startsWith("[]")) {
            return "cannot restore slice from " + found;
        }
        if (wrong.expected().startsWith("map")) {
            return "cannot restore map from " + found;
        }
        return wrong.expected().matches("u?int(32|64)|float64|bool|string")
                ? "unrecognized type: " + wrong.expected()
                : "cannot restore struct from: " + found;
    }

    private static Status unfit(ApiRequest.Change.Document document, Map<String, Object> patched, String mistake) {
        String shown = document.type().equals(STRATEGIC) ? GoText.plain(document.patch()) : CODEC.json(patched);
        FieldErrors errors = new FieldErrors();
        errors.invalid("patch", GoText.quoted(shown), mistake);
        return errors.status("", "", "");
    }

    private static Status refusal(PatchException mistake) {
        String reason = mistake.reason().isEmpty() ? null : mistake.reason();
        return mistake.code() == 422
                ? Status.generic(mistake.code(), reason, mistake.getMessage())
                : Status.failure(mistake.code(), reason, mistake.getMessage(), null);
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
        String revision = after.metadata().resourceVersion();
        return revision != null && !revision.equals(before.metadata().resourceVersion())
                ? Status.modified(patch.resource(), patch.name())
                : null;
    }
}

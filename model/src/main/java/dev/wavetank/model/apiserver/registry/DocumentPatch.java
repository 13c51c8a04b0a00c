package dev.wavetank.model.apiserver.registry;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.codec.ObjectCodec;
import java.util.Map;

/** Patches as they come over the wire, applied to the object as a JSON tree. */
final class DocumentPatch {

    private static final ObjectCodec CODEC = new ObjectCodec();

    private DocumentPatch() {}

    static Changed apply(ApiRequest.Patch patch, ApiRequest.Change.Document document, KubernetesObject before) {
        ResourceType resource = patch.resource();
        boolean scale = patch.subresource().equals("scale");
        Map<String, Object> tree = scale ? ScaleSubresource.of(resource, before) : CODEC.encode(before);
        KubernetesObject after;
        try {
            after = CODEC.decode(patched(tree, document));
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

    @SuppressWarnings("unchecked") // a patched object is an object
    private static Map<String, Object> patched(Map<String, Object> tree, ApiRequest.Change.Document document) {
        return (Map<String, Object>) MergePatch.merged(tree, document.patch());
    }

    /** Name and namespace cannot be patched, and a revision is a precondition. */
    private static Status refusal(ApiRequest.Patch patch, KubernetesObject after, KubernetesObject before) {
        String name = after.metadata().name();
        if (!patch.name().equals(name)) {
            return Status.badRequest(
                    "the name of the object (" + name + ") does not match the name on the URL (" + patch.name() + ")");
        }
        String namespace = after.metadata().namespace();
        if (namespace != null && !namespace.equals(patch.namespace()) && !patch.namespace().isEmpty()) {
            return Status.badRequest("the namespace of the object (" + namespace
                    + ") does not match the namespace on the request (" + patch.namespace() + ")");
        }
        String revision = after.metadata().resourceVersion();
        return revision != null && !revision.equals(before.metadata().resourceVersion())
                ? Status.modified(patch.resource(), patch.name())
                : null;
    }
}

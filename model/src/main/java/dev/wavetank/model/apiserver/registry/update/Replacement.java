package dev.wavetank.model.apiserver.registry.update;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.apiserver.registry.Registry;
import dev.wavetank.model.apiserver.registry.pod.PodStrategy;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.version.KubernetesVersion;

/** Replaces an object, or a part of it (PUT). */
public final class Replacement {

    private Replacement() {}

    /** The object after the update. A body without a resourceVersion replaces whatever is there. */
    public static Changed of(
            ApiRequest.Update update,
            KubernetesObject before,
            Strategy<KubernetesObject> strategy,
            KubernetesVersion version) {
        ResourceType resource = update.resource();
        KubernetesObject body = update.body();
        long expected = body.metadata().revision();
        if (body.uid() != null && !body.uid().isEmpty() && !body.uid().equals(before.uid())) {
            return new Changed.Refused(Status.conflict(
                    resource,
                    update.name(),
                    "StorageError: invalid object, Code: 4, Key: " + resource.storageKey(before.key())
                            + ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: "
                            + body.uid() + ", UID in object meta: " + before.uid()));
        }
        if (expected != 0 && expected != before.metadata().revision()) {
            return new Changed.Refused(Status.modified(resource, update.name()));
        }
        if (expected == 0 && !update.subresource().equals("scale") && Registry.needsRevision(resource)) {
            FieldErrors errors = new FieldErrors(version);
            errors.invalid("metadata.resourceVersion", "0x0", "must be specified for an update");
            // This one names the resource where others name the kind.
            return new Changed.Refused(errors.status(resource.group(), resource.plural(), update.name()));
        }
        return switch (update.subresource()) {
            case "" -> Changed.prepared(strategy, body, before);
            case "status" -> new Changed.To(strategy.prepareForStatusUpdate(body, before));
            case "scale" -> ScaleSubresource.update(resource, (GenericObject) body, before, strategy, version);
            case "finalize" -> finalizeNamespace(body, before);
            case PodStrategy.EPHEMERAL_CONTAINERS ->
                new Changed.To(strategy.prepareForPart(update.subresource(), body, before));
            case PodStrategy.RESIZE ->
                new Changed.To(strategy.prepareForPart(update.subresource(), strategy.withDefaults(body), before));
            default -> new Changed.Refused(Status.noSuchResource());
        };
    }

    private static Changed finalizeNamespace(KubernetesObject body, KubernetesObject before) {
        if (body instanceof Namespace changed && before instanceof Namespace old) {
            return new Changed.To(old.withSpec(changed.spec()));
        }
        return new Changed.Refused(Status.noSuchResource());
    }
}

package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.apiserver.registry.validation.FieldCursor;
import dev.wavetank.model.apiserver.registry.validation.MetadataRules;
import dev.wavetank.model.apiserver.registry.volume.PersistentVolumeClaimStrategy;
import dev.wavetank.model.volume.EphemeralVolume;
import java.util.List;

/**
 * Finds mistakes in generic ephemeral volumes: {@code validateEphemeralVolumeSource} of
 * pkg/apis/core/validation/validation.go, v1.24.
 */
final class ClaimTemplateValidation {

    private static final String TEMPLATE = "volumeClaimTemplate";
    private static final List<String> OF_METADATA = List.of("annotations", "labels");

    private ClaimTemplateValidation() {}

    /** Checks the source of a volume. */
    static void validate(FieldCursor source) {
        if (!source.has(TEMPLATE)) {
            source.required(TEMPLATE, "");
            return;
        }
        PersistentVolumeClaim claim = EphemeralVolume.template(source.fields());
        FieldCursor template = source.child(TEMPLATE);
        FieldCursor metadata = template.child("metadata");
        MetadataRules.validateAnnotations(
                claim.metadata().annotations(), metadata.at("annotations"), metadata.errors());
        metadata.labels("labels");
        metadata.fields().forEach((field, value) -> {
            if (value != null && !OF_METADATA.contains(field)) {
                metadata.forbidden(field, "cannot be set for an ephemeral volume");
            }
        });
        PersistentVolumeClaimStrategy.validateSpec(claim, template.at("spec"), source.errors());
    }
}

package dev.wavetank.model.apiserver.registry.volume;

import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.PersistentVolumeClaimStatusBuilder;
import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.SelectorRules;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Objects;

/** PersistentVolumeClaims. */
public final class PersistentVolumeClaimStrategy implements Strategy<PersistentVolumeClaim> {

    private static final PersistentVolumeClaim.Status NEW =
            PersistentVolumeClaimStatusBuilder.builder().phase("Pending").build();
    private static final String FROZEN = "is immutable after creation except resources.requests for bound claims";
    private static final String SIZE = ".resources[storage]";

    @Override
    public Class<PersistentVolumeClaim> kind() {
        return PersistentVolumeClaim.class;
    }

    @Override
    public PersistentVolumeClaim withDefaults(PersistentVolumeClaim claim) {
        return complete(claim);
    }

    /** A claim with the defaults; those of a template of claims are the same. */
    public static PersistentVolumeClaim complete(PersistentVolumeClaim claim) {
        PersistentVolumeClaim result = claim;
        if (claim.spec() != null && !VolumeRules.isSet(claim.spec().volumeMode())) {
            result = result.withSpec(claim.spec().withVolumeMode(VolumeRules.FILESYSTEM));
        }
        if (claim.status() == null) {
            return result.withStatus(NEW);
        }
        return VolumeRules.isSet(claim.phase())
                ? result
                : result.withStatus(claim.status().withPhase(NEW.phase()));
    }

    @Override
    public PersistentVolumeClaim prepareForCreate(PersistentVolumeClaim claim) {
        return claim.withStatus(NEW);
    }

    @Override
    public void validate(PersistentVolumeClaim claim, FieldErrors errors) {
        validateSpec(claim, "spec", errors);
    }

    /** Checks what a claim asks for, or a template of claims. */
    public static void validateSpec(PersistentVolumeClaim claim, String path, FieldErrors errors) {
        PersistentVolumeClaim.Spec spec = spec(claim);
        if (spec.accessModes().isEmpty()) {
            errors.required(path + ".accessModes", "at least 1 access mode is required");
        }
        SelectorRules.check(spec.selector(), path + ".selector", errors);
        VolumeRules.accessModes(spec.accessModes(), path + ".accessModes", errors);
        String storage = size(spec);
        if (storage == null) {
            errors.required(path + SIZE, "");
        } else {
            VolumeRules.positive(storage, path + SIZE, errors);
        }
        errors.namedIfSet(path + ".storageClassName", spec.storageClassName(), NameRules::subdomain);
        errors.oneOfIfSet(path + ".volumeMode", spec.volumeMode(), VolumeRules.MODES);
    }

    private static PersistentVolumeClaim.Spec spec(PersistentVolumeClaim claim) {
        return claim.spec() == null
                ? new PersistentVolumeClaim.Spec(null, null, null, null, null, null, null)
                : claim.spec();
    }

    private static String size(PersistentVolumeClaim.Spec spec) {
        return spec.resources() == null ? null : spec.resources().requests().get(VolumeRules.STORAGE);
    }

    @Override
    public PersistentVolumeClaim prepareForUpdate(PersistentVolumeClaim changed, PersistentVolumeClaim before) {
        return changed.withStatus(before.status());
    }

    @Override
    public PersistentVolumeClaim prepareForStatusUpdate(PersistentVolumeClaim changed, PersistentVolumeClaim before) {
        return before.withStatus(changed.status());
    }

    @Override
    public void validateUpdate(PersistentVolumeClaim changed, PersistentVolumeClaim before, FieldErrors errors) {
        validate(changed, errors);
        PersistentVolumeClaim.Spec spec = spec(changed);
        PersistentVolumeClaim.Spec old = spec(before);
        if (!isSame(spec, old, errors.version())) {
            errors.forbidden("spec", FROZEN);
            return;
        }
        String size = size(spec);
        String oldSize = size(old);
        if (Objects.equals(size, oldSize) || size == null || oldSize == null) {
            return;
        }
        if (!"Bound".equals(before.phase())) {
            errors.forbidden("spec", FROZEN);
        } else if (compare(size, oldSize) < 0) {
            errors.forbidden("spec.resources.requests.storage", "field can not be less than previous value");
        }
    }

    private static boolean isSame(
            PersistentVolumeClaim.Spec spec, PersistentVolumeClaim.Spec old, KubernetesVersion version) {
        boolean isBinding = !VolumeRules.isSet(old.volumeName());
        // A claim that was made before there was a default class may get it later.
        boolean takesClass = version.has(Feature.RETROACTIVE_DEFAULT_STORAGE_CLASS) && old.storageClassName() == null;
        return spec.accessModes().equals(old.accessModes())
                && Objects.equals(spec.selector(), old.selector())
                && (isBinding || Objects.equals(spec.volumeName(), old.volumeName()))
                && (takesClass || Objects.equals(spec.storageClassName(), old.storageClassName()))
                && Objects.equals(spec.volumeMode(), old.volumeMode());
    }

    private static int compare(String one, String other) {
        try {
            return Quantity.parse(one).compareTo(Quantity.parse(other));
        } catch (IllegalArgumentException none) {
            return 0;
        }
    }
}

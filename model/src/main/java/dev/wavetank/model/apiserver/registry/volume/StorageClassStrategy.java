package dev.wavetank.model.apiserver.registry.volume;

import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.api.storage.StorageClass;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** StorageClasses. */
public final class StorageClassStrategy implements Strategy<StorageClass> {

    private static final String PROVISIONER = "provisioner";
    private static final String POLICY = "reclaimPolicy";
    private static final String MODE = "volumeBindingMode";
    private static final String DELETE = "Delete";
    private static final String IMMEDIATE = "Immediate";

    @Override
    public Class<StorageClass> kind() {
        return StorageClass.class;
    }

    @Override
    public StorageClass withDefaults(StorageClass storage) {
        StorageClass result = storage;
        if (!VolumeRules.isSet(storage.reclaimPolicy())) {
            result = result.withReclaimPolicy(DELETE);
        }
        return VolumeRules.isSet(storage.volumeBindingMode()) ? result : result.withVolumeBindingMode(IMMEDIATE);
    }

    @Override
    public void validate(StorageClass storage, FieldErrors errors) {
        if (errors.require(PROVISIONER, storage.provisioner())) {
            errors.named(
                    PROVISIONER, storage.provisioner(), name -> NameRules.qualified(name.toLowerCase(Locale.ROOT)));
        }
        errors.oneOfIfSet(POLICY, storage.reclaimPolicy(), List.of(DELETE, "Retain"));
        errors.oneOfIfSet(MODE, storage.volumeBindingMode(), List.of(IMMEDIATE, "WaitForFirstConsumer"));
    }

    @Override
    public void validateUpdate(StorageClass changed, StorageClass before, FieldErrors errors) {
        validate(changed, errors);
        same("parameters", changed.parameters(), before.parameters(), errors);
        same(PROVISIONER, changed.provisioner(), before.provisioner(), errors);
        same(POLICY, changed.reclaimPolicy(), before.reclaimPolicy(), errors);
        if (!Objects.equals(changed.volumeBindingMode(), before.volumeBindingMode())) {
            errors.immutable(MODE, changed.volumeBindingMode());
        }
    }

    private static void same(String field, Object changed, Object before, FieldErrors errors) {
        if (!Objects.equals(changed, before)) {
            errors.forbidden(field, "updates to " + field + " are forbidden.");
        }
    }
}

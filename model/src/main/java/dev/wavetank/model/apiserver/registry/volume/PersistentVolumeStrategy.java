package dev.wavetank.model.apiserver.registry.volume;

import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeSpecBuilder;
import dev.wavetank.model.api.core.PersistentVolumeStatusBuilder;
import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.defaulting.SchemaDefaults;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** PersistentVolumes. Where a volume comes from is not modelled: sources are JSON trees among the other fields. */
public final class PersistentVolumeStrategy implements Strategy<PersistentVolume> {

    private static final PersistentVolume.Status NEW =
            PersistentVolumeStatusBuilder.builder().phase("Pending").build();
    private static final PersistentVolume.Spec NONE =
            PersistentVolumeSpecBuilder.builder().build();
    private static final String STORAGE = VolumeRules.STORAGE;
    private static final String POLICY = "spec.persistentVolumeReclaimPolicy";
    private static final String RECYCLE = "Recycle";
    private static final List<String> RECLAIM_POLICIES = List.of("Delete", RECYCLE, "Retain");
    private static final List<String> HOST_PATHS = List.of(
            "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket");
    private static final List<String> SOURCES = List.of(
            "hostPath",
            "gcePersistentDisk",
            "awsElasticBlockStore",
            "glusterfs",
            "flocker",
            "nfs",
            "rbd",
            "quobyte",
            "cephfs",
            "iscsi",
            "cinder",
            "fc",
            "flexVolume",
            "azureFile",
            "vsphereVolume",
            "photonPersistentDisk",
            "portworxVolume",
            "azureDisk",
            "scaleIO",
            "local",
            "storageos",
            "csi");

    @Override
    public Class<PersistentVolume> kind() {
        return PersistentVolume.class;
    }

    @Override
    public PersistentVolume withDefaults(PersistentVolume volume) {
        PersistentVolume result = volume;
        PersistentVolume.Spec spec = volume.spec();
        if (spec != null) {
            Map<String, Object> other = SchemaDefaults.completeFields("PersistentVolumeSpec", spec.other());
            boolean complete = other == spec.other()
                    && VolumeRules.isSet(spec.persistentVolumeReclaimPolicy())
                    && VolumeRules.isSet(spec.volumeMode());
            result = complete ? volume : volume.withSpec(complete(spec, other));
        }
        if (volume.status() == null) {
            return result.withStatus(NEW);
        }
        return VolumeRules.isSet(volume.phase())
                ? result
                : result.withStatus(volume.status().withPhase(NEW.phase()));
    }

    private static PersistentVolume.Spec complete(PersistentVolume.Spec spec, Map<String, Object> other) {
        String policy = spec.persistentVolumeReclaimPolicy();
        return spec.with(builder -> builder.persistentVolumeReclaimPolicy(VolumeRules.isSet(policy) ? policy : "Retain")
                .volumeMode(VolumeRules.isSet(spec.volumeMode()) ? spec.volumeMode() : VolumeRules.FILESYSTEM)
                .other(other));
    }

    @Override
    public PersistentVolume prepareForCreate(PersistentVolume volume) {
        return volume.withStatus(NEW);
    }

    @Override
    public void validate(PersistentVolume volume, FieldErrors errors) {
        PersistentVolume.Spec spec = spec(volume);
        if (spec.accessModes().isEmpty()) {
            errors.required("spec.accessModes", "");
        }
        VolumeRules.accessModes(spec.accessModes(), "spec.accessModes", errors);
        Map<String, String> capacity = spec.capacity();
        if (capacity.isEmpty()) {
            errors.required("spec.capacity", "");
        }
        if (capacity.get(STORAGE) == null || capacity.size() > 1) {
            errors.unsupported("spec.capacity", shown(capacity), List.of(STORAGE));
        }
        capacity.forEach(
                (name, amount) -> VolumeRules.positive(String.valueOf(amount), "spec.capacity[" + name + "]", errors));
        errors.oneOfIfSet(POLICY, spec.persistentVolumeReclaimPolicy(), RECLAIM_POLICIES);
        source(spec, errors);
        errors.namedIfSet("spec.storageClassName", spec.storageClassName(), NameRules::subdomain);
        errors.oneOfIfSet("spec.volumeMode", spec.volumeMode(), VolumeRules.MODES);
    }

    private static PersistentVolume.Spec spec(PersistentVolume volume) {
        return volume.spec() == null ? NONE : volume.spec();
    }

    private static void source(PersistentVolume.Spec spec, FieldErrors errors) {
        List<String> present = SOURCES.stream()
                .filter(source -> spec.other().get(source) != null)
                .toList();
        for (int i = 1; i < present.size(); i++) {
            errors.forbidden("spec." + present.get(i), "may not specify more than 1 volume type");
        }
        if (present.isEmpty()) {
            errors.required("spec", "must specify a volume type");
        } else if (present.get(0).equals("hostPath")) {
            hostPath(spec, errors);
        } else if (present.get(0).equals("local") && spec.nodeAffinity() == null) {
            errors.required("spec.nodeAffinity", "Local volume requires node affinity");
        }
    }

    private static void hostPath(PersistentVolume.Spec spec, FieldErrors errors) {
        Map<String, Object> source = JsonFields.map(spec.other(), "hostPath");
        String path = JsonFields.text(source, "path");
        if (!errors.require("spec.hostPath.path", path)) {
            return;
        }
        if (List.of(path.split("/", -1)).contains("..")) {
            errors.invalid("spec.hostPath.path", GoSyntax.of(path), "must not contain '..'");
        }
        errors.oneOfIfSet("spec.hostPath.type", JsonFields.text(source, "type"), HOST_PATHS);
        if (path.replaceAll("/[/.]*", "/").equals("/") && RECYCLE.equals(spec.persistentVolumeReclaimPolicy())) {
            errors.forbidden(POLICY, "may not be 'recycle' for a hostPath mount of '/'");
        }
    }

    private static String shown(Map<String, String> capacity) {
        List<String> amounts = new ArrayList<>();
        new TreeMap<>(capacity)
                .forEach((name, amount) ->
                        amounts.add(GoSyntax.of(name) + ":" + GoSyntax.quantity(String.valueOf(amount))));
        return amounts.isEmpty() ? "core.ResourceList(nil)" : "core.ResourceList{" + String.join(", ", amounts) + "}";
    }

    @Override
    public PersistentVolume prepareForUpdate(PersistentVolume changed, PersistentVolume before) {
        return changed.withStatus(before.status());
    }

    @Override
    public PersistentVolume prepareForStatusUpdate(PersistentVolume changed, PersistentVolume before) {
        return before.withStatus(changed.status());
    }

    @Override
    public void validateUpdate(PersistentVolume changed, PersistentVolume before, FieldErrors errors) {
        validate(changed, errors);
        PersistentVolume.Spec spec = spec(changed);
        PersistentVolume.Spec old = spec(before);
        for (String source : SOURCES) {
            if (!Objects.equals(spec.other().get(source), old.other().get(source))) {
                errors.forbidden(
                        "spec.persistentvolumesource", "spec.persistentvolumesource is immutable after creation");
                return;
            }
        }
        if (!Objects.equals(spec.volumeMode(), old.volumeMode())) {
            errors.immutable("volumeMode", spec.volumeMode());
        }
        if (old.nodeAffinity() != null && !old.nodeAffinity().equals(spec.nodeAffinity())) {
            errors.invalid("nodeAffinity", "core.VolumeNodeAffinity{}", "field is immutable");
        }
    }
}

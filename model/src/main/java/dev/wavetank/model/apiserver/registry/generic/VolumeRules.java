package dev.wavetank.model.apiserver.registry.generic;

import dev.wavetank.model.apiserver.registry.validation.NameRules;
import dev.wavetank.model.apiserver.registry.validation.Part;
import dev.wavetank.model.apiserver.registry.validation.SelectorRules;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.version.Feature;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;

/** Persistent volumes, claims to them, and their classes. */
final class VolumeRules {

    private static final List<String> ACCESS_MODES = List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce");
    private static final String ONE_POD = "ReadWriteOncePod";
    private static final List<String> ALL_ACCESS_MODES =
            List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", ONE_POD);
    private static final List<String> HOST_PATHS = List.of(
            "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket");
    private static final List<String> VOLUME_MODES = List.of("Block", "Filesystem");
    private static final List<String> RECLAIM_POLICIES = List.of("Delete", "Recycle", "Retain");
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
    private static final String STORAGE = "storage";

    private VolumeRules() {}

    static void claim(Part claim) {
        Part spec = claim.child("spec");
        if (spec.texts("accessModes").isEmpty()) {
            spec.required("accessModes", "at least 1 access mode is required");
        }
        SelectorRules.check(spec.child("selector"));
        accessModes(spec);
        Object storage = spec.child("resources").child("requests").fields().get(STORAGE);
        if (storage == null) {
            spec.required("resources[storage]", "");
        } else {
            positive(spec, "resources[storage]", storage.toString());
        }
        spec.namedIfSet("storageClassName", NameRules::subdomain);
        spec.oneOfIfSet("volumeMode", VOLUME_MODES);
    }

    static void claimUpdate(Part changed, Part before) {
        Part spec = changed.child("spec");
        Part old = before.child("spec");
        boolean isBound = before.child("status").text("phase").equals("Bound");
        boolean first = old.text("volumeName").isEmpty();
        for (String field : List.of("accessModes", "selector", "volumeName", "storageClassName", "volumeMode")) {
            boolean settable = field.equals("volumeName") && first
                    || field.equals("storageClassName") && classMayBeSet(changed, old);
            if (!settable
                    && !Objects.equals(spec.fields().get(field), old.fields().get(field))) {
                changed.forbidden("spec", "is immutable after creation except resources.requests for bound claims");
                return;
            }
        }
        Object size = spec.child("resources").child("requests").fields().get(STORAGE);
        Object oldSize = old.child("resources").child("requests").fields().get(STORAGE);
        if (Objects.equals(size, oldSize) || size == null || oldSize == null) {
            return;
        }
        if (!isBound) {
            changed.forbidden("spec", "is immutable after creation except resources.requests for bound claims");
        } else if (compare(size, oldSize) < 0) {
            spec.forbidden("resources.requests.storage", "field can not be less than previous value");
        }
    }

    /** A claim that was made before there was a default class may get it later. */
    private static boolean classMayBeSet(Part changed, Part old) {
        return changed.errors().release().has(Feature.RETROACTIVE_DEFAULT_STORAGE_CLASS)
                && !old.has("storageClassName");
    }

    private static int compare(Object one, Object other) {
        try {
            return Quantity.parse(one.toString()).compareTo(Quantity.parse(other.toString()));
        } catch (IllegalArgumentException none) {
            return 0;
        }
    }

    private static void positive(Part part, String field, String amount) {
        try {
            int sign = Quantity.parse(amount).signum();
            if (sign < 0) {
                part.invalid(field, GoSyntax.of(amount), "must be greater than or equal to 0");
            } else if (sign == 0) {
                part.invalid(field, GoSyntax.of(amount), "must be greater than zero");
            }
        } catch (IllegalArgumentException mistake) {
            part.invalid(field, GoSyntax.of(amount), mistake.getMessage());
        }
    }

    static void volume(Part volume) {
        Part spec = volume.child("spec");
        if (spec.texts("accessModes").isEmpty()) {
            spec.required("accessModes", "");
        }
        accessModes(spec);
        Part capacity = spec.child("capacity");
        if (capacity.fields().isEmpty()) {
            spec.required("capacity", "");
        }
        if (!capacity.has(STORAGE) || capacity.fields().size() > 1) {
            spec.errors().unsupported(spec.at("capacity"), shown(capacity), List.of(STORAGE));
        }
        capacity.fields().forEach((name, amount) -> positive(spec, "capacity[" + name + "]", amount.toString()));
        spec.oneOfIfSet("persistentVolumeReclaimPolicy", RECLAIM_POLICIES);
        List<String> present = spec.present(SOURCES);
        for (int i = 1; i < present.size(); i++) {
            spec.forbidden(present.get(i), "may not specify more than 1 volume type");
        }
        if (present.isEmpty()) {
            volume.required("spec", "must specify a volume type");
        } else if (present.get(0).equals("hostPath")) {
            hostPath(spec);
        } else if (present.get(0).equals("local") && !spec.has("nodeAffinity")) {
            spec.required("nodeAffinity", "Local volume requires node affinity");
        }
        spec.namedIfSet("storageClassName", NameRules::subdomain);
        spec.oneOfIfSet("volumeMode", VOLUME_MODES);
    }

    private static void hostPath(Part spec) {
        Part hostPath = spec.child("hostPath");
        if (!hostPath.require("path")) {
            return;
        }
        String path = hostPath.text("path");
        if (List.of(path.split("/", -1)).contains("..")) {
            hostPath.invalid("path", "must not contain '..'");
        }
        hostPath.oneOfIfSet("type", HOST_PATHS);
        if (path.replaceAll("/[/.]*", "/").equals("/")
                && spec.text("persistentVolumeReclaimPolicy").equals("Recycle")) {
            spec.forbidden("persistentVolumeReclaimPolicy", "may not be 'recycle' for a hostPath mount of '/'");
        }
    }

    private static void accessModes(Part spec) {
        List<String> given = spec.texts("accessModes");
        List<String> known = spec.errors().release().has(Feature.READ_WRITE_ONCE_POD) ? ALL_ACCESS_MODES : ACCESS_MODES;
        given.forEach(mode -> spec.errors().oneOf(spec.at("accessModes"), mode, known));
        if (known.contains(ONE_POD)
                && given.contains(ONE_POD)
                && given.stream().anyMatch(mode -> !mode.equals(ONE_POD))) {
            spec.forbidden("accessModes", "may not use ReadWriteOncePod with other access modes");
        }
    }

    private static String shown(Part capacity) {
        List<String> amounts = new ArrayList<>();
        new TreeMap<>(capacity.fields())
                .forEach((name, amount) ->
                        amounts.add(GoSyntax.of(name) + ":" + GoSyntax.quantity(String.valueOf(amount))));
        return amounts.isEmpty() ? "core.ResourceList(nil)" : "core.ResourceList{" + String.join(", ", amounts) + "}";
    }

    static void volumeUpdate(Part changed, Part before) {
        Part spec = changed.child("spec");
        Part old = before.child("spec");
        for (String source : SOURCES) {
            if (!Objects.equals(spec.fields().get(source), old.fields().get(source))) {
                spec.forbidden("persistentvolumesource", "spec.persistentvolumesource is immutable after creation");
                return;
            }
        }
        if (!spec.text("volumeMode").equals(old.text("volumeMode"))) {
            changed.errors().invalid("volumeMode", GoSyntax.of(spec.text("volumeMode")), "field is immutable");
        }
        if (old.has("nodeAffinity")
                && !Objects.equals(
                        spec.fields().get("nodeAffinity"), old.fields().get("nodeAffinity"))) {
            changed.errors().invalid("nodeAffinity", "core.VolumeNodeAffinity{}", "field is immutable");
        }
    }

    static void storageClass(Part storage) {
        if (storage.require("provisioner")) {
            storage.named("provisioner", name -> NameRules.qualified(name.toLowerCase(Locale.ROOT)));
        }
        storage.oneOfIfSet("reclaimPolicy", List.of("Delete", "Retain"));
        storage.oneOfIfSet("volumeBindingMode", List.of("Immediate", "WaitForFirstConsumer"));
    }

    static void storageClassUpdate(Part changed, Part before) {
        for (String field : List.of("parameters", "provisioner", "reclaimPolicy")) {
            if (!Objects.equals(changed.fields().get(field), before.fields().get(field))) {
                changed.forbidden(field, "updates to " + field + " are forbidden.");
            }
        }
        if (!changed.text("volumeBindingMode").equals(before.text("volumeBindingMode"))) {
            changed.invalid("volumeBindingMode", "field is immutable");
        }
    }
}

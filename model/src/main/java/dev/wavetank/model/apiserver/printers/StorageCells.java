package dev.wavetank.model.apiserver.printers;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What the tables of volumes, claims and storage classes show. */
final class StorageCells {

    /** Modes in the order in which they are written, each with its short name. */
    private static final List<List<String>> MODES = List.of(
            List.of("ReadWriteOnce", "RWO"),
            List.of("ReadOnlyMany", "ROX"),
            List.of("ReadWriteMany", "RWX"),
            List.of("ReadWriteOncePod", "RWOP"));

    private StorageCells() {}

    static Object accessModes(Fields object, String path) {
        List<String> given = object.texts(path);
        List<String> shown = new ArrayList<>();
        for (List<String> mode : MODES) {
            if (given.contains(mode.get(0))) {
                shown.add(mode.get(1));
            }
        }
        return String.join(",", shown);
    }

    static Object phase(Fields object, Instant now) {
        return object.has("metadata.deletionTimestamp") ? "Terminating" : object.text("status.phase");
    }

    static Object volumeClaim(Fields volume, Instant now) {
        return volume.has("spec.claimRef")
                ? volume.text("spec.claimRef.namespace") + "/" + volume.text("spec.claimRef.name")
                : "";
    }

    /** What a claim has is only shown when it has a volume. */
    static Object claimCapacity(Fields claim, Instant now) {
        return claim.text("spec.volumeName").isEmpty() ? "" : claim.text("status.capacity.storage", "0");
    }

    static Object claimModes(Fields claim, Instant now) {
        return claim.text("spec.volumeName").isEmpty() ? "" : accessModes(claim, "status.accessModes");
    }

    static Object className(Fields storageClass, Instant now) {
        boolean isDefault = List.of(
                        "storageclass.kubernetes.io/is-default-class",
                        "storageclass.beta.kubernetes.io/is-default-class")
                .stream()
                .anyMatch(key ->
                        "true".equals(storageClass.map("metadata.annotations").get(key)));
        return storageClass.text("metadata.name") + (isDefault ? " (default)" : "");
    }
}

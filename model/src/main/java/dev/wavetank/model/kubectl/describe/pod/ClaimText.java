package dev.wavetank.model.kubectl.describe.pod;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.print.ObjectFields;
import java.util.List;
import java.util.stream.Collectors;

/** Parts of the text of claims that templates of claims have too. */
public final class ClaimText {

    private static final String OLD_CLASS = "volume.beta.kubernetes.io/storage-class";
    private static final List<String> MODES = List.of("ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany");
    private static final List<String> SHORT_MODES = List.of("RWO", "ROX", "RWX");

    private ClaimText() {}

    /** The class of a claim or a volume: by the annotation of old times, or by the field. */
    public static String storageClass(ObjectFields claim) {
        Object old = claim.map("metadata.annotations").get(OLD_CLASS);
        return old == null ? claim.text("spec.storageClassName") : String.valueOf(old);
    }

    /** Access modes, short and in the order of the real command (kubectl, pkg/util/storage, v1.32). */
    public static String modes(List<String> modes) {
        List<String> known = MODES.stream()
                .filter(modes::contains)
                .map(mode -> SHORT_MODES.get(MODES.indexOf(mode)))
                .collect(Collectors.toList());
        if (modes.contains("ReadWriteOncePod")) {
            known.add("RWOP");
        }
        return String.join(",", known);
    }

    /** Writes capacity, modes and origin of a claim. */
    public static void contents(Page page, int level, ObjectFields claim) {
        boolean bound = !claim.text("spec.volumeName").isEmpty();
        String capacity = claim.shown("status.capacity.storage");
        page.line(level, "Capacity:", bound ? capacity.isEmpty() ? "0" : capacity : "");
        page.line(level, "Access Modes:", bound ? modes(claim.texts("status.accessModes")) : "");
        page.lineIf(level, "VolumeMode:", claim.text("spec.volumeMode"));
        if (claim.has("spec.dataSource")) {
            page.line(level, "DataSource:");
            page.lineIf(level + 1, "APIGroup:", claim.text("spec.dataSource.apiGroup"));
            page.line(level + 1, "Kind:", claim.text("spec.dataSource.kind"));
            page.line(level + 1, "Name:", claim.text("spec.dataSource.name"));
        }
    }

    /** Writes a claim that a pod will make for itself. */
    static void ofTemplate(Page page, ObjectFields claim) {
        page.line(2, "StorageClass:", storageClass(claim));
        page.line(2, "Volume:", claim.text("spec.volumeName"));
        page.lines("    ", "    ", "Labels", Page.pairs(claim.map("metadata.labels")));
        page.annotations("    ", "Annotations", claim.map("metadata.annotations"));
        contents(page, 2, claim);
    }
}

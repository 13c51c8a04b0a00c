package dev.wavetank.model.kubectl.describe.storage;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.page.Times;
import dev.wavetank.model.kubectl.describe.pod.ClaimText;
import dev.wavetank.model.kubectl.describe.pod.VolumeSource;
import dev.wavetank.model.kubectl.describe.pod.VolumeText;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Describes volumes and their classes (kubectl, pkg/describe/describe.go, v1.32). */
public final class StorageDescribers {

    private static final String DEFAULT_CLASS = "storageclass.kubernetes.io/is-default-class";
    private static final String OLD_DEFAULT_CLASS = "storageclass.beta.kubernetes.io/is-default-class";

    private StorageDescribers() {}

    /** Writes a PersistentVolume. */
    public static void volume(Subject volume) {
        ObjectFields fields = volume.fields();
        boolean first = volume.has(Feature.KUBECTL_DESCRIBE_CREATORS);
        Page page = volume.page().line(0, "Name:", volume.name());
        volume.labels();
        if (!first) {
            page.line(0, "Finalizers:", finalizers(fields));
        }
        page.line(0, "StorageClass:", ClaimText.storageClass(fields));
        page.line(0, "Status:", status(volume));
        boolean claimed = fields.has("spec.claimRef");
        page.line(
                0,
                "Claim:",
                claimed ? fields.text("spec.claimRef.namespace") + "/" + fields.text("spec.claimRef.name") : "");
        page.line(0, "Reclaim Policy:", fields.text("spec.persistentVolumeReclaimPolicy"));
        page.line(0, "Access Modes:", ClaimText.modes(fields.texts("spec.accessModes")));
        if (!first) {
            page.lineIf(0, "VolumeMode:", fields.text("spec.volumeMode"));
        }
        String capacity = fields.shown("spec.capacity.storage");
        page.line(0, "Capacity:", capacity.isEmpty() ? "0" : capacity);
        if (!first) {
            affinity(page, fields);
        }
        page.line(0, "Message:", fields.text("status.message"));
        page.line(0, "Source:");
        ObjectFields spec = fields.at("spec");
        Optional<VolumeSource> source = VolumeSource.of(spec);
        if (source.isPresent()) {
            source.get().writePersistent(page, spec);
        } else if (spec.has("csi") && !first) {
            VolumeText.containerStorage(page, spec);
        } else {
            page.line(1, "<unknown>");
        }
    }

    static String finalizers(ObjectFields object) {
        return "[" + String.join(" ", object.texts("metadata.finalizers")) + "]";
    }

    static String status(Subject object) {
        String deleted = object.fields().text("metadata.deletionTimestamp");
        return deleted.isEmpty() || object.has(Feature.KUBECTL_DESCRIBE_CREATORS)
                ? object.fields().text("status.phase")
                : "Terminating (lasts " + Times.since(deleted, object.now()) + ")";
    }

    private static void affinity(Page page, ObjectFields volume) {
        if (!volume.has("spec.nodeAffinity.required")) {
            page.line(0, "Node Affinity:", Page.NONE);
            return;
        }
        page.line(0, "Node Affinity:", "");
        List<ObjectFields> terms = volume.list("spec.nodeAffinity.required.nodeSelectorTerms");
        page.line(1, "Required Terms:", terms.isEmpty() ? Page.NONE : "");
        for (int i = 0; i < terms.size(); i++) {
            List<String> requirements = terms.get(i).list("matchExpressions").stream()
                    .map(one -> requirement(one, one.text("operator").toLowerCase(Locale.ROOT)))
                    .toList();
            page.lines("    ", "Term " + i, requirements);
        }
    }

    private static String requirement(ObjectFields requirement, String operator) {
        List<String> values = requirement.texts("values");
        return requirement.text("key") + " " + operator
                + (values.isEmpty() ? "" : " [" + String.join(", ", values) + "]");
    }

    /** Writes a StorageClass. */
    public static void storageClass(Subject one) {
        ObjectFields fields = one.fields();
        Page page = one.page().line(0, "Name:", one.name());
        boolean isDefault = List.of(DEFAULT_CLASS, OLD_DEFAULT_CLASS).stream()
                .anyMatch(
                        key -> "true".equals(fields.map("metadata.annotations").get(key)));
        page.line(0, "IsDefaultClass:", isDefault ? "Yes" : "No");
        page.line(0, "Annotations:", Page.oneLine(fields.map("metadata.annotations")));
        page.line(0, "Provisioner:", fields.text("provisioner"));
        page.line(0, "Parameters:", Page.oneLine(fields.map("parameters")));
        if (!one.has(Feature.KUBECTL_DESCRIBE_CREATORS)) {
            String expansion =
                    fields.has("allowVolumeExpansion") ? Page.yes(fields.isOn("allowVolumeExpansion")) : Page.UNSET;
            page.line(0, "AllowVolumeExpansion:", expansion);
            List<String> options = fields.texts("mountOptions");
            page.line(0, options.isEmpty() ? "MountOptions:\t" + Page.NONE : "MountOptions:");
            options.forEach(option -> page.line(1, option));
            page.lineIf(0, "ReclaimPolicy:", fields.text("reclaimPolicy"));
            page.lineIf(0, "VolumeBindingMode:", fields.text("volumeBindingMode"));
            topologies(page, fields);
        }
    }

    private static void topologies(Page page, ObjectFields storageClass) {
        if (!storageClass.has("allowedTopologies")) {
            return;
        }
        List<ObjectFields> terms = storageClass.list("allowedTopologies");
        page.line(0, "AllowedTopologies:", terms.isEmpty() ? Page.NONE : "");
        for (int i = 0; i < terms.size(); i++) {
            List<String> requirements = terms.get(i).list("matchLabelExpressions").stream()
                    .map(one -> requirement(one, "in"))
                    .toList();
            page.lines("  ", "Term " + i, requirements);
        }
    }
}

package dev.wavetank.model.kubectl.describe.pod;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The volumes of a pod or a template (kubectl, pkg/describe/describe.go, describeVolumes, v1.32). */
public final class VolumeText {

    private VolumeText() {}

    /** Writes volumes; those of templates have more space before them. */
    static void write(Subject subject, List<ObjectFields> volumes, String indent) {
        Page page = subject.page();
        if (volumes.isEmpty()) {
            page.raw(indent).line(0, "Volumes:", Page.NONE);
            return;
        }
        page.raw(indent).line(0, "Volumes:");
        for (ObjectFields volume : volumes) {
            page.line(1, (indent.isEmpty() ? "" : " ") + volume.text("name") + ":");
            source(subject, volume);
        }
    }

    private static void source(Subject subject, ObjectFields volume) {
        Page page = subject.page();
        Optional<VolumeSource> plain = VolumeSource.of(volume);
        if (plain.equals(Optional.of(VolumeSource.IMAGE)) && !subject.has(Feature.KUBECTL_DESCRIBE_READY_SLICES)) {
            page.line(1, "<unknown>");
        } else if (plain.isPresent()) {
            plain.get().writeOfPod(page, volume);
        } else if (volume.has("emptyDir")) {
            page.line(2, "Type:", "EmptyDir (a temporary directory that shares a pod's lifetime)");
            page.line(2, "Medium:", volume.text("emptyDir.medium"));
            if (!subject.has(Feature.KUBECTL_DESCRIBE_CREATORS)) {
                page.line(2, "SizeLimit:", Page.orUnset(volume.shown("emptyDir.sizeLimit")));
            }
        } else if (volume.has("downwardAPI")) {
            downward(page, volume);
        } else if (subject.has(Feature.KUBECTL_DESCRIBE_CREATORS)) {
            page.line(1, "<unknown>");
        } else if (volume.has("projected")) {
            page.line(2, "Type:", "Projected (a volume that contains injected data from multiple sources)");
            volume.list("projected.sources").forEach(source -> projected(subject, source));
        } else if (volume.has("csi")) {
            containerStorage(page, volume);
        } else if (volume.has("ephemeral")) {
            page.line(
                    2,
                    "Type:",
                    "EphemeralVolume (an inline specification for a volume that gets created and deleted with the"
                            + " pod)");
            ClaimText.ofTemplate(page, volume.at("ephemeral.volumeClaimTemplate"));
        } else {
            page.line(1, "<unknown>");
        }
    }

    private static void downward(Page page, ObjectFields volume) {
        page.line(2, "Type:", "DownwardAPI (a volume populated by information about the pod)");
        page.line(2, "Items:");
        for (ObjectFields item : volume.list("downwardAPI.items")) {
            String field =
                    item.has("fieldRef") ? item.text("fieldRef.fieldPath") : item.text("resourceFieldRef.resource");
            page.line(3, field + " -> " + item.text("path"));
        }
    }

    private static void projected(Subject subject, ObjectFields source) {
        Page page = subject.page();
        if (source.has("secret")) {
            page.line(2, "SecretName:", source.text("secret.name"));
            optional(subject, "SecretOptionalName:", source.at("secret"));
        } else if (source.has("downwardAPI")) {
            page.line(2, "DownwardAPI:", "true");
        } else if (source.has("configMap")) {
            page.line(2, "ConfigMapName:", source.text("configMap.name"));
            optional(subject, "ConfigMapOptional:", source.at("configMap"));
        } else if (source.has("serviceAccountToken")) {
            page.line(2, "TokenExpirationSeconds:", source.shown("serviceAccountToken.expirationSeconds"));
        }
    }

    private static void optional(Subject subject, String oldTitle, ObjectFields source) {
        if (subject.has(Feature.KUBECTL_DESCRIBE_OPTIONAL_SOURCES)) {
            subject.page().line(2, "Optional:", String.valueOf(source.isOn("optional")));
        } else {
            String value = source.shown("optional");
            subject.page().line(2, oldTitle, value.isEmpty() ? "<nil>" : value);
        }
    }

    /** Writes a source that a driver serves, of a pod's volume or a PersistentVolume. */
    public static void containerStorage(Page page, ObjectFields volume) {
        page.line(2, "Type:", "CSI (a Container Storage Interface (CSI) volume source)");
        page.line(2, "Driver:", volume.text("csi.driver"));
        page.line(2, "FSType:", volume.text("csi.fsType"));
        if (volume.has("csi.volumeHandle")) {
            page.line(2, "VolumeHandle:", volume.text("csi.volumeHandle"));
        }
        page.line(2, "ReadOnly:", String.valueOf(volume.isOn("csi.readOnly")));
        Map<String, Object> attributes = volume.map("csi.volumeAttributes");
        if (attributes.isEmpty()) {
            page.line(2, "VolumeAttributes:", Page.NONE);
        } else {
            page.lines("    ", "    ", "VolumeAttributes", Page.pairs(attributes));
        }
    }
}

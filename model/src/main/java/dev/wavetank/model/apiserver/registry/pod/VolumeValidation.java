package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.validation.FieldCursor;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds mistakes in volumes of pods. */
final class VolumeValidation {

    private static final int MODE_MAX = 0777;
    private static final int PARTITION_MAX = 255;
    private static final List<String> HOST_PATH_TYPES = List.of(
            "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket");
    /** In the order in which the real server looks for them. */
    private static final List<String> SOURCES = List.of(
            "emptyDir",
            "hostPath",
            "gitRepo",
            "gcePersistentDisk",
            "awsElasticBlockStore",
            "secret",
            "nfs",
            "iscsi",
            "glusterfs",
            "flocker",
            "configMap",
            "rbd",
            "cinder",
            "cephfs",
            "quobyte",
            "downwardAPI",
            "fc",
            "flexVolume",
            "azureFile",
            "vsphereVolume",
            "photonPersistentDisk",
            "portworxVolume",
            "azureDisk",
            "storageos",
            "projected",
            "scaleIO",
            "csi",
            "ephemeral",
            "persistentVolumeClaim",
            "image");

    private VolumeValidation() {}

    /** Checks volumes and answers the names of those that are fine. */
    static Set<String> validate(List<Map<String, Object>> volumes, String path, FieldErrors errors) {
        if (volumes.isEmpty()) {
            return Collections.emptySet();
        }
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i < volumes.size(); i++) {
            FieldErrors found = new FieldErrors(errors.version());
            FieldCursor volume = new FieldCursor(volumes.get(i), path + "[" + i + "]", found);
            source(volume);
            if (volume.require("name")) {
                volume.named("name", NameRules::label);
            }
            String name = volume.text("name");
            if (names.contains(name)) {
                found.duplicate(volume.at("name"), GoSyntax.of(name));
            }
            if (found.isEmpty()) {
                names.add(name);
            }
            errors.addAll(found);
        }
        return names;
    }

    private static void source(FieldCursor volume) {
        List<String> present = volume.present(SOURCES);
        if (present.isEmpty()
                || present.size() == 1 && isOff(present.get(0), volume.errors().version())) {
            volume.required("", "must specify a volume type");
            return;
        }
        for (int i = 0; i < present.size(); i++) {
            if (i > 0) {
                volume.forbidden(present.get(i), "may not specify more than 1 volume type");
            } else {
                known(present.get(0), volume.child(present.get(0)));
            }
        }
    }

    /** The server drops sources of features that are off. */
    private static boolean isOff(String kind, KubernetesVersion version) {
        return kind.equals("image") && !version.has(Feature.IMAGE_VOLUMES)
                || kind.equals("ephemeral") && !version.has(Feature.GENERIC_EPHEMERAL_VOLUMES);
    }

    private static void known(String kind, FieldCursor source) {
        switch (kind) {
            case "emptyDir" -> {
                if (isNegative(source.fields().get("sizeLimit"))) {
                    source.forbidden("sizeLimit", "SizeLimit field must be a valid resource quantity");
                }
            }
            case "hostPath" -> {
                if (source.require("path")) {
                    backsteps(source, "path");
                }
                source.oneOf("type", HOST_PATH_TYPES);
            }
            case "gcePersistentDisk" -> disk(source, "pdName");
            case "awsElasticBlockStore" -> disk(source, "volumeID");
            case "secret" -> {
                source.require("secretName");
                files(source);
            }
            case "configMap" -> {
                source.require("name");
                files(source);
            }
            case "nfs" -> {
                source.require("server");
                if (source.require("path") && !source.text("path").startsWith("/")) {
                    source.invalid("path", "must be an absolute path");
                }
            }
            case "persistentVolumeClaim" -> source.require("claimName");
            case "downwardAPI" -> {
                mode(source, "defaultMode");
                source.items("items").forEach(VolumeValidation::downward);
            }
            case "projected" -> projected(source);
            case "csi" -> source.require("driver");
            case "ephemeral" -> ClaimTemplateValidation.validate(source);
            case "gitRepo" -> source.require("repository");
            default -> {
                // Other sources are stored as they are.
            }
        }
    }

    private static boolean isNegative(@Nullable Object quantity) {
        return quantity != null && Quantity.parse(String.valueOf(quantity)).signum() < 0;
    }

    private static void disk(FieldCursor source, String name) {
        source.require(name);
        if (source.number("partition") < 0 || source.number("partition") > PARTITION_MAX) {
            source.invalidNumber("partition", "must be between 0 and 255, inclusive");
        }
    }

    private static void files(FieldCursor source) {
        mode(source, "defaultMode");
        for (FieldCursor item : source.items("items")) {
            item.require("key");
            localPath(item);
            mode(item, "mode");
        }
    }

    private static void mode(FieldCursor part, String field) {
        if (part.number(field) < 0 || part.number(field) > MODE_MAX) {
            part.invalidNumber(field, "must be a number between 0 and 0777 (octal), both inclusive");
        }
    }

    private static void localPath(FieldCursor item) {
        if (!item.require("path")) {
            return;
        }
        descending(item, "path");
        String path = item.text("path");
        if (path.startsWith("..") && !path.startsWith("../")) {
            item.invalid("path", "must not start with '..'");
        }
    }

    /** Checks a path that must stay below where it begins. */
    static void descending(FieldCursor part, String field) {
        if (part.text(field).startsWith("/")) {
            part.invalid(field, "must be a relative path");
        }
        backsteps(part, field);
    }

    private static void backsteps(FieldCursor part, String field) {
        if (List.of(part.text(field).split("/", -1)).contains("..")) {
            part.invalid(field, "must not contain '..'");
        }
    }

    private static void downward(FieldCursor file) {
        localPath(file);
        if (file.has("fieldRef")) {
            EnvironmentValidation.fieldForVolume(file.child("fieldRef"));
            if (file.has("resourceFieldRef")) {
                file.errors()
                        .invalid(
                                file.path(),
                                "\"resource\"",
                                "fieldRef and resourceFieldRef can not be specified simultaneously");
            }
        } else if (file.has("resourceFieldRef")) {
            EnvironmentValidation.amount(file.child("resourceFieldRef"), true);
        } else {
            file.errors().required(file.path(), "one of fieldRef and resourceFieldRef is required");
        }
        mode(file, "mode");
    }

    private static void projected(FieldCursor source) {
        mode(source, "defaultMode");
        for (FieldCursor part : source.items("sources")) {
            List<String> present = part.present(List.of("secret", "configMap", "downwardAPI", "serviceAccountToken"));
            for (int i = 0; i < present.size(); i++) {
                FieldCursor child = part.child(present.get(i));
                if (i > 0) {
                    part.forbidden(present.get(i), "may not specify more than 1 volume type");
                } else if (present.get(0).equals("serviceAccountToken")) {
                    child.require("path");
                } else if (present.get(0).equals("downwardAPI")) {
                    child.items("items").forEach(VolumeValidation::downward);
                } else {
                    child.require("name");
                    files(child);
                }
            }
        }
    }

    /** Checks what a container mounts. */
    static void mounts(FieldCursor container, Set<String> volumes) {
        List<FieldCursor> devices = container.items("volumeDevices");
        Set<String> paths = new LinkedHashSet<>();
        for (FieldCursor mount : container.items("volumeMounts")) {
            mount.require("name");
            String name = mount.text("name");
            if (!volumes.contains(name)) {
                mount.errors().notFound(mount.at("name"), GoSyntax.of(name));
            }
            mount.require("mountPath");
            if (!paths.add(mount.text("mountPath"))) {
                mount.invalid("mountPath", "must be unique");
            }
            for (FieldCursor device : devices) {
                if (device.text("name").equals(name)) {
                    mount.invalid("name", "must not already exist in volumeDevices");
                }
                if (device.text("devicePath").equals(mount.text("mountPath"))) {
                    mount.invalid("mountPath", "must not already exist as a path in volumeDevices");
                }
            }
            subPaths(new FieldCursor(mount.fields(), container.at("volumeMounts"), mount.errors()));
            propagation(mount, container.child("securityContext").isTrue("privileged"));
        }
        devices(devices, volumes);
    }

    /** The real server reports no index here. */
    private static void subPaths(FieldCursor mount) {
        if (!mount.text("subPath").isEmpty()) {
            descending(mount, "subPath");
        }
        if (!mount.text("subPathExpr").isEmpty()) {
            if (!mount.text("subPath").isEmpty()) {
                mount.invalid("subPathExpr", "subPathExpr and subPath are mutually exclusive");
            }
            descending(mount, "subPathExpr");
        }
    }

    private static void propagation(FieldCursor mount, boolean privileged) {
        if (mount.text("mountPropagation").equals("Bidirectional") && !privileged) {
            mount.forbidden(
                    "mountPropagation", "Bidirectional mount propagation is available only to privileged containers");
        }
        mount.oneOfIfSet("mountPropagation", List.of("Bidirectional", "HostToContainer", "None"));
    }

    private static void devices(List<FieldCursor> devices, Set<String> volumes) {
        Set<String> names = new LinkedHashSet<>();
        Set<String> paths = new LinkedHashSet<>();
        for (FieldCursor device : devices) {
            device.require("name");
            String name = device.text("name");
            if (!names.add(name)) {
                device.invalid("name", "must be unique");
            }
            if (!volumes.contains(name)) {
                device.errors().notFound(device.at("name"), GoSyntax.of(name));
            }
            if (device.require("devicePath") && !paths.add(device.text("devicePath"))) {
                device.invalid("devicePath", "must be unique");
            }
        }
    }
}

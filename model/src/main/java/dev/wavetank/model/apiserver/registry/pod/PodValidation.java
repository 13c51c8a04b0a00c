package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.GoSyntax;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.apiserver.registry.validation.MetadataRules;
import dev.wavetank.model.apiserver.registry.validation.NameRules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds mistakes in pods and pod templates. The texts are those of the recorded server (v1.20). */
public final class PodValidation {

    private static final List<String> RESTART_POLICIES = List.of("Always", "OnFailure", "Never");
    private static final List<String> DNS_POLICIES =
            List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");
    private static final String SPREAD = "topologySpreadConstraints";

    private PodValidation() {}

    /** Checks a spec. */
    public static void validate(PodSpec spec, String path, FieldErrors errors) {
        if (spec == null) {
            errors.required(path + ".containers", "");
            return;
        }
        Set<String> volumes = volumes(spec.volumes(), path + ".volumes", errors);
        if (spec.containers().isEmpty()) {
            errors.required(path + ".containers", "");
        }
        ContainerValidation.validate(spec.containers(), volumes, path + ".containers", errors);
        ContainerValidation.validate(spec.initContainers(), volumes, path + ".initContainers", errors);
        errors.oneOf(path + ".restartPolicy", spec.restartPolicy(), RESTART_POLICIES);
        errors.oneOf(path + ".dnsPolicy", spec.dnsPolicy(), DNS_POLICIES);
        MetadataRules.validateLabels(spec.nodeSelector(), path + ".nodeSelector", errors);
        if (Boolean.TRUE.equals(spec.other().get("hostNetwork"))) {
            hostPorts(spec.containers(), path + ".containers", errors);
        }
        PlacementValidation.affinity(spec.affinity(), path + ".affinity", errors);
        if (spec.other().containsKey(SPREAD)) {
            PlacementValidation.spreadConstraints(JsonFields.list(spec.other(), SPREAD), path + "." + SPREAD, errors);
        }
        names(spec, path, errors);
        PlacementValidation.tolerations(spec.tolerations(), path + ".tolerations", errors);
    }

    private static void names(PodSpec spec, String path, FieldErrors errors) {
        subdomain(spec.serviceAccountName(), path + ".serviceAccountName", errors);
        subdomain(spec.nodeName(), path + ".nodeName", errors);
        Long deadline = spec.activeDeadlineSeconds();
        if (deadline != null && (deadline < 1 || deadline > Integer.MAX_VALUE)) {
            errors.invalid(
                    path + ".activeDeadlineSeconds",
                    deadline.toString(),
                    "must be between 1 and " + Integer.MAX_VALUE + ", inclusive");
        }
        for (String field : List.of("hostname", "subdomain")) {
            if (spec.other().get(field) instanceof String name && !name.isEmpty()) {
                MetadataRules.validateLabelName(name, path + "." + field, errors);
            }
        }
        subdomain(spec.priorityClassName(), path + ".priorityClassName", errors);
    }

    private static void subdomain(String name, String path, FieldErrors errors) {
        if (name != null && !name.isEmpty()) {
            MetadataRules.invalid(NameRules.subdomain(name), path, name, errors);
        }
    }

    /** Checks volumes and answers their names. */
    private static Set<String> volumes(List<Map<String, Object>> volumes, String path, FieldErrors errors) {
        if (volumes.isEmpty()) {
            return Collections.emptySet();
        }
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i < volumes.size(); i++) {
            String name = JsonFields.text(volumes.get(i), "name");
            String at = path + "[" + i + "].name";
            if (name.isEmpty()) {
                errors.required(at, "");
                continue;
            }
            MetadataRules.validateLabelName(name, at, errors);
            if (!names.add(name)) {
                errors.duplicate(at, GoSyntax.of(name));
            }
        }
        return names;
    }

    /** On the node's own network a port of a container is a port of the node. */
    private static void hostPorts(List<Container> containers, String path, FieldErrors errors) {
        for (int i = 0; i < containers.size(); i++) {
            List<Container.Port> ports = containers.get(i).ports();
            for (int j = 0; j < ports.size(); j++) {
                Integer port = ports.get(j).containerPort();
                Integer hostPort = ports.get(j).hostPort();
                if (hostPort != null && hostPort != 0 && !hostPort.equals(port)) {
                    errors.invalid(
                            path + "[" + i + "].ports[" + j + "].containerPort",
                            String.valueOf(port),
                            "must match `hostPort` when `hostNetwork` is true");
                }
            }
        }
    }

    /**
     * Nothing but images, the deadline and additional tolerations may change. The node is set by a binding only.
     */
    public static void validateUpdate(PodSpec changed, PodSpec before, FieldErrors errors) {
        if (changed == before) {
            return;
        }
        PodSpec permitted =
                before.with(builder -> builder.containers(withImages(before.containers(), changed.containers()))
                        .initContainers(withImages(before.initContainers(), changed.initContainers()))
                        .activeDeadlineSeconds(changed.activeDeadlineSeconds())
                        .tolerations(
                                changed.tolerations().containsAll(before.tolerations())
                                        ? changed.tolerations()
                                        : before.tolerations()));
        if (!permitted.equals(changed)) {
            errors.forbidden(
                    "spec",
                    "pod updates may not change fields other than `spec.containers[*].image`,"
                            + " `spec.initContainers[*].image`, `spec.activeDeadlineSeconds` or `spec.tolerations`"
                            + " (only additions to existing tolerations)"
                            + PodSpecDiff.of(munged(changed, before), before)
                                    .map(diff -> "\n" + diff)
                                    .orElse(""));
        }
    }

    /** The changed spec with the permitted changes taken back. */
    private static PodSpec munged(PodSpec changed, PodSpec before) {
        return changed.with(builder -> builder.containers(withImages(changed.containers(), before.containers()))
                .initContainers(withImages(changed.initContainers(), before.initContainers()))
                .activeDeadlineSeconds(before.activeDeadlineSeconds())
                .tolerations(before.tolerations()));
    }

    private static List<Container> withImages(List<Container> before, List<Container> changed) {
        if (before.size() != changed.size()) {
            return before;
        }
        List<Container> result = new ArrayList<>(before.size());
        for (int i = 0; i < before.size(); i++) {
            result.add(before.get(i).withImage(changed.get(i).image()));
        }
        return result;
    }
}

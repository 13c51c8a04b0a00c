package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.validation.FieldCursor;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.apiserver.registry.validation.MetadataRules;
import dev.wavetank.model.apiserver.registry.validation.ResourceNames;
import dev.wavetank.model.version.Feature;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Finds mistakes in pods and pod templates. The texts are those of the recorded server (v1.20). */
public final class PodValidation {

    private static final List<String> RESTART_POLICIES = List.of("Always", "OnFailure", "Never");
    private static final List<String> DNS_POLICIES =
            List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");
    private static final List<String> PREEMPTION_POLICIES = List.of("Never", "PreemptLowerPriority");

    private static final String ONCE_UPDATABLE =
            "pod updates may not change fields other than `spec.containers[*].image`,"
                    + " `spec.initContainers[*].image`, `spec.activeDeadlineSeconds` or `spec.tolerations`"
                    + " (only additions to existing tolerations)";
    private static final String UPDATABLE = "pod updates may not change fields other than `spec.containers[*].image`,"
            + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations`"
            + " (only additions to existing tolerations),`spec.terminationGracePeriodSeconds`"
            + " (allow it to be set to 1 if it was previously negative)";

    private PodValidation() {}

    /** Checks a spec, of a pod or of a template. */
    public static void validate(PodSpec spec, String path, FieldErrors errors) {
        if (spec == null) {
            errors.required(path + ".containers", "");
            return;
        }
        FieldCursor other = new FieldCursor(spec.other(), path, errors);
        Set<String> volumes = VolumeValidation.validate(spec.volumes(), path + ".volumes", errors);
        if (spec.containers().isEmpty()) {
            errors.required(path + ".containers", "");
        }
        ContainerValidation.validate(spec.containers(), volumes, path + ".containers", errors);
        ContainerValidation.hostPorts(spec.containers(), path + ".containers", errors);
        HandlerValidation.pauses(spec.containers(), spec.terminationGracePeriodSeconds(), path + ".containers", errors);
        ContainerValidation.restartPolicies(spec, path, errors);
        ContainerValidation.resizePolicies(spec, path, errors);
        ContainerValidation.validate(spec.initContainers(), volumes, path + ".initContainers", errors);
        HandlerValidation.pauses(
                spec.initContainers(), spec.terminationGracePeriodSeconds(), path + ".initContainers", errors);
        ContainerValidation.init(spec.initContainers(), spec.containers(), path + ".initContainers", errors);
        errors.oneOf(path + ".restartPolicy", spec.restartPolicy(), RESTART_POLICIES);
        errors.oneOf(path + ".dnsPolicy", spec.dnsPolicy(), DNS_POLICIES);
        MetadataRules.validateLabels(spec.nodeSelector(), path + ".nodeSelector", errors);
        if (other.isTrue("hostNetwork")) {
            hostPorts(spec.containers(), path + ".containers", errors);
        }
        if (spec.securityContext() != null && !spec.securityContext().isEmpty()) {
            SecurityValidation.ofPod(new FieldCursor(spec.securityContext(), path + ".securityContext", errors));
        }
        SecurityValidation.hostUsers(other);
        SecurityValidation.procMounts(spec, path, errors);
        if (other.isTrue("shareProcessNamespace") && other.isTrue("hostPID")) {
            // The real server says so below the security context, though the fields stand beside it.
            errors.invalid(
                    path + ".shareProcessNamespace",
                    "true",
                    "ShareProcessNamespace and HostPID cannot both be enabled");
        }
        // The real server checks them as it checks limits, and so names these.
        ResourceNames.requirements(
                JsonFields.textMap(spec.other(), "overhead"), Collections.emptyMap(), path + ".overhead", errors);
        WholePodRules.validate(spec, path, errors);
        PlacementValidation.affinity(spec.affinity(), path + ".affinity", errors);
        SecurityValidation.names(other, spec.dnsPolicy());
        for (FieldCursor gate : other.items("readinessGates")) {
            gate.named("conditionType", NameRules::qualified);
        }
        SpreadRules.check(other.items("topologySpreadConstraints"));
        names(spec, other, errors);
    }

    /** Checks what is asked of pods only, not of templates. */
    static void validatePod(PodSpec spec, FieldErrors errors) {
        if (spec != null) {
            ContainerValidation.images(spec.containers(), "spec.containers", errors);
            ContainerValidation.images(spec.initContainers(), "spec.initContainers", errors);
        }
    }

    private static void names(PodSpec spec, FieldCursor other, FieldErrors errors) {
        String path = other.path();
        subdomain(spec.serviceAccountName(), path + ".serviceAccountName", errors);
        subdomain(spec.nodeName(), path + ".nodeName", errors);
        Long deadline = spec.activeDeadlineSeconds();
        if (deadline != null && (deadline < 1 || deadline > Integer.MAX_VALUE)) {
            errors.invalid(
                    path + ".activeDeadlineSeconds",
                    deadline.toString(),
                    "must be between 1 and " + Integer.MAX_VALUE + ", inclusive");
        }
        other.namedIfSet("hostname", NameRules::label);
        other.namedIfSet("subdomain", NameRules::label);
        PlacementValidation.tolerations(spec.tolerations(), path + ".tolerations", errors);
        SecurityValidation.hostAliases(other);
        subdomain(spec.priorityClassName(), path + ".priorityClassName", errors);
        other.namedIfSet("runtimeClassName", NameRules::subdomain);
        errors.oneOf(path + ".preemptionPolicy", spec.preemptionPolicy(), PREEMPTION_POLICIES);
        if (!other.items("ephemeralContainers").isEmpty()) {
            errors.forbidden(
                    path + ".ephemeralContainers",
                    path.equals("spec")
                            ? "cannot be set on create"
                            : "ephemeral containers not allowed in pod template");
        }
    }

    private static void subdomain(String name, String path, FieldErrors errors) {
        if (name != null && !name.isEmpty()) {
            MetadataRules.invalid(NameRules.subdomain(name), path, name, errors);
        }
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
     * Nothing but images, the deadline, additional tolerations and the placement of a gated pod may change. The node
     * is set by a binding only.
     */
    public static void validateUpdate(PodSpec changed, PodSpec before, FieldErrors errors) {
        if (changed == before) {
            return;
        }
        validate(changed, "spec", errors);
        validatePod(changed, errors);
        if (changed.containers().size() != before.containers().size()) {
            errors.forbidden("spec.containers", "pod updates may not add or remove containers");
            return;
        }
        if (changed.initContainers().size() != before.initContainers().size()) {
            errors.forbidden("spec.initContainers", "pod updates may not add or remove containers");
            return;
        }
        if (!deadline(changed.activeDeadlineSeconds(), before.activeDeadlineSeconds(), errors)) {
            return;
        }
        if (!timeless(changed.tolerations()).containsAll(timeless(before.tolerations()))) {
            errors.forbidden(
                    "spec.tolerations", "existing toleration can not be modified except its tolerationSeconds");
        }
        PodSpec narrowed = GatedPlacement.permitted(changed, before, errors);
        PodSpec permitted =
                narrowed.with(builder -> builder.containers(withImages(before.containers(), changed.containers()))
                        .initContainers(withImages(before.initContainers(), changed.initContainers()))
                        .activeDeadlineSeconds(changed.activeDeadlineSeconds())
                        .tolerations(changed.tolerations())
                        .other(SchedulingGates.permitted(changed, before, errors)));
        if (!permitted.equals(changed)) {
            errors.forbidden(
                    "spec",
                    (errors.version().has(Feature.UPDATABLE_POD_FIELDS_LISTED) ? UPDATABLE : ONCE_UPDATABLE)
                            + PodSpecDiff.of(munged(changed, narrowed), narrowed)
                                    .map(diff -> "\n" + diff)
                                    .orElse(""));
        }
    }

    /** Tolerations without the time for which they hold, which may change. */
    private static List<PodSpec.Toleration> timeless(List<PodSpec.Toleration> tolerations) {
        return tolerations.stream()
                .map(each -> new PodSpec.Toleration(each.key(), each.operator(), each.value(), each.effect(), null))
                .toList();
    }

    /** The deadline may only come nearer. Answers whether the rest is worth a look. */
    private static boolean deadline(Long changed, Long before, FieldErrors errors) {
        String field = "spec.activeDeadlineSeconds";
        if (changed == null && before != null) {
            errors.invalid(field, "\"null\"", "must not update from a positive integer to nil value");
        }
        if (changed != null && (changed < 0 || changed > Integer.MAX_VALUE)) {
            errors.invalid(field, changed.toString(), "must be between 0 and " + Integer.MAX_VALUE + ", inclusive");
            return false;
        }
        if (changed != null && before != null && changed > before) {
            errors.invalid(field, changed.toString(), "must be less than or equal to previous value");
            return false;
        }
        return true;
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

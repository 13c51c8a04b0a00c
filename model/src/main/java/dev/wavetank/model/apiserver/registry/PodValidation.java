package dev.wavetank.model.apiserver.registry;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds mistakes in pods and pod templates. The texts are those of the recorded server (v1.20). */
final class PodValidation {

    private static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");
    private static final List<String> RESTART_POLICIES = List.of("Always", "OnFailure", "Never");
    private static final List<String> DNS_POLICIES =
            List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");
    private static final int PORT_MAX = 65535;

    private PodValidation() {}

    static void validate(PodSpec spec, String path, FieldErrors errors) {
        if (spec == null || spec.containers().isEmpty()) {
            errors.required(path + ".containers", "");
            return;
        }
        containers(spec.containers(), path + ".containers", errors);
        containers(spec.initContainers(), path + ".initContainers", errors);
        oneOf(spec.restartPolicy(), RESTART_POLICIES, path + ".restartPolicy", errors);
        oneOf(spec.dnsPolicy(), DNS_POLICIES, path + ".dnsPolicy", errors);
        MetadataRules.validateLabels(spec.nodeSelector(), path + ".nodeSelector", errors);
    }

    /**
     * Nothing but images, the deadline and additional tolerations may change. The node is set by a binding only.
     */
    static void validateUpdate(PodSpec changed, PodSpec before, FieldErrors errors) {
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
                            + " (only additions to existing tolerations)");
        }
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

    private static void containers(List<Container> containers, String path, FieldErrors errors) {
        for (int i = 0; i < containers.size(); i++) {
            Container container = containers.get(i);
            if (!isClearlyFine(container)) {
                container(container, path + "[" + i + "]", errors);
            }
        }
    }

    /** Most containers are: then no path needs to be put together. */
    private static boolean isClearlyFine(Container container) {
        FieldErrors trial = new FieldErrors();
        container(container, "", trial);
        return trial.isEmpty();
    }

    private static void container(Container container, String path, FieldErrors errors) {
        if (container.name() == null || container.name().isEmpty()) {
            errors.required(path + ".name", "");
        } else {
            MetadataRules.validateLabelName(container.name(), path + ".name", errors);
        }
        String image = container.image();
        if (image == null || image.isEmpty()) {
            errors.required(path + ".image", "");
        } else if (!image.equals(image.strip())) {
            errors.invalid(path + ".image", GoSyntax.of(image), "must not have leading or trailing whitespace");
        }
        oneOf(container.imagePullPolicy(), PULL_POLICIES, path + ".imagePullPolicy", errors);
        for (int i = 0; i < container.ports().size(); i++) {
            port(container.ports().get(i).containerPort(), path + ".ports[" + i + "].containerPort", errors);
        }
        if (container.resources() != null) {
            resources(container.resources(), path + ".resources", errors);
        }
    }

    private static void port(Integer port, String path, FieldErrors errors) {
        if (port == null || port == 0) {
            errors.required(path, "");
        } else if (port < 1 || port > PORT_MAX) {
            errors.invalid(path, port.toString(), "must be between 1 and 65535, inclusive");
        }
    }

    private static void resources(Container.Resources resources, String path, FieldErrors errors) {
        boolean readable = quantities(resources.limits(), path + ".limits", errors)
                & quantities(resources.requests(), path + ".requests", errors);
        if (!readable) {
            return;
        }
        resources.requests().forEach((name, request) -> {
            String limit = resources.limits().get(name);
            if (limit != null
                    && !limit.equals(request)
                    && Quantity.parse(request).compareTo(Quantity.parse(limit)) > 0) {
                errors.invalid(
                        path + ".requests", GoSyntax.of(request), "must be less than or equal to " + name + " limit");
            }
        });
    }

    /** Answers whether all of them are quantities at all. */
    private static boolean quantities(Map<String, String> quantities, String path, FieldErrors errors) {
        boolean readable = true;
        for (Map.Entry<String, String> entry : quantities.entrySet()) {
            readable &= quantity(entry.getValue(), path + "[" + entry.getKey() + "]", errors);
        }
        return readable;
    }

    /** Answers whether the text is a quantity; one that is must not be negative. */
    static boolean quantity(String text, String field, FieldErrors errors) {
        try {
            if (Quantity.parse(text).signum() < 0) {
                errors.invalid(field, GoSyntax.of(text), "must be greater than or equal to 0");
            }
            return true;
        } catch (IllegalArgumentException mistake) {
            errors.invalid(field, GoSyntax.of(text), mistake.getMessage());
            return false;
        }
    }

    private static void oneOf(String value, List<String> supported, String path, FieldErrors errors) {
        if (value != null && !supported.contains(value)) {
            errors.unsupported(path, GoSyntax.of(value), supported);
        }
    }
}

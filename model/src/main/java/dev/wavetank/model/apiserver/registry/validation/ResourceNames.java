package dev.wavetank.model.apiserver.registry.validation;

import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.quantity.Quantity;
import java.util.List;
import java.util.Map;

/** Checks names and amounts of resources such as {@code cpu}: in containers, quotas and limit ranges. */
public final class ResourceNames {

    private static final List<String> OF_CONTAINERS = List.of("cpu", "memory", "ephemeral-storage");
    private static final List<String> OF_PODS = List.of("cpu", "hugepages-", "memory");
    private static final List<String> OF_QUOTAS = List.of(
            "cpu",
            "memory",
            "ephemeral-storage",
            "requests.cpu",
            "requests.memory",
            "requests.storage",
            "requests.ephemeral-storage",
            "limits.cpu",
            "limits.memory",
            "limits.ephemeral-storage",
            "pods",
            "resourcequotas",
            "services",
            "replicationcontrollers",
            "secrets",
            "configmaps",
            "persistentvolumeclaims",
            "services.nodeports",
            "services.loadbalancers");
    private static final List<String> COUNTED = List.of(
            "pods",
            "resourcequotas",
            "services",
            "replicationcontrollers",
            "secrets",
            "configmaps",
            "persistentvolumeclaims",
            "services.nodeports",
            "services.loadbalancers");
    private static final List<String> OTHER_STANDARD = List.of("storage");

    private ResourceNames() {}

    /** Checks the name of something that containers ask for. */
    public static void ofContainer(String name, String path, FieldErrors errors) {
        check(name, OF_CONTAINERS, "containers", path, errors);
    }

    /** Checks the name of something that a quota limits. */
    public static void ofQuota(String name, String path, FieldErrors errors) {
        check(name, OF_QUOTAS, "quota", path, errors);
    }

    /** Checks an amount that a quota permits: what is counted is counted in whole numbers. */
    public static void ofQuotaAmount(String name, String text, String path, FieldErrors errors) {
        if (quantity(text, path, errors)
                && isCounted(name)
                && Quantity.parse(text).amount().stripTrailingZeros().scale() > 0) {
            errors.invalid(path, GoSyntax.quantity(text), "must be an integer");
        }
    }

    /** Whether Kubernetes counts it ({@code IsIntegerResourceName}). */
    private static boolean isCounted(String name) {
        return COUNTED.contains(name) || name.indexOf('/') >= 0 && !isOfKubernetes(name);
    }

    private static boolean isOfKubernetes(String name) {
        return name.startsWith("requests.") || name.contains("kubernetes.io/");
    }

    /** Whether a quota can limit something of that name, which has no domain. */
    public static boolean isStandardOfQuota(String name) {
        return OF_QUOTAS.contains(name) || isHugePages(name);
    }

    private static boolean isHugePages(String name) {
        return name.startsWith("hugepages-") || name.startsWith("requests.hugepages-");
    }

    /** A name without a domain must be one of the standard ones, and of those that the place permits. */
    private static void check(String name, List<String> permitted, String place, String path, FieldErrors errors) {
        if (permitted.contains(name)) {
            return;
        }
        List<String> wrong = NameRules.qualified(name);
        MetadataRules.invalid(wrong, path, name, errors);
        if (name.indexOf('/') >= 0 || isHugePages(name)) {
            return;
        }
        if (wrong.isEmpty() && !OF_QUOTAS.contains(name) && !OTHER_STANDARD.contains(name)) {
            errors.invalid(path, GoSyntax.of(name), "must be a standard resource type or fully qualified");
        }
        errors.invalid(path, GoSyntax.of(name), "must be a standard resource for " + place);
    }

    /** Answers whether the text is a quantity; one that is must not be negative. */
    public static boolean quantity(String text, String field, FieldErrors errors) {
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

    /**
     * Checks names and amounts of what a pod asks for as a whole ({@code validatePodResourceName}).
     *
     * @return whether all amounts are quantities
     */
    public static boolean ofPod(Map<String, String> amounts, String path, FieldErrors errors) {
        boolean readable = true;
        for (Map.Entry<String, String> entry : amounts.entrySet()) {
            String field = path + "[" + entry.getKey() + "]";
            if (!isHugePages(entry.getKey())) {
                errors.oneOf(field, entry.getKey(), OF_PODS);
            }
            readable &= quantity(entry.getValue(), field, errors);
        }
        return readable;
    }

    /** Checks what a container asks for and may use. */
    public static void requirements(
            Map<String, String> limits, Map<String, String> requests, String path, FieldErrors errors) {
        boolean readable = amounts(limits, path + ".limits", errors) & amounts(requests, path + ".requests", errors);
        if (readable) {
            order(limits, requests, path, errors);
        }
    }

    /** Checks that nothing is requested beyond its limit. All amounts are quantities. */
    public static void order(
            Map<String, String> limits, Map<String, String> requests, String path, FieldErrors errors) {
        requests.forEach((name, request) -> {
            String limit = limits.get(name);
            if (limit == null || limit.equals(request)) {
                return;
            }
            int order = Quantity.parse(request).compareTo(Quantity.parse(limit));
            boolean exact = name.indexOf('/') >= 0 || name.startsWith("hugepages-");
            if (order != 0 && exact) {
                errors.invalid(path + ".requests", GoSyntax.of(request), "must be equal to " + name + " limit");
            } else if (order > 0) {
                errors.invalid(
                        path + ".requests", GoSyntax.of(request), "must be less than or equal to " + name + " limit");
            }
        });
    }

    /** Answers whether all of them are quantities at all. */
    private static boolean amounts(Map<String, String> amounts, String path, FieldErrors errors) {
        boolean readable = true;
        for (Map.Entry<String, String> entry : amounts.entrySet()) {
            String field = path + "[" + entry.getKey() + "]";
            ofContainer(entry.getKey(), field, errors);
            readable &= quantity(entry.getValue(), field, errors);
        }
        return readable;
    }
}

package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.gotext.GoDuration;
import dev.wavetank.model.scheduler.config.ConfigurationException;
import dev.wavetank.model.scheduler.config.ExtenderConfig;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads and checks the extenders of a configuration or of a policy. */
final class ExtenderReader {

    /** How long a call may take when nothing is said ({@code DefaultExtenderTimeout}). */
    static final long DEFAULT_TIMEOUT = 5 * VirtualTime.SECOND;

    private static final String FIELD = "extenders";

    private ExtenderReader() {}

    static List<ExtenderConfig> read(Map<String, Object> tree) {
        List<ExtenderConfig> extenders = new ArrayList<>();
        for (Map<String, Object> item : Tree.maps(tree, FIELD)) {
            extenders.add(new ExtenderConfig(
                    Tree.text(item, "urlPrefix"),
                    Tree.text(item, "filterVerb"),
                    Tree.text(item, "preemptVerb"),
                    Tree.text(item, "prioritizeVerb"),
                    Tree.number(item, "weight", 0),
                    Tree.text(item, "bindVerb"),
                    timeout(item.get("httpTimeout")),
                    Tree.bool(item, "nodeCacheCapable", false),
                    Tree.maps(item, "managedResources").stream()
                            .map(resource -> new ExtenderConfig.ManagedResource(
                                    Tree.text(resource, "name"), Tree.bool(resource, "ignoredByScheduler", false)))
                            .toList(),
                    Tree.bool(item, "ignorable", false)));
        }
        return extenders;
    }

    /** A text such as {@code 5s} in configurations, nanoseconds in policies. */
    private static long timeout(@Nullable Object value) {
        long nanos = 0;
        if (value instanceof Number number) {
            nanos = number.longValue();
        } else if (value instanceof String text) {
            nanos = duration(FIELD, text);
        }
        return nanos == 0 ? DEFAULT_TIMEOUT : nanos;
    }

    /** A duration in nanoseconds. */
    static long duration(String field, String text) {
        try {
            return GoDuration.parse(text).toNanos();
        } catch (IllegalArgumentException mistake) {
            throw new ConfigurationException(field, String.valueOf(mistake.getMessage()));
        }
    }

    /** {@code validateExtenders}. */
    static void validate(List<ExtenderConfig> extenders, FieldErrors errors) {
        int binders = 0;
        Set<String> managed = new TreeSet<>();
        for (int i = 0; i < extenders.size(); i++) {
            ExtenderConfig extender = extenders.get(i);
            String path = FIELD + "[" + i + "]";
            if (!extender.prioritizeVerb().isEmpty() && extender.weight() <= 0) {
                errors.invalid(path + ".weight", extender.weight(), "must have a positive weight applied to it");
            }
            if (!extender.bindVerb().isEmpty()) {
                binders++;
            }
            for (int j = 0; j < extender.managedResources().size(); j++) {
                String name = extender.managedResources().get(j).name();
                String field = path + ".managedResources[" + j + "].name";
                resource(field, name, errors);
                if (!managed.add(name)) {
                    errors.invalid(field, name, "duplicate extender managed resource name");
                }
            }
        }
        if (binders > 1) {
            errors.invalid(
                    FIELD, "found " + binders + " extenders implementing bind", "only one extender can implement bind");
        }
    }

    /** {@code IsExtendedResourceName}. */
    static boolean isExtended(String name) {
        return name.contains("/") && !name.startsWith("requests.") && !name.contains("kubernetes.io/");
    }

    private static void resource(String field, String name, FieldErrors errors) {
        FieldErrors wrong = new FieldErrors();
        wrong.qualifiedName(field, name);
        if (wrong.isEmpty() && !isExtended(name)) {
            wrong.invalid(field, name, "is an invalid extended resource name");
        }
        if (!wrong.isEmpty()) {
            errors.addAll(wrong);
        }
    }
}

package dev.wavetank.model.scenario;

import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.quantity.Quantity;
import java.util.List;
import java.util.Optional;

/** Says what an API server has against a node, which could never register, before a run begins. */
final class NodeRules {

    private static final List<String> RESOURCES = List.of("cpu", "memory", "ephemeral-storage", "pods", "storage");

    /** Beginnings of other names without a domain. */
    private static final List<String> FAMILIES = List.of("hugepages-", "attachable-volumes-");

    private NodeRules() {}

    /** What is wrong with a label, if anything. */
    static Optional<String> label(String key, String value) {
        List<String> wrong = NameRules.qualified(key);
        if (!wrong.isEmpty()) {
            return Optional.of("'" + key + "' is no key of a label: expected such as example.com/disk or disk: "
                    + String.join("; ", wrong));
        }
        return labelValue(value);
    }

    /** What is wrong with the value of a label, such as the name of a zone, if anything. */
    static Optional<String> labelValue(String value) {
        List<String> wrong = NameRules.labelValue(value);
        return wrong.isEmpty()
                ? Optional.empty()
                : Optional.of("'" + value + "' is no value of a label: expected such as europe-1a: "
                        + String.join("; ", wrong));
    }

    /** What is wrong with a taint of the form {@code key=value:Effect}, if anything. */
    static Optional<String> taint(String taint) {
        String[] keyAndValue = taint.substring(0, taint.lastIndexOf(':')).split("=", 2);
        return label(keyAndValue[0], keyAndValue.length > 1 ? keyAndValue[1] : "")
                .map(wrong -> "the taint '" + taint + "' would be refused: " + wrong);
    }

    /**
     * What is wrong with an amount of a resource, if anything: {@code ValidateNodeResources} asks for whole numbers of
     * what has a domain, and no container can ask for other names ({@code validateContainerResourceName} in
     * pkg/apis/core/validation/validation.go, v1.32).
     */
    static Optional<String> capacity(String resource, Quantity amount) {
        boolean isStandard = RESOURCES.contains(resource) || FAMILIES.stream().anyMatch(resource::startsWith);
        boolean isDomain = resource.contains("/");
        List<String> wrong = NameRules.qualified(resource);
        if (!wrong.isEmpty() || !isStandard && !isDomain) {
            return Optional.of("'" + resource + "' is no resource that a container can ask for: expected cpu, memory,"
                    + " ephemeral-storage, pods, hugepages-2Mi or a name with a domain, such as nvidia.com/gpu");
        }
        if (isDomain && amount.amount().stripTrailingZeros().scale() > 0) {
            return Optional.of("'" + amount + "' is no whole number: " + resource + " is counted");
        }
        return Optional.empty();
    }
}

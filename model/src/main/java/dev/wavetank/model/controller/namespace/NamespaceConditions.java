package dev.wavetank.model.controller.namespace;

import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Namespace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The conditions of a namespace that explain what delays its deletion. Texts as in {@code status_condition_utils.go}.
 */
final class NamespaceConditions {

    private static final String YES = "True";

    private NamespaceConditions() {}

    /**
     * The status with all conditions; an equal one when nothing has changed.
     *
     * @param now reading of the component's clock
     */
    static Namespace.Status withConditions(Namespace.Status before, Remains remains, Instant now) {
        List<Namespace.Condition> after = new ArrayList<>(before.conditions());
        for (Namespace.Condition said : all(remains)) {
            Optional<Namespace.Condition> old = before.conditions().stream()
                    .filter(condition -> condition.type().equals(said.type()))
                    .findFirst();
            if (old.isEmpty()) {
                after.add(at(said, Timestamps.seconds(now)));
            } else if (!says(old.get(), said)) {
                boolean turned = !old.get().status().equals(said.status());
                after.set(
                        after.indexOf(old.get()),
                        at(said, turned ? Timestamps.seconds(now) : old.get().lastTransitionTime()));
            }
        }
        return new Namespace.Status(before.phase(), after, before.other());
    }

    private static List<Namespace.Condition> all(Remains remains) {
        return List.of(
                remains.undiscovered() == null
                        ? no(
                                "NamespaceDeletionDiscoveryFailure",
                                "ResourcesDiscovered",
                                "All resources successfully discovered")
                        : yes("NamespaceDeletionDiscoveryFailure", "DiscoveryFailed", remains.undiscovered()),
                no(
                        "NamespaceDeletionGroupVersionParsingFailure",
                        "ParsedGroupVersions",
                        "All legacy kube types successfully parsed"),
                remains.failures().isEmpty()
                        ? no(
                                "NamespaceDeletionContentFailure",
                                "ContentDeleted",
                                "All content successfully deleted, may be waiting on finalization")
                        : yes(
                                "NamespaceDeletionContentFailure",
                                "ContentDeletionFailed",
                                "Failed to delete all resource types, "
                                        + remains.failures().size() + " remaining: " + joined(remains.failures())),
                remains.objects().isEmpty()
                        ? no("NamespaceContentRemaining", "ContentRemoved", "All content successfully removed")
                        : yes(
                                "NamespaceContentRemaining",
                                "SomeResourcesRemain",
                                "Some resources are remaining: "
                                        + counted(remains.objects(), "%s has %d resource instances")),
                remains.finalizers().isEmpty()
                        ? no(
                                "NamespaceFinalizersRemaining",
                                "ContentHasNoFinalizers",
                                "All content-preserving finalizers finished")
                        : yes(
                                "NamespaceFinalizersRemaining",
                                "SomeFinalizersRemain",
                                "Some content in the namespace has finalizers remaining: "
                                        + counted(remains.finalizers(), "%s in %d resource instances")));
    }

    private static String joined(List<String> failures) {
        return failures.stream().sorted().collect(Collectors.joining(", "));
    }

    private static String counted(Map<String, Integer> numbers, String form) {
        return numbers.entrySet().stream()
                .map(entry -> String.format(Locale.ROOT, form, entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static Namespace.Condition yes(String type, String reason, String message) {
        return new Namespace.Condition(type, YES, null, reason, message);
    }

    private static Namespace.Condition no(String type, String reason, String message) {
        return new Namespace.Condition(type, "False", null, reason, message);
    }

    private static Namespace.Condition at(Namespace.Condition said, Instant time) {
        return new Namespace.Condition(said.type(), said.status(), time, said.reason(), said.message());
    }

    private static boolean says(Namespace.Condition old, Namespace.Condition said) {
        return at(old, null).equals(at(said, null));
    }
}

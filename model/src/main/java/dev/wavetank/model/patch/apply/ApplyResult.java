package dev.wavetank.model.patch.apply;

import dev.wavetank.model.gotext.GoText;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What becomes of an applied configuration. */
public sealed interface ApplyResult {

    /**
     * It was merged.
     *
     * @param object the whole object with its new {@code managedFields}
     * @param changed whether anything but the owners is otherwise than before
     */
    record Applied(Map<String, Object> object, boolean changed) implements ApplyResult {}

    /**
     * Others own some of its fields with other values: 409 with the reason Conflict.
     *
     * @param conflicts in the order of the owners, then of the fields
     */
    record Conflicted(List<Conflict> conflicts) implements ApplyResult {

        /** The Status' message. */
        public String message() {
            if (conflicts.size() == 1) {
                Conflict only = conflicts.get(0);
                return "Apply failed with 1 conflict: " + only.message() + ": " + only.field();
            }
            Map<String, List<String>> byOwner = conflicts.stream()
                    .collect(Collectors.groupingBy(
                            Conflict::owner,
                            TreeMap::new,
                            Collectors.mapping(conflict -> "\n- " + conflict.field(), Collectors.toList())));
            return "Apply failed with " + conflicts.size() + " conflicts: "
                    + byOwner.entrySet().stream()
                            .map(owner -> "conflicts with " + owner.getKey() + ":" + String.join("", owner.getValue()))
                            .collect(Collectors.joining("\n"));
        }
    }

    /**
     * A cause in the Status' details, of type FieldManagerConflict.
     *
     * @param owner who owns the field, in the API server's words
     * @param field as {@code .spec.replicas}
     */
    record Conflict(String owner, String field) {

        static Conflict of(ManagedFields.Entry entry, String field) {
            String name = GoText.quoted(entry.manager());
            String part =
                    entry.subresource().isEmpty() ? "" : " with subresource " + GoText.quoted(entry.subresource());
            return new Conflict(name + part + (entry.applies() ? "" : " using " + entry.apiVersion()), field);
        }

        /** The cause's message. */
        public String message() {
            return "conflict with " + owner;
        }
    }
}

package dev.wavetank.model.apiserver.printers;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the tables of quotas, states of the control plane, role bindings, certificate requests and API services
 * show.
 */
final class PolicyCells {

    private PolicyCells() {}

    /** What the condition about its health says of a part of the control plane. */
    static Object componentHealth(Fields status, Instant now) {
        return health(status)
                .map(condition -> condition.text("status").equals("True") ? "Healthy" : "Unhealthy")
                .orElse("Unknown");
    }

    static Object componentWords(Fields status, String field) {
        return health(status).map(condition -> condition.text(field)).orElse("");
    }

    private static Optional<Fields> health(Fields status) {
        return status.list("conditions").stream()
                .filter(condition -> condition.text("type").equals("Healthy"))
                .findFirst();
    }

    /** Usage over limit of every resource of a quota: of those that limit limits, or of all others. */
    static Object quota(Fields quota, boolean ofLimits) {
        Map<String, Object> sorted = new TreeMap<>();
        quota.map("status.hard").forEach((name, hard) -> sorted.put((String) name, hard));
        Map<?, ?> used = quota.map("status.used");
        List<String> shown = new ArrayList<>();
        sorted.forEach((name, hard) -> {
            if (name.startsWith("limits.") == ofLimits) {
                shown.add(name + ": " + (used.get(name) == null ? "0" : used.get(name)) + "/" + hard);
            }
        });
        return String.join(", ", shown);
    }

    static Object roleRef(Fields binding, Instant now) {
        return binding.text("roleRef.kind") + "/" + binding.text("roleRef.name");
    }

    static Object subjects(Fields binding, String kind) {
        List<String> names = new ArrayList<>();
        for (Fields subject : binding.list("subjects")) {
            if (subject.text("kind").equals(kind)) {
                String name = subject.text("name");
                names.add(kind.equals("ServiceAccount") ? subject.text("namespace") + "/" + name : name);
            }
        }
        return String.join(", ", names);
    }

    static Object requestCondition(Fields request, Instant now) {
        List<String> words = new ArrayList<>();
        for (String type : List.of("Approved", "Denied", "Failed")) {
            boolean has = request.list("status.conditions").stream()
                    .anyMatch(condition -> condition.text("type").equals(type));
            boolean overruled = type.equals("Approved")
                    && request.list("status.conditions").stream()
                            .anyMatch(condition -> condition.text("type").equals("Denied"));
            if (has && !overruled) {
                words.add(type);
            }
        }
        if (words.isEmpty()) {
            words.add("Pending");
        }
        if (request.has("status.certificate")) {
            words.add("Issued");
        }
        return String.join(",", words);
    }

    static Object apiService(Fields service, Instant now) {
        return service.has("spec.service")
                ? service.text("spec.service.namespace") + "/" + service.text("spec.service.name")
                : "Local";
    }

    static Object apiAvailable(Fields service, Instant now) {
        for (Fields condition : service.list("status.conditions")) {
            if (condition.text("type").equals("Available")) {
                String status = condition.text("status");
                return status.equals("True") ? status : status + " (" + condition.text("reason") + ")";
            }
        }
        return "Unknown";
    }
}

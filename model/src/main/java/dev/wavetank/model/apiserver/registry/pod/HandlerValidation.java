package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.apiserver.registry.validation.FieldCursor;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.apiserver.registry.validation.PortRules;
import dev.wavetank.model.version.Feature;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds mistakes in what a kubelet is to do in or with a container: probes and hooks. */
final class HandlerValidation {

    private static final List<String> HANDLERS = List.of("exec", "httpGet", "tcpSocket", "sleep");
    private static final List<String> HOOKS = List.of("postStart", "preStop");
    private static final List<String> SCHEMES = List.of("HTTP", "HTTPS");
    private static final List<String> NUMBERS =
            List.of("initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold");
    private static final String GRACE = "terminationGracePeriodSeconds";
    private static final String HEADER = "a valid HTTP header must consist of alphanumeric characters or '-' (e.g."
            + " 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";

    private HandlerValidation() {}

    /** Checks a probe; one that is absent is fine. */
    static void probe(Map<String, Object> fields, String path, FieldErrors errors) {
        if (fields == null) {
            return;
        }
        FieldCursor probe = new FieldCursor(fields, path, errors);
        handler(probe);
        NUMBERS.forEach(probe::notNegative);
        if (hasGrace(probe) && probe.number(GRACE) <= 0) {
            probe.invalidNumber(GRACE, "must be greater than 0");
        }
    }

    /** Whether a probe says how long a container that it restarts has to stop; older versions drop that. */
    private static boolean hasGrace(FieldCursor probe) {
        return probe.has(GRACE) && probe.errors().version().has(Feature.PROBE_GRACE_PERIOD);
    }

    /** Checks a probe that restarts nothing. */
    static void readiness(Map<String, Object> fields, String path, FieldErrors errors) {
        probe(fields, path, errors);
        if (fields != null && hasGrace(new FieldCursor(fields, path, errors))) {
            new FieldCursor(fields, path, errors).invalidNumber(GRACE, "must not be set for readinessProbes");
        }
    }

    /** A plain init container ends by itself: only a sidecar has hooks and probes ({@code validateInitContainers}). */
    static void ofInit(Container container, String path, FieldErrors errors) {
        if ("Always".equals(container.other().get("restartPolicy"))) {
            return;
        }
        FieldCursor other = new FieldCursor(container.other(), path, errors);
        boolean hasSidecars = errors.version().has(Feature.INIT_PROBES_NAME_SIDECARS);
        String why = "may not be set for init containers" + (hasSidecars ? " without restartPolicy=Always" : "");
        for (String field : List.of("lifecycle", "livenessProbe", "readinessProbe", "startupProbe")) {
            boolean isSet = field.equals("livenessProbe") && container.livenessProbe() != null
                    || field.equals("readinessProbe") && container.readinessProbe() != null
                    || other.has(field);
            if (!isSet) {
                continue;
            }
            if (errors.version().has(Feature.INIT_PROBES_FORBIDDEN)) {
                other.forbidden(field, why);
            } else {
                // The real server prints the structure with addresses in memory.
                other.invalid(
                        field,
                        field.equals("lifecycle") ? "core.Lifecycle{...}" : "core.Probe{...}",
                        "must not be set for init containers");
            }
        }
    }

    /** Checks a probe that must succeed only once. */
    static void probeOfOneSuccess(Map<String, Object> fields, String path, FieldErrors errors) {
        probe(fields, path, errors);
        if (fields != null) {
            Long threshold = JsonFields.number(fields, "successThreshold");
            if (threshold != null && threshold != 1) {
                errors.invalid(path + ".successThreshold", threshold.toString(), "must be 1");
            }
        }
    }

    /** Checks the hooks around the life of a container. */
    static void lifecycle(FieldCursor lifecycle) {
        for (String hook : HOOKS) {
            if (lifecycle.has(hook)) {
                handler(lifecycle.child(hook));
            }
        }
    }

    /**
     * Checks the pauses among the hooks of containers ({@code validateSleepAction}, KEP-3960 and KEP-4818).
     *
     * @param grace of the pod, in seconds; null when it has none
     */
    static void pauses(List<Container> containers, @Nullable Long grace, String path, FieldErrors errors) {
        for (int i = 0; i < containers.size() && grace != null; i++) {
            Map<String, Object> other = containers.get(i).other();
            FieldCursor lifecycle = new FieldCursor(other, path + "[" + i + "]", errors).child("lifecycle");
            for (String hook : HOOKS) {
                if (lifecycle.child(hook).has("sleep")) {
                    pause(lifecycle.child(hook), grace);
                }
            }
        }
    }

    private static void pause(FieldCursor hook, long grace) {
        boolean zero = hook.errors().version().has(Feature.SLEEP_OF_ZERO);
        long seconds = hook.child("sleep").number("seconds");
        if (seconds < (zero ? 0 : 1) || seconds > grace) {
            hook.invalid(
                    "sleep",
                    Long.toString(seconds),
                    "must be " + (zero ? "non-negative" : "greater than 0")
                            + " and less than terminationGracePeriodSeconds (" + grace + ")");
        }
    }

    private static void handler(FieldCursor handler) {
        List<String> present = handler.present(HANDLERS);
        if (present.isEmpty() && !handler.has("grpc")) {
            handler.required("", "must specify a handler type");
            return;
        }
        for (int i = 0; i < present.size(); i++) {
            if (i > 0) {
                handler.forbidden(present.get(i), "may not specify more than 1 handler type");
                continue;
            }
            FieldCursor action = handler.child(present.get(0));
            switch (present.get(0)) {
                case "exec" -> {
                    if (action.texts("command").isEmpty()) {
                        action.required("command", "");
                    }
                }
                case "httpGet" -> http(action);
                case "sleep" -> {
                    // Its length depends on the pod.
                }
                default -> PortRules.numberOrName(action, "port");
            }
        }
    }

    private static void http(FieldCursor action) {
        PortRules.numberOrName(action, "port");
        action.oneOfIfSet("scheme", SCHEMES);
        for (FieldCursor header : action.items("httpHeaders")) {
            if (!header.text("name").matches("[-A-Za-z0-9]+")) {
                action.invalid("httpHeaders", '"' + header.text("name") + '"', HEADER);
            }
        }
    }
}

package dev.wavetank.model.kubelet.status;

import dev.wavetank.model.api.core.Container;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rules by which a container, or its whole pod, is started again after certain exit codes (KEP-5307, KEP-5532). */
final class RestartRules {

    private static final String RESTART = "Restart";
    private static final String RESTART_ALL = "RestartAllContainers";

    private RestartRules() {}

    /**
     * Whether the first rule that fits an exit code starts the container again ({@code ContainerShouldRestart}, {@code
     * findMatchingContainerRestartRule} in pkg/api/v1/pod/util.go v1.35). A container without a policy of its own has
     * no rules.
     */
    static boolean restart(Container spec, int code) {
        return RESTART.equals(action(spec, code));
    }

    /** Whether that rule starts all containers of the pod again. */
    static boolean restartAll(Container spec, int code) {
        return RESTART_ALL.equals(action(spec, code));
    }

    /** Whether some exit code of a container starts all of them again. */
    static boolean canRestartAll(Container spec) {
        return rules(spec).stream()
                .anyMatch(rule -> rule instanceof Map<?, ?> fields && RESTART_ALL.equals(fields.get("action")));
    }

    private static List<?> rules(Container spec) {
        boolean hasPolicy = spec.other().get("restartPolicy") != null;
        return hasPolicy && spec.other().get("restartPolicyRules") instanceof List<?> rules ? rules : List.of();
    }

    private static @Nullable Object action(Container spec, int code) {
        for (Object each : rules(spec)) {
            if (each instanceof Map<?, ?> rule && fits(rule.get("exitCodes"), code)) {
                return rule.get("action");
            }
        }
        return null;
    }

    private static boolean fits(@Nullable Object exitCodes, int code) {
        if (!(exitCodes instanceof Map<?, ?> asked)) {
            return false;
        }
        boolean listed = asked.get("values") instanceof List<?> values
                && values.stream().anyMatch(value -> value instanceof Number number && number.intValue() == code);
        return "In".equals(asked.get("operator")) ? listed : "NotIn".equals(asked.get("operator")) && !listed;
    }
}

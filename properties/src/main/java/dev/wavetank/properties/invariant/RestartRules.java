package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the {@code restartPolicyRules} of containers permit (KEP-5307, KEP-5532). */
public final class RestartRules {

    private RestartRules() {}

    /**
     * Whether a rule of a container may have started it again.
     *
     * @param code with which it ended; null when that was not shown, so that any rule may have
     */
    public static boolean mayRestart(Map<String, Object> container, @Nullable Integer code) {
        return rules(container)
                .anyMatch(rule -> rule.get("exitCodes") instanceof Map<?, ?> codes
                        && codes.get("values") instanceof List<?> values
                        && (code == null || has(values, code) == "In".equals(codes.get("operator"))));
    }

    /** Whether the end of one container may start all of a pod again. */
    public static boolean mayRestartAll(Pod pod) {
        return Stream.concat(pod.spec().initContainers().stream(), pod.spec().containers().stream())
                .map(Container::other)
                .flatMap(RestartRules::rules)
                .anyMatch(rule -> "RestartAllContainers".equals(rule.get("action")));
    }

    private static Stream<Map<?, ?>> rules(Map<String, Object> container) {
        Stream<?> all = container.get("restartPolicyRules") instanceof List<?> rules ? rules.stream() : Stream.empty();
        return all.flatMap(rule -> rule instanceof Map<?, ?> fields ? Stream.of(fields) : Stream.empty());
    }

    private static boolean has(List<?> values, int code) {
        return values.stream().anyMatch(value -> value instanceof Number number && number.intValue() == code);
    }
}

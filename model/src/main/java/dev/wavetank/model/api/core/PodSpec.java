package dev.wavetank.model.api.core;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * What is to run, and where.
 *
 * @param volumes as JSON trees
 * @param initContainers run one after the other before the others
 * @param containers run together
 * @param restartPolicy {@code Always}, {@code OnFailure} or {@code Never}
 * @param terminationGracePeriodSeconds time for an orderly end
 * @param activeDeadlineSeconds how long the pod may be active
 * @param dnsPolicy how names are resolved
 * @param nodeSelector labels that the node must have
 * @param serviceAccountName the service account that the pod uses
 * @param serviceAccount the same, under its old name
 * @param nodeName the node it is bound to, or null
 * @param securityContext as a JSON tree, null when absent
 * @param affinity as a JSON tree, null when absent
 * @param schedulerName who is to place it
 * @param tolerations taints that do not keep it away
 * @param priorityClassName name of its priority
 * @param priority its priority
 * @param enableServiceLinks whether environment variables describe the services
 * @param preemptionPolicy whether it may push others out
 * @param other fields that are not modelled
 */
@RecordBuilder
public record PodSpec(
        List<Map<String, Object>> volumes,
        List<Container> initContainers,
        List<Container> containers,
        String restartPolicy,
        Long terminationGracePeriodSeconds,
        Long activeDeadlineSeconds,
        String dnsPolicy,
        Map<String, String> nodeSelector,
        String serviceAccountName,
        String serviceAccount,
        String nodeName,
        Map<String, Object> securityContext,
        Map<String, Object> affinity,
        String schedulerName,
        List<Toleration> tolerations,
        String priorityClassName,
        Integer priority,
        Boolean enableServiceLinks,
        String preemptionPolicy,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements PodSpecBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public PodSpec {
        volumes = Defaults.emptyIfNull(volumes);
        initContainers = Defaults.emptyIfNull(initContainers);
        containers = Defaults.emptyIfNull(containers);
        nodeSelector = Defaults.emptyIfNull(nodeSelector);

        tolerations = Defaults.emptyIfNull(tolerations);
        other = Defaults.emptyIfNull(other);
    }

    /**
     * A taint that does not keep the pod away.
     *
     * @param key of the taint; absent for all
     * @param operator {@code Equal} or {@code Exists}
     * @param value of the taint, for {@code Equal}
     * @param effect of the taint; absent for all
     * @param tolerationSeconds for how long, for {@code NoExecute}
     */
    public record Toleration(String key, String operator, String value, String effect, Long tolerationSeconds) {

        /** Whether it tolerates a taint ({@code Toleration.ToleratesTaint}). */
        public boolean tolerates(Node.Taint taint) {
            return (isAbsent(effect) || effect.equals(taint.effect()))
                    && (isAbsent(key) || key.equals(taint.key()))
                    && ("Exists".equals(operator) || text(value).equals(text(taint.value())));
        }

        private static boolean isAbsent(String text) {
            return text == null || text.isEmpty();
        }

        private static String text(String value) {
            return value == null ? "" : value;
        }
    }

    /** Whether the pod may run in spite of a taint. */
    public boolean tolerates(Node.Taint taint) {
        for (Toleration toleration : tolerations) {
            if (toleration.tolerates(taint)) {
                return true;
            }
        }
        return false;
    }
}

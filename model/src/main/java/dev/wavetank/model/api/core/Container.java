package dev.wavetank.model.api.core;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * One container of a pod.
 *
 * @param name unique in the pod
 * @param image what to run
 * @param command overrides the entry point of the image
 * @param args overrides its arguments
 * @param ports ports it listens on
 * @param resources what it needs and may use
 * @param volumeMounts as JSON trees
 * @param livenessProbe as a JSON tree, null when absent
 * @param readinessProbe as a JSON tree, null when absent
 * @param terminationMessagePath file with the last words
 * @param terminationMessagePolicy what counts as last words
 * @param imagePullPolicy {@code Always}, {@code IfNotPresent} or {@code Never}
 * @param other fields that are not modelled
 */
@RecordBuilder
public record Container(
        String name,
        String image,
        List<String> command,
        List<String> args,
        List<Port> ports,
        Resources resources,
        List<Map<String, Object>> volumeMounts,
        Map<String, Object> livenessProbe,
        Map<String, Object> readinessProbe,
        String terminationMessagePath,
        String terminationMessagePolicy,
        String imagePullPolicy,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ContainerBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public Container {
        command = Defaults.emptyIfNull(command);
        args = Defaults.emptyIfNull(args);
        ports = Defaults.emptyIfNull(ports);
        volumeMounts = Defaults.emptyIfNull(volumeMounts);

        other = Defaults.emptyIfNull(other);
    }

    /**
     * A port of a container.
     *
     * @param name name
     * @param hostPort port of the node, or null
     * @param containerPort port of the container
     * @param protocol {@code TCP}, {@code UDP} or {@code SCTP}
     * @param hostIP address of the node to bind, or null
     */
    @RecordBuilder
    public record Port(String name, Integer hostPort, Integer containerPort, String protocol, String hostIP)
            implements ContainerPortBuilder.With {}

    /**
     * Quantities by resource name, such as {@code cpu}.
     *
     * @param limits what it may use at most
     * @param requests what the scheduler sets aside
     */
    public record Resources(
            Map<String, String> limits,
            Map<String, String> requests,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {
        /** Turns absent lists and maps into empty ones. */
        public Resources {
            limits = Defaults.emptyIfNull(limits);
            requests = Defaults.emptyIfNull(requests);
            other = Defaults.emptyIfNull(other);
        }
    }
}

package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Refuses pods that choose users, groups or SELinux labels for themselves ({@code SecurityContextDeny}, until v1.29).
 */
public final class SecurityContextDeny implements AdmissionPlugin {

    private static final List<String> OF_PODS = List.of("supplementalGroups", "seLinuxOptions", "runAsUser", "fsGroup");
    private static final List<String> OF_CONTAINERS = List.of("seLinuxOptions", "runAsUser");

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.resource().equals(Resources.PODS) && request.writesObject();
    }

    @Override
    public Completion<AdmissionDecision> validate(AdmissionRequest request) {
        Pod pod = (Pod) request.object();
        String why = refusal(pod);
        return Completion.of(
                why == null
                        ? new AdmissionDecision.Admitted(pod)
                        : new AdmissionDecision.Refused(Status.forbidden(request.resource(), request.name(), why)));
    }

    private static String refusal(Pod pod) {
        String field = first(OF_PODS, pod.spec().securityContext());
        if (field != null) {
            return "pod.Spec.SecurityContext." + goName(field) + " is forbidden";
        }
        for (List<Container> containers :
                List.of(pod.spec().initContainers(), pod.spec().containers())) {
            for (Container container : containers) {
                String own = container.other().get("securityContext") instanceof Map<?, ?> context
                        ? first(OF_CONTAINERS, context)
                        : null;
                if (own != null) {
                    return "SecurityContext." + goName(own) + " is forbidden";
                }
            }
        }
        return null;
    }

    private static String goName(String field) {
        return switch (field) {
            case "seLinuxOptions" -> "SELinuxOptions";
            case "fsGroup" -> "FSGroup";
            default -> field.substring(0, 1).toUpperCase(Locale.ROOT) + field.substring(1);
        };
    }

    private static String first(List<String> fields, Map<?, ?> context) {
        if (context != null) {
            for (String field : fields) {
                if (context.get(field) != null) {
                    return field;
                }
            }
        }
        return null;
    }
}

package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.core.Pod;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Profiles of AppArmor, which nodes do not have ({@code isRequired}, pkg/security/apparmor/validate.go). */
final class AppArmor {

    /** Why a pod with a profile cannot run. */
    static final String REFUSAL = "Cannot enforce AppArmor: AppArmor is not enabled on the host";

    private static final String ANNOTATION = "container.apparmor.security.beta.kubernetes.io/";
    private static final String FIELD = "appArmorProfile";

    private AppArmor() {}

    /** Whether a pod, or one of its containers, is to be confined. */
    static boolean isRequired(Pod pod) {
        boolean byAnnotation = pod.metadata().annotations().entrySet().stream()
                .anyMatch(one ->
                        one.getKey().startsWith(ANNOTATION) && !one.getValue().equals("unconfined"));
        return byAnnotation
                || confines(pod.spec().securityContext())
                || Stream.concat(pod.spec().initContainers().stream(), pod.spec().containers().stream())
                        .anyMatch(container -> confines(container.other().get("securityContext")));
    }

    private static boolean confines(@Nullable Object security) {
        return security instanceof Map<?, ?> context
                && context.get(FIELD) instanceof Map<?, ?> profile
                && !"Unconfined".equals(profile.get("type"));
    }
}

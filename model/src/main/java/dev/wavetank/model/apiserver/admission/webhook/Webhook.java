package dev.wavetank.model.apiserver.admission.webhook;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One webhook of a configuration.
 *
 * @param id identifies it among all others: configuration, name and place
 * @param name fully qualified, as error texts show it
 * @param client where the webhook is reached
 * @param rules; at least one must match
 * @param namespaces labels of the namespace must match
 * @param objects labels of the old or the new object must match
 * @param failure what becomes of a request when the webhook does not answer
 * @param timeout nanoseconds until the server gives up
 * @param sparesDryRuns whether it has no side effects, or none in dry runs
 * @param isReinvocable whether it wants to see what others changed after it ({@code reinvocationPolicy: IfNeeded})
 */
record Webhook(
        String id,
        String name,
        Client client,
        List<WebhookRule> rules,
        LabelSelector namespaces,
        LabelSelector objects,
        FailurePolicy failure,
        long timeout,
        boolean sparesDryRuns,
        boolean isReinvocable) {

    /** What becomes of a request when a webhook does not answer. */
    enum FailurePolicy {
        /** It is refused. */
        FAIL,
        /** It goes on. */
        IGNORE
    }

    /**
     * Where a webhook is reached.
     *
     * @param component name of the component
     * @param url as error texts show it, without the timeout
     * @param path of the requests to the component
     */
    record Client(String component, String url, String path) {}

    /**
     * Whether it is to be asked.
     *
     * @param namespaceLabels labels of the request's namespace
     */
    boolean concerns(AdmissionRequest request, Map<String, String> namespaceLabels) {
        String operation = operation(request);
        boolean named = rules.stream()
                .anyMatch(rule ->
                        rule.matches(operation, request.resource(), request.subresource(), request.namespace()));
        return named
                && (namespaces.isEmpty() || hasNoNamespace(request) || namespaces.matches(namespaceLabels))
                && (objects.isEmpty() || selects(request.object()) || selects(request.before()));
    }

    /** As reviews and rules write it. */
    static String operation(AdmissionRequest request) {
        Verb verb = request.verb();
        return verb.toString().toUpperCase(Locale.ROOT);
    }

    private static boolean hasNoNamespace(AdmissionRequest request) {
        return request.namespace().isEmpty() && !request.resource().equals(Resources.NAMESPACES);
    }

    private boolean selects(KubernetesObject object) {
        return object != null && objects.matches(object.metadata().labels());
    }
}

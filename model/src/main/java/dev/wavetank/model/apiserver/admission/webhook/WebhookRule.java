package dev.wavetank.model.apiserver.admission.webhook;

import dev.wavetank.model.api.ResourceType;
import java.util.List;

/**
 * Which requests a webhook is asked about.
 *
 * @param operations such as {@code CREATE}, or {@code *} for all
 * @param groups API groups, or {@code *} for all
 * @param versions of the groups, or {@code *} for all
 * @param resources plural names, with a subresource after a slash; {@code *} for all resources, {@code *}{@code /*} for
 *     all of them with all subresources
 * @param scope {@code Namespaced}, {@code Cluster} or {@code *}
 * @param anyVersion whether other versions of the same resource count as well ({@code matchPolicy: Equivalent})
 */
record WebhookRule(
        List<String> operations,
        List<String> groups,
        List<String> versions,
        List<String> resources,
        String scope,
        boolean anyVersion) {

    private static final String ANY = "*";

    boolean matches(String operation, ResourceType resource, String subresource, String namespace) {
        return has(operations, operation)
                && has(groups, resource.group())
                && (anyVersion || has(versions, resource.version()))
                && isInScope(resource, namespace)
                && resources.stream().anyMatch(name -> names(name, resource.plural(), subresource));
    }

    private boolean isInScope(ResourceType resource, String namespace) {
        return switch (scope) {
            case "Namespaced" -> !namespace.isEmpty() && !resource.plural().equals("namespaces");
            case "Cluster" -> namespace.isEmpty() || resource.plural().equals("namespaces");
            default -> true;
        };
    }

    private static boolean has(List<String> words, String word) {
        return words.contains(ANY) || words.contains(word);
    }

    private static boolean names(String name, String plural, String subresource) {
        int slash = name.indexOf('/');
        String resource = slash < 0 ? name : name.substring(0, slash);
        String sub = slash < 0 ? "" : name.substring(slash + 1);
        return (resource.equals(ANY) || resource.equals(plural)) && (sub.equals(ANY) || sub.equals(subresource));
    }
}

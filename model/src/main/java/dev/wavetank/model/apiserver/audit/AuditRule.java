package dev.wavetank.model.apiserver.audit;

import dev.wavetank.model.apiserver.authz.Attributes;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * One rule of a policy. An empty list restricts nothing.
 *
 * @param level what is written of requests that it is about
 * @param users names of users
 * @param userGroups groups; the user must be in at least one
 * @param verbs verbs
 * @param resources resources
 * @param namespaces namespaces; the empty string for what is in none
 * @param nonResourceUrls paths that are no resources; {@code *} at the end stands for anything
 * @param omitStages stages that are not written
 * @param omitManagedFields whether objects are written without their managed fields
 */
record AuditRule(
        AuditLevel level,
        List<String> users,
        List<String> userGroups,
        List<String> verbs,
        List<GroupResources> resources,
        List<String> namespaces,
        List<String> nonResourceUrls,
        Set<AuditStage> omitStages,
        boolean omitManagedFields) {

    /** Everything, at one level, but for the stage before anything was done. */
    static AuditRule everything(AuditLevel level) {
        return new AuditRule(
                level,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                EnumSet.of(AuditStage.REQUEST_RECEIVED),
                false);
    }

    /**
     * Resources of one API group.
     *
     * @param group the empty string for core
     * @param resources such as {@code pods}, {@code pods/status}, {@code pods/*}, {@code *}{@code /scale}; none for all
     * @param resourceNames names of single objects; none for all
     */
    record GroupResources(String group, List<String> resources, List<String> resourceNames) {

        private boolean covers(Attributes.Resource asked) {
            if (!group.equals(asked.group())) {
                return false;
            }
            if (resources.isEmpty()) {
                return true;
            }
            return isFree(resourceNames, asked.name()) && resources.stream().anyMatch(each -> isOf(each, asked));
        }

        private static boolean isOf(String pattern, Attributes.Resource asked) {
            return pattern.equals("*")
                    || pattern.equals(asked.path())
                    || !asked.subresource().isEmpty() && pattern.equals("*/" + asked.subresource())
                    || pattern.equals(asked.plural() + "/*");
        }
    }

    /** Whether it is about such a request. */
    boolean covers(Attributes attributes) {
        if (!isFree(users, attributes.user().name())
                || !userGroups.isEmpty() && attributes.user().groups().stream().noneMatch(userGroups::contains)
                || !isFree(verbs, attributes.verb())) {
            return false;
        }
        if (!namespaces.isEmpty() || !resources.isEmpty()) {
            return attributes.target() instanceof Attributes.Resource asked
                    && isFree(namespaces, asked.namespace())
                    && (resources.isEmpty() || resources.stream().anyMatch(each -> each.covers(asked)));
        }
        if (!nonResourceUrls.isEmpty()) {
            return attributes.target() instanceof Attributes.Path asked
                    && nonResourceUrls.stream().anyMatch(url -> isUrl(url, asked.path()));
        }
        return true;
    }

    private static boolean isFree(List<String> permitted, String value) {
        return permitted.isEmpty() || permitted.contains(value);
    }

    private static boolean isUrl(String pattern, String path) {
        return pattern.equals(path)
                || pattern.endsWith("*") && path.startsWith(pattern.substring(0, pattern.length() - 1));
    }
}

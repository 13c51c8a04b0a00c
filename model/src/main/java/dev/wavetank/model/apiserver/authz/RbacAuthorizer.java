package dev.wavetank.model.apiserver.authz;

import dev.wavetank.model.apiserver.authn.User;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Role-based access control: what no rule permits is forbidden. Members of {@code system:masters} may do
 * everything.
 */
public final class RbacAuthorizer implements Authorizer {

    /** Rules that a subject has, in one namespace or everywhere. */
    private record Grant(String namespace, List<RbacPolicy.Rule> rules) {

        boolean permits(Action action) {
            return (namespace.isEmpty() || namespace.equals(action.namespace()))
                    && rules.stream().anyMatch(rule -> rule.permits(action));
        }
    }

    private final Map<RbacPolicy.Subject, List<Grant>> grants = new LinkedHashMap<>();

    /** An authorizer for these rules. */
    public RbacAuthorizer(RbacPolicy policy) {
        for (RbacPolicy.Binding binding : policy.bindings()) {
            for (RbacPolicy.Role role : policy.roles()) {
                String home = binding.clusterRole() ? "" : binding.namespace();
                if (role.name().equals(binding.role()) && role.namespace().equals(home)) {
                    Grant grant = new Grant(binding.namespace(), role.rules());
                    binding.subjects()
                            .forEach(subject -> grants.computeIfAbsent(subject, missing -> new ArrayList<>())
                                    .add(grant));
                }
            }
        }
    }

    @Override
    public boolean allows(User user, Action action) {
        if (user.groups().contains(User.MASTERS)) {
            return true;
        }
        if (permits(new RbacPolicy.Subject("User", user.name()), action)) {
            return true;
        }
        for (String group : user.groups()) {
            if (permits(new RbacPolicy.Subject("Group", group), action)) {
                return true;
            }
        }
        return false;
    }

    private boolean permits(RbacPolicy.Subject subject, Action action) {
        for (Grant grant : grants.getOrDefault(subject, List.of())) {
            if (grant.permits(action)) {
                return true;
            }
        }
        return false;
    }
}

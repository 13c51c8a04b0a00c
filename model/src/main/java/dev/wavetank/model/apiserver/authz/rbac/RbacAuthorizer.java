package dev.wavetank.model.apiserver.authz.rbac;

import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Authorizer;
import dev.wavetank.model.apiserver.authz.Decision;
import dev.wavetank.model.gotext.GoText;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Role-based access control ({@code --authorization-mode=RBAC}): permits what a rule of one of the user's roles
 * permits.
 */
public final class RbacAuthorizer implements Authorizer {

    private final RbacIndex index;

    /** An authorizer that judges by what the index has observed. */
    public RbacAuthorizer(RbacIndex index) {
        this.index = index;
    }

    @Override
    public Completion<Decision> authorize(Attributes attributes) {
        return decide(attributes).now();
    }

    /** The decision; bindings to missing roles are reported as the reason for no opinion. */
    public Decision decide(Attributes attributes) {
        String namespace = attributes.target() instanceof Attributes.Resource resource ? resource.namespace() : "";
        Search search = new Search(attributes);
        index.visit(attributes.user(), namespace, search);
        return search.decision();
    }

    /** All rules that a user has in a namespace, those that hold everywhere first. */
    public List<Rule> rulesOf(User user, String namespace) {
        List<Rule> rules = new ArrayList<>();
        index.visit(user, namespace, (grant, granted) -> {
            if (granted != null) {
                rules.addAll(granted);
            }
            return false;
        });
        return rules;
    }

    private static final class Search implements RbacIndex.Visitor {
        private final Attributes attributes;
        private Decision found;
        private Set<String> missing;

        private Search(Attributes attributes) {
            this.attributes = attributes;
        }

        @Override
        public boolean visit(RbacIndex.Grant grant, List<Rule> rules) {
            if (rules == null) {
                missing = missing == null ? new LinkedHashSet<>() : missing;
                missing.add(notFound(grant.binding()));
                return false;
            }
            for (Rule rule : rules) {
                if (rule.permits(attributes)) {
                    found = grant.allowed();
                    return true;
                }
            }
            return false;
        }

        private Decision decision() {
            if (found != null) {
                return found;
            }
            if (missing == null) {
                return Decision.NO_OPINION;
            }
            String errors = String.join(", ", missing);
            return Decision.noOpinion("RBAC: " + (missing.size() == 1 ? errors : "[" + errors + "]"));
        }

        private static String notFound(RbacPolicy.Binding binding) {
            String resource = binding.clusterRole() ? "clusterrole" : "role";
            return resource + ".rbac.authorization.k8s.io " + GoText.quoted(binding.role()) + " not found";
        }
    }
}

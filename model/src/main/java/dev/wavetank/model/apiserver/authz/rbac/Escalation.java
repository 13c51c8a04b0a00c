package dev.wavetank.model.apiserver.authz.rbac;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Authorizer;
import dev.wavetank.model.apiserver.authz.rbac.RbacPolicy.Binding;
import dev.wavetank.model.apiserver.authz.rbac.RbacPolicy.Role;
import dev.wavetank.model.gotext.GoText;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A user may grant only permissions that the user has. Judges writes of roles and bindings that authorization has
 * permitted.
 *
 * <p>Exempt are {@code system:masters}, users with the verb {@code escalate} on the role, and users with the verb
 * {@code bind} on the role that a binding refers to.
 */
public final class Escalation {

    private static final String GROUP = "rbac.authorization.k8s.io";

    private static final List<Rule> EVERYTHING = List.of(
            new Rule(List.of("*"), List.of("*"), List.of("*"), List.of()), Rule.ofPaths(List.of("*"), List.of("*")));

    private final Authorizer authorizer;
    private final RbacIndex index;

    /** Judges by the observed roles; asks the authorizer for {@code escalate} and {@code bind}. */
    public Escalation(Authorizer authorizer, RbacIndex index) {
        this.authorizer = authorizer;
        this.index = index;
    }

    /**
     * The refusal of a write, or nothing when it is permitted.
     *
     * @param written the object as it will be
     * @param before the object as it is; null for a creation
     */
    public Completion<Optional<Status>> refusal(
            User user, ResourceType resource, KubernetesObject written, KubernetesObject before) {
        if (user.isIn(User.MASTERS)) {
            return Completion.of(Optional.empty());
        }
        return written.kind().endsWith("Binding")
                ? binding(user, resource, RbacReader.binding(written), before)
                : role(user, resource, RbacReader.role(written), before);
    }

    private Completion<Optional<Status>> role(User user, ResourceType resource, Role written, KubernetesObject before) {
        if (before != null) {
            Role old = RbacReader.role(before);
            if (old.rules().equals(written.rules()) && old.aggregation().equals(written.aggregation())) {
                return Completion.of(Optional.empty());
            }
        }
        Attributes.Resource target = Attributes.Resource.of(resource, "", written.namespace(), written.name());
        return unlessAllowed(new Attributes(user, "escalate", target), () -> {
                    List<Rule> held = held(user, written.namespace());
                    if (!written.aggregation().isEmpty()
                            && !RuleCover.missing(held, EVERYTHING).isEmpty()) {
                        return Optional.of("must have cluster-admin privileges to use the aggregationRule");
                    }
                    return excess(user, held, written.rules());
                })
                .map(why -> why.map(text -> Status.forbidden(resource, written.name(), text)));
    }

    private Completion<Optional<Status>> binding(
            User user, ResourceType resource, Binding written, KubernetesObject before) {
        if (before != null && RbacReader.binding(before).equals(written)) {
            return Completion.of(Optional.empty());
        }
        String plural = written.clusterRole() ? "clusterroles" : "roles";
        ResourceType roles =
                new ResourceType(GROUP, resource.version(), written.roleKind(), plural, !written.clusterRole());
        Attributes.Resource target = Attributes.Resource.of(roles, "", written.namespace(), written.role());
        List<Rule> granted = index.rulesOf(written);
        if (granted == null) {
            return authorizer
                    .authorize(new Attributes(user, "bind", target))
                    .map(decision -> decision.isAllowed()
                            ? Optional.empty()
                            : Optional.of(Status.notFound(roles, written.role())));
        }
        return unlessAllowed(
                        new Attributes(user, "bind", target),
                        () -> excess(user, held(user, written.namespace()), granted))
                .map(why -> why.map(text -> Status.forbidden(resource, written.name(), text)));
    }

    /** A judgement that is passed only when it is needed. */
    private interface Judgement {
        Optional<String> pass();
    }

    private Completion<Optional<String>> unlessAllowed(Attributes exemption, Judgement judgement) {
        return authorizer
                .authorize(exemption)
                .map(decision -> decision.isAllowed() ? Optional.empty() : judgement.pass());
    }

    private List<Rule> held(User user, String namespace) {
        List<Rule> held = new ArrayList<>();
        index.visit(user, namespace, (grant, rules) -> {
            if (rules != null) {
                held.addAll(rules);
            }
            return false;
        });
        return held;
    }

    private static Optional<String> excess(User user, List<Rule> held, List<Rule> wanted) {
        List<String> missing = RuleCover.missing(held, wanted);
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of("user " + GoText.quoted(user.name()) + " (groups=" + GoText.quoted(user.groups())
                + ") is attempting to grant RBAC permissions not currently held:\n" + String.join("\n", missing));
    }
}

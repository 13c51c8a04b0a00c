package dev.wavetank.model.apiserver.authz.node;

import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Attributes.Resource;
import dev.wavetank.model.apiserver.authz.Authorizer;
import dev.wavetank.model.apiserver.authz.Decision;
import dev.wavetank.model.apiserver.authz.rbac.Rule;
import dev.wavetank.sim.Completion;
import java.util.List;

/**
 * Permits kubelets what their node needs ({@code --authorization-mode=Node}). A kubelet is a user {@code
 * system:node:NAME} in the group {@code system:nodes}; about others it has no opinion.
 */
public final class NodeAuthorizer implements Authorizer {

    private static final Decision NEEDED = Decision.allowed("Node: a pod of the node refers to the object");
    private static final Decision OWN = Decision.allowed("Node: it is the node's own object");
    private static final Decision OWN_PODS = Decision.allowed("Node: kubelets may do so with pods");
    private static final Decision RULE = Decision.allowed("Node: a rule of the role system:node");
    private static final String PREFIX = "system:node:";
    private static final String GROUP = "system:nodes";
    private static final List<String> OWN_OBJECT_VERBS = List.of("get", "create", "update", "patch", "delete");

    private final NodeGraph graph;
    private final List<Rule> rules;
    private final boolean selectors;

    /**
     * An authorizer.
     *
     * @param graph what the nodes need
     * @param rules for everything that is not judged by the graph: those of the role {@code system:node}
     * @param selectors whether a node may read only its own Node and Pods, as since v1.32 (feature gate {@code
     *     AuthorizeNodeWithSelectors})
     */
    public NodeAuthorizer(NodeGraph graph, List<Rule> rules, boolean selectors) {
        this.graph = graph;
        this.rules = List.copyOf(rules);
        this.selectors = selectors;
    }

    @Override
    public Completion<Decision> authorize(Attributes attributes) {
        User user = attributes.user();
        if (!user.name().startsWith(PREFIX) || !user.isIn(GROUP)) {
            return Decision.NO_OPINION.now();
        }
        String node = user.name().substring(PREFIX.length());
        if (node.isEmpty()) {
            return Decision.noOpinion("unknown node for user \"" + user.name() + "\"")
                    .now();
        }
        return decide(node, attributes).now();
    }

    private Decision decide(String node, Attributes attributes) {
        if (attributes.target() instanceof Resource asked) {
            switch (asked.group()) {
                case "" -> {
                    Decision special = core(node, attributes.verb(), asked);
                    if (special != null) {
                        return special;
                    }
                }
                case "coordination.k8s.io" -> {
                    if (asked.plural().equals("leases")) {
                        return lease(node, attributes.verb(), asked);
                    }
                }
                case "storage.k8s.io" -> {
                    if (asked.plural().equals("csinodes")) {
                        return ownObject(node, attributes.verb(), asked, "CSINode");
                    }
                    if (asked.plural().equals(RequiredAccess.ATTACHMENTS)) {
                        return get(node, attributes.verb(), asked);
                    }
                }
                default -> {
                    // judged by the rules
                }
            }
        }
        return uniform(attributes);
    }

    private Decision uniform(Attributes attributes) {
        for (Rule rule : rules) {
            if (rule.permits(attributes)) {
                return RULE;
            }
        }
        return Decision.NO_OPINION;
    }

    /** The decision about a resource of the core group; null when the rules are to judge. */
    private Decision core(String node, String verb, Resource asked) {
        return switch (asked.plural()) {
            case RequiredAccess.SECRETS, RequiredAccess.CONFIG_MAPS -> read(node, verb, asked);
            case RequiredAccess.CLAIMS ->
                asked.subresource().equals("status") ? claimStatus(node, verb, asked) : get(node, verb, asked);
            case RequiredAccess.VOLUMES -> get(node, verb, asked);
            case RequiredAccess.SERVICE_ACCOUNTS -> token(node, verb, asked);
            case "nodes" -> selectors ? ownNode(node, verb, asked) : null;
            case RequiredAccess.PODS -> selectors ? pod(node, verb, asked) : null;
            default -> null;
        };
    }

    private Decision read(String node, String verb, Resource asked) {
        if (!verb.equals("get") && !verb.equals("list") && !verb.equals("watch")) {
            return Decision.noOpinion("can only read resources of this type");
        }
        if (!asked.subresource().isEmpty()) {
            return Decision.noOpinion("cannot read subresource");
        }
        if (asked.namespace().isEmpty()) {
            return Decision.noOpinion("can only read namespaced object of this type");
        }
        return related(node, asked);
    }

    private Decision get(String node, String verb, Resource asked) {
        if (!verb.equals("get")) {
            return Decision.noOpinion("can only get individual resources of this type");
        }
        if (!asked.subresource().isEmpty()) {
            return Decision.noOpinion("cannot get subresource");
        }
        return related(node, asked);
    }

    private Decision claimStatus(String node, String verb, Resource asked) {
        if (!verb.equals("update") && !verb.equals("patch")) {
            return Decision.noOpinion("can only get/update/patch this type");
        }
        return related(node, asked);
    }

    private Decision token(String node, String verb, Resource asked) {
        if (!verb.equals("create") || asked.name().isEmpty()) {
            return Decision.noOpinion("can only create tokens for individual service accounts");
        }
        if (!asked.subresource().equals("token")) {
            return Decision.noOpinion("can only create token subresource of serviceaccount");
        }
        return related(node, asked);
    }

    private Decision related(String node, Resource asked) {
        if (asked.name().isEmpty()) {
            return Decision.noOpinion("No Object name found");
        }
        if (graph.needs(node, new RequiredAccess(asked.plural(), asked.namespace(), asked.name()))) {
            return NEEDED;
        }
        return Decision.noOpinion("no relationship found between node '" + node + "' and this object");
    }

    private static Decision lease(String node, String verb, Resource asked) {
        if (!OWN_OBJECT_VERBS.contains(verb)) {
            return Decision.noOpinion("can only get, create, update, patch, or delete a node lease");
        }
        if (!asked.namespace().equals("kube-node-lease")) {
            return Decision.noOpinion("can only access leases in the \"kube-node-lease\" system namespace");
        }
        // At a creation the name is not known yet: NodeRestriction looks at it.
        if (!verb.equals("create") && !asked.name().equals(node)) {
            return Decision.noOpinion("can only access node lease with the same name as the requesting node");
        }
        return OWN;
    }

    private static Decision ownObject(String node, String verb, Resource asked, String kind) {
        if (!OWN_OBJECT_VERBS.contains(verb)) {
            return Decision.noOpinion("can only get, create, update, patch, or delete a " + kind);
        }
        if (!asked.subresource().isEmpty()) {
            return Decision.noOpinion("cannot authorize " + kind + " subresources");
        }
        if (!verb.equals("create") && !asked.name().equals(node)) {
            return Decision.noOpinion("can only access " + kind + " with the same name as the requesting node");
        }
        return OWN;
    }

    /** Which Node is written is NodeRestriction's matter, which of them are read is not. */
    private static Decision ownNode(String node, String verb, Resource asked) {
        boolean whole = asked.subresource().isEmpty();
        switch (verb) {
            case "update", "patch" -> {
                return whole || asked.subresource().equals("status") ? OWN : Decision.NO_OPINION;
            }
            case "create" -> {
                return whole ? OWN : Decision.NO_OPINION;
            }
            case "get", "list", "watch" -> {
                if (!whole) {
                    return Decision.NO_OPINION;
                }
                if (asked.name().equals(node)) {
                    return OWN;
                }
                String what = asked.name().isEmpty() ? "all nodes" : "'" + asked.name() + "'";
                return Decision.noOpinion("node '" + node + "' cannot read " + what + ", only its own Node object");
            }
            default -> {
                return Decision.NO_OPINION;
            }
        }
    }

    private Decision pod(String node, String verb, Resource asked) {
        return switch (asked.subresource() + "/" + verb) {
            case "/get" -> get(node, verb, asked);
            case "/list", "/watch" -> {
                if (node.equals(asked.fields().get("spec.nodeName"))) {
                    yield OWN_PODS;
                }
                yield asked.name().isEmpty()
                        ? Decision.noOpinion("can only list/watch pods with spec.nodeName field selector")
                        : related(node, asked);
            }
            case "/create", "/delete", "status/update", "status/patch", "eviction/create" -> OWN_PODS;
            default -> Decision.NO_OPINION;
        };
    }
}

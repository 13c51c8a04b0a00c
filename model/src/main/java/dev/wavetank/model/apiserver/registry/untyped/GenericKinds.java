package dev.wavetank.model.apiserver.registry.untyped;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is special about kinds that have no record of their own, by resource. */
public final class GenericKinds {

    /** By qualified name of the resource. */
    public static final Map<String, KindRules> RULES = rules();

    private GenericKinds() {}

    private static Map<String, KindRules> rules() {
        Map<String, KindRules> rules = new LinkedHashMap<>();
        access(rules);
        rules.put(
                "networkpolicies.networking.k8s.io",
                KindRules.of(PolicyRules::networkPolicy).withHasGeneration(true));
        rules.put(
                "ingresses.networking.k8s.io",
                KindRules.of(RoutingRules::ingress)
                        .withHasGeneration(true)
                        .withNewStatus(tree("loadBalancer", new LinkedHashMap<>())));
        rules.put(
                "priorityclasses.scheduling.k8s.io",
                KindRules.of(PolicyRules::priorityClass)
                        .withHasGeneration(true)
                        .withUpdate(PolicyRules::priorityClassUpdate));
        for (String webhooks : List.of("mutatingwebhookconfigurations", "validatingwebhookconfigurations")) {
            rules.put(
                    webhooks + ".admissionregistration.k8s.io",
                    KindRules.of(WebhookRules::configuration).withHasGeneration(true));
        }
        return Collections.unmodifiableMap(rules);
    }

    private static void access(Map<String, KindRules> rules) {
        String group = ".rbac.authorization.k8s.io";
        rules.put("roles" + group, KindRules.of(AccessRules::role));
        rules.put("clusterroles" + group, KindRules.of(AccessRules::clusterRole));
        rules.put(
                "rolebindings" + group, KindRules.of(AccessRules::roleBinding).withUpdate(AccessRules::bindingUpdate));
        rules.put(
                "clusterrolebindings" + group,
                KindRules.of(AccessRules::clusterRoleBinding).withUpdate(AccessRules::bindingUpdate));
    }

    private static Map<String, Object> tree(String field, Object value) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(field, value);
        return tree;
    }
}

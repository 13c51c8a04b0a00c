package dev.wavetank.model.cluster;

import dev.wavetank.model.apiserver.AuthenticationConfig;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.controller.ControllerManager;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.kubelet.Kubelet;
import dev.wavetank.model.kubeproxy.KubeProxy;
import dev.wavetank.model.scenario.AddOn;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.PodNetworkAddOn;
import dev.wavetank.model.scheduler.Scheduler;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The users of a cluster's components at its API server.
 *
 * @param byToken users by bearer token; a component's token is its name
 * @param controllerTokens tokens of single controllers by user agent
 */
record Users(Map<String, User> byToken, Map<String, String> controllerTokens) {

    /** Keeps copies. */
    Users {
        byToken = Collections.unmodifiableMap(new LinkedHashMap<>(byToken));
        controllerTokens = Collections.unmodifiableMap(new LinkedHashMap<>(controllerTokens));
    }

    /**
     * The users of a cluster.
     *
     * @param withOwnRights whether every component has only the rights that Kubernetes ships for it; otherwise the
     *     components of the control plane have all rights. The volume provisioner, which is not part of Kubernetes,
     *     always has all rights
     * @param withOwnAccounts whether each controller is a service account of its own
     * @param cluster has nodes and add-ons; the latter have all rights
     */
    static Users of(boolean withOwnRights, boolean withOwnAccounts, ClusterSpec cluster) {
        Map<String, User> users = new LinkedHashMap<>();
        Map<String, String> controllerTokens = new LinkedHashMap<>();
        users.put("admin", known(User.master("admin")));
        for (String component : List.of(ControllerManager.NAME, Scheduler.NAME)) {
            String name = "system:" + component;
            users.put(component, known(withOwnRights ? new User(name, List.of()) : User.master(name)));
        }
        for (int number = 1; number <= cluster.nodeCount(); number++) {
            String node = cluster.nameOf(number);
            users.put(Kubelet.nameOn(node), known(new User("system:node:" + node, List.of("system:nodes"))));
            if (ComponentNames.hasProxies(cluster)) {
                String proxy = "system:" + KubeProxy.NAME;
                users.put(
                        KubeProxy.nameOn(node), known(withOwnRights ? new User(proxy, List.of()) : User.master(proxy)));
            }
        }
        for (AddOn addOn : cluster.addOns()) {
            Optional<User> account = withOwnRights ? AddOnRoles.account(addOn) : Optional.empty();
            users.put(addOn.component(), known(account.orElseGet(() -> User.master(addOn.component()))));
            if (addOn instanceof PodNetworkAddOn network) {
                for (int number = 1; number <= cluster.nodeCount(); number++) {
                    String agent = network.on(cluster.nameOf(number));
                    users.put(agent, known(account.orElseGet(() -> User.master(agent))));
                }
            }
        }
        if (withOwnAccounts) {
            for (KubernetesController controller : KubernetesController.values()) {
                controller.role().ifPresent(role -> {
                    users.put(
                            role,
                            User.serviceAccount("kube-system", role, uid(role)).with(User.AUTHENTICATED));
                    controllerTokens.put(controller.userAgent(), role);
                });
            }
        }
        if (withOwnRights) {
            String provisioner = KubernetesController.EXTERNAL_PROVISIONER.userAgent();
            users.put(provisioner, known(User.master("system:serviceaccount:kube-system:" + provisioner)));
            controllerTokens.put(provisioner, provisioner);
        }
        return new Users(users, controllerTokens);
    }

    /**
     * How the API server knows them, and others besides.
     *
     * @param flags the other users
     * @param withTokens whether it makes tokens of service accounts, too
     * @throws IllegalArgumentException when another user has the token of a component
     */
    AuthenticationConfig authentication(AuthenticationConfig flags, boolean withTokens) {
        Map<String, User> tokens = new LinkedHashMap<>(byToken);
        flags.tokens().forEach((token, user) -> {
            if (byToken.containsKey(token)) {
                throw new IllegalArgumentException(ClusterSpec.TOKEN_AUTH_FILE + ": the token '" + token + "' of "
                        + user.name() + " is that of a component: give another one");
            }
            tokens.put(token, user);
        });
        AuthenticationConfig known = flags.withTokens(tokens);
        return withTokens ? known : known.withServiceAccounts(null);
    }

    /** The uids of all service accounts of controllers, by name. */
    static Map<String, String> accounts() {
        Map<String, String> uids = new LinkedHashMap<>();
        for (String account : ControllerManager.accounts()) {
            uids.put(account, uid(account));
        }
        return uids;
    }

    /** A user of the token file: with its name as uid, in the group of authenticated users. */
    private static User known(User user) {
        return new User(user.name(), user.name(), user.groups()).with(User.AUTHENTICATED);
    }

    /** The uid of a controller's service account. */
    static String uid(String controller) {
        return UUID.nameUUIDFromBytes(controller.getBytes(StandardCharsets.UTF_8))
                .toString();
    }
}

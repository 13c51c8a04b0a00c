package dev.wavetank.model.apiserver;

import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.rbac.RbacPolicy;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Distribution;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The flags of an API server.
 *
 * @param etcd name of the etcd component ({@code --etcd-servers})
 * @param authorizationMode some of {@link AuthorizationModes#ALL}, separated by commas ({@code --authorization-mode})
 * @param rbac roles and bindings for {@code RBAC}, besides those that are stored
 * @param enableAdmissionPlugins plugins by name, asked in the order of {@link AdmissionPlugins#ALL}
 * @param tokens users by bearer token ({@code --token-auth-file})
 * @param serviceTime time that the server itself takes for a request, without etcd
 */
public record ApiServerConfig(
        String etcd,
        String authorizationMode,
        RbacPolicy rbac,
        List<String> enableAdmissionPlugins,
        Map<String, User> tokens,
        Distribution serviceTime) {

    /** Everything is permitted to everybody, all plugins are on, a request takes about half a millisecond. */
    public static final ApiServerConfig DEFAULT = new ApiServerConfig(
            "etcd",
            "AlwaysAllow",
            RbacPolicy.NONE,
            AdmissionPlugins.ALL,
            Collections.emptyMap(),
            new Distribution.LogNormal(500 * VirtualTime.MICROSECOND, 4 * VirtualTime.MILLISECOND));

    /** Checks the names of modes and plugins. */
    public ApiServerConfig {
        AuthorizationModes.parse(authorizationMode);
        for (String plugin : enableAdmissionPlugins) {
            if (!AdmissionPlugins.ALL.contains(plugin)) {
                throw new IllegalArgumentException("there is no admission plugin '" + plugin
                        + "'; enableAdmissionPlugins may name " + String.join(", ", AdmissionPlugins.ALL));
            }
        }
    }

    /** The same with these users. */
    public ApiServerConfig withTokens(Map<String, User> users) {
        return new ApiServerConfig(etcd, authorizationMode, rbac, enableAdmissionPlugins, users, serviceTime);
    }

    /** The same with these authorization modes. */
    public ApiServerConfig withAuthorizationMode(String modes) {
        return new ApiServerConfig(etcd, modes, rbac, enableAdmissionPlugins, tokens, serviceTime);
    }

    /** The same with RBAC under these rules. */
    public ApiServerConfig withRbac(RbacPolicy rules) {
        return new ApiServerConfig(etcd, "RBAC", rules, enableAdmissionPlugins, tokens, serviceTime);
    }
}

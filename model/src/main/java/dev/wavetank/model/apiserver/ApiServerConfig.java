package dev.wavetank.model.apiserver;

import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.RbacPolicy;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Distribution;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The flags of an API server.
 *
 * @param etcd names of the etcd members, separated by commas ({@code --etcd-servers})
 * @param authorizationMode {@code AlwaysAllow} or {@code RBAC} ({@code --authorization-mode})
 * @param rbac the rules for {@code RBAC}
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

    /**
     * Everything is permitted to everybody, plugins are {@link AdmissionPlugins#DEFAULT}, a request takes about half a
     * millisecond.
     */
    public static final ApiServerConfig DEFAULT = new ApiServerConfig(
            "etcd",
            "AlwaysAllow",
            RbacPolicy.NONE,
            AdmissionPlugins.DEFAULT,
            Collections.emptyMap(),
            new Distribution.LogNormal(500 * VirtualTime.MICROSECOND, 4 * VirtualTime.MILLISECOND));

    /** Checks the names of modes and plugins. */
    public ApiServerConfig {
        if (!authorizationMode.equals("AlwaysAllow") && !authorizationMode.equals("RBAC")) {
            throw new IllegalArgumentException(
                    "authorizationMode must be AlwaysAllow or RBAC, was '" + authorizationMode + "'");
        }
        for (String plugin : enableAdmissionPlugins) {
            if (!AdmissionPlugins.ALL.contains(plugin)) {
                throw new IllegalArgumentException("there is no admission plugin '" + plugin
                        + "'; enableAdmissionPlugins may name " + String.join(", ", AdmissionPlugins.ALL));
            }
        }
    }

    /** The same with these members of etcd, by name. */
    public ApiServerConfig withEtcd(List<String> members) {
        return new ApiServerConfig(
                String.join(",", members), authorizationMode, rbac, enableAdmissionPlugins, tokens, serviceTime);
    }

    /** The same with these users. */
    public ApiServerConfig withTokens(Map<String, User> users) {
        return new ApiServerConfig(etcd, authorizationMode, rbac, enableAdmissionPlugins, users, serviceTime);
    }

    /** The same with RBAC under these rules. */
    public ApiServerConfig withRbac(RbacPolicy rules) {
        return new ApiServerConfig(etcd, "RBAC", rules, enableAdmissionPlugins, tokens, serviceTime);
    }

    /** The same with these admission plugins. */
    public ApiServerConfig withAdmissionPlugins(List<String> plugins) {
        return new ApiServerConfig(etcd, authorizationMode, rbac, plugins, tokens, serviceTime);
    }
}

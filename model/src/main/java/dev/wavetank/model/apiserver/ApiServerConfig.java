package dev.wavetank.model.apiserver;

import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.rbac.RbacPolicy;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Distribution;
import java.util.List;
import java.util.Map;

/**
 * The flags of an API server.
 *
 * @param etcd names of the etcd members, separated by commas ({@code --etcd-servers})
 * @param authentication who the users are
 * @param authorization what they may do
 * @param enableAdmissionPlugins plugins by name, asked in the order of {@link AdmissionPlugins#ALL}
 * @param serviceTime time that the server itself takes for a request, without etcd
 * @param tracksComponents whether the fields that simulated components write are owned by them too, as those of
 *     requests over the wire always are; it costs their requests JSON, so that a cluster runs several times slower
 */
public record ApiServerConfig(
        String etcd,
        AuthenticationConfig authentication,
        AuthorizationConfig authorization,
        List<String> enableAdmissionPlugins,
        Distribution serviceTime,
        boolean tracksComponents) {

    /**
     * Everything is permitted to everybody, plugins are {@link AdmissionPlugins#DEFAULT}, a request takes about half a
     * millisecond.
     */
    public static final ApiServerConfig DEFAULT = new ApiServerConfig(
            "etcd",
            AuthenticationConfig.DEFAULT,
            AuthorizationConfig.of("AlwaysAllow"),
            AdmissionPlugins.DEFAULT,
            new Distribution.LogNormal(500 * VirtualTime.MICROSECOND, 4 * VirtualTime.MILLISECOND),
            false);

    /** Checks the names of plugins. */
    public ApiServerConfig {
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
                String.join(",", members),
                authentication,
                authorization,
                enableAdmissionPlugins,
                serviceTime,
                tracksComponents);
    }

    /** The same with these users. */
    public ApiServerConfig withTokens(Map<String, User> users) {
        return withAuthentication(authentication.withTokens(users));
    }

    /** The same with these methods of authentication. */
    public ApiServerConfig withAuthentication(AuthenticationConfig methods) {
        return new ApiServerConfig(etcd, methods, authorization, enableAdmissionPlugins, serviceTime, tracksComponents);
    }

    /** The same with these modes of authorization. */
    public ApiServerConfig withAuthorization(AuthorizationConfig modes) {
        return new ApiServerConfig(etcd, authentication, modes, enableAdmissionPlugins, serviceTime, tracksComponents);
    }

    /** The same with RBAC under these rules. */
    public ApiServerConfig withRbac(RbacPolicy rules) {
        return withAuthorization(authorization.withRbac(rules));
    }

    /** The same with these admission plugins. */
    public ApiServerConfig withAdmissionPlugins(List<String> plugins) {
        return new ApiServerConfig(etcd, authentication, authorization, plugins, serviceTime, tracksComponents);
    }

    /** The same, in which the fields that simulated components write are owned by them. */
    public ApiServerConfig withTracksComponents() {
        return new ApiServerConfig(etcd, authentication, authorization, enableAdmissionPlugins, serviceTime, true);
    }
}

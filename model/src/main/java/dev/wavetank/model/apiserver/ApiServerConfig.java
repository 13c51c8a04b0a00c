package dev.wavetank.model.apiserver;

import dev.wavetank.model.apiserver.aggregator.AggregatedApi;
import dev.wavetank.model.apiserver.allocation.ServiceRanges;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.rbac.RbacPolicy;
import dev.wavetank.model.apiserver.chain.FlowControl;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Distribution;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The flags of an API server.
 *
 * @param etcd names of the etcd members ({@code --etcd-servers})
 * @param authentication who the users are
 * @param authorization what they may do
 * @param admission which admission plugins are asked
 * @param flow how much it does at once, and how fast
 * @param watchCacheLag time from when the server hears of a change to when its watch cache knows it, on top of the
 *     network's latency; nothing when there is none
 * @param eventTtl how long Events are kept, in nanoseconds ({@code --event-ttl})
 * @param services from where services get addresses and ports
 * @param tracksComponents whether the fields that simulated components write are owned by them too, as those of
 *     requests over the wire always are; it costs their requests JSON, so that a cluster runs several times slower
 * @param aggregated groups that other servers serve behind this one
 */
@RecordBuilder
public record ApiServerConfig(
        List<String> etcd,
        AuthenticationConfig authentication,
        AuthorizationConfig authorization,
        AdmissionConfig admission,
        FlowControl flow,
        Optional<Distribution> watchCacheLag,
        long eventTtl,
        ServiceRanges services,
        boolean tracksComponents,
        List<AggregatedApi> aggregated)
        implements ApiServerConfigBuilder.With {

    /**
     * Everything is permitted to everybody, plugins are {@link AdmissionPlugins#DEFAULT}, the server is as fast as a
     * recorded one.
     */
    public static final ApiServerConfig DEFAULT = new ApiServerConfig(
            List.of("etcd"),
            AuthenticationConfig.DEFAULT,
            AuthorizationConfig.of("AlwaysAllow"),
            AdmissionConfig.DEFAULT,
            FlowControl.DEFAULT,
            Optional.empty(),
            VirtualTime.HOUR,
            ServiceRanges.DEFAULT,
            false,
            List.of());

    /** The same with these users. */
    public ApiServerConfig withTokens(Map<String, User> users) {
        return withAuthentication(authentication.withTokens(users));
    }

    /** The same with RBAC under these rules. */
    public ApiServerConfig withRbac(RbacPolicy rules) {
        return withAuthorization(authorization.withRbac(rules));
    }

    /** The same with these admission plugins. */
    public ApiServerConfig withAdmissionPlugins(List<String> plugins) {
        return withAdmission(new AdmissionConfig(plugins, admission.own()));
    }
}

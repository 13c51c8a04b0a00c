package dev.wavetank.properties.oracle;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.network.rule.CallSelector;
import java.util.stream.Stream;

/**
 * A request that changed something.
 *
 * @param component the client's component, such as {@code kube-controller-manager-1}
 * @param agent user agent of the client, such as {@code replicaset-controller}
 * @param request the request
 * @param received virtual time at which the API server received it, in nanoseconds
 * @param nthOfVerb which of the agent's changes with this verb it is, from 1, those that failed among them
 * @param nthOfSubject the same, of those with this verb and subject
 */
public record Write(
        String component, String agent, ApiRequest request, long received, int nthOfVerb, int nthOfSubject) {

    private static final long DOWN = 2 * VirtualTime.SECOND;
    private static final long SUPERSEDED = 30 * VirtualTime.SECOND;

    /** The verb of the request. */
    public String verb() {
        return request.verb().toString();
    }

    /** The place in a run at which it is answered. */
    public Anchor answered() {
        return new Anchor(agent, verb(), Anchor.ANY, nthOfVerb);
    }

    /** The requests that are like it; it is number {@link #nthOfSubject} of them. */
    public CallSelector like(ClusterSpec cluster) {
        return new CallSelector(agent, ComponentNames.allApiServers(cluster), verb(), request.subject());
    }

    /**
     * How long a crash of the component that made it lasts, in nanoseconds: 2 s; with standby replicas, until its lease
     * has run out and one of them has acquired it.
     */
    public long outage(ClusterSpec cluster) {
        return Stream.of(ComponentNames.controllerManagers(cluster), ComponentNames.schedulers(cluster))
                        .anyMatch(equals -> equals.size() > 1 && equals.contains(component))
                ? SUPERSEDED
                : DOWN;
    }

    /** Such as {@code create pods/default/web-5d4b-}. */
    @Override
    public String toString() {
        return verb() + " " + request.subject();
    }
}

package dev.wavetank.model.api;

import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.Operation;

/**
 * A request as it travels: with who asks.
 *
 * @param identity of the user
 * @param userAgent name of the program, as the audit log and {@code managedFields} show it
 * @param request what is asked
 * @param origin where it comes from, for the trace: no server decides by it
 */
public record ApiCall(Identity identity, String userAgent, ApiRequest request, Origin origin) implements Operation {

    /**
     * Which of several equal programs sent a request, and when: what no server could know from the wire.
     *
     * @param component name of the component, such as {@code kube-controller-manager-1}; empty when it is not known
     * @param sent virtual time at which it left, in nanoseconds: after the wait for the client's rate limit
     */
    public record Origin(String component, long sent) {

        /** Of what came over the wire. */
        public static final Origin UNKNOWN = new Origin("", 0);
    }

    /** A request of an unknown sender, who bears a token. */
    public ApiCall(String token, String userAgent, ApiRequest request) {
        this(Identity.ofToken(token), userAgent, request, Origin.UNKNOWN);
    }

    @Override
    public String actor() {
        return userAgent;
    }

    @Override
    public String verb() {
        return request.verb().toString();
    }

    @Override
    public String subject() {
        return request.subject();
    }

    /** Where an API server takes requests. */
    public static Address<ApiCall, ApiResponse> requests(String server) {
        return new Address<>(server, "requests");
    }

    /** The path at which an API server reports what it serves. */
    public static Address<DiscoveryRequest, ApiResponse> discovery(String server) {
        return new Address<>(server, "discovery");
    }

    /** Where an API server takes watches. */
    public static Address<WatchRequest, WatchEvent> watches(String server) {
        return new Address<>(server, "watches");
    }
}

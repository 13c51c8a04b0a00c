package dev.wavetank.model.api;

import dev.wavetank.sim.network.Address;
import dev.wavetank.sim.network.Operation;

/**
 * A request as it travels: with who asks.
 *
 * @param token bearer token of the user
 * @param userAgent name of the program, as the audit log and {@code managedFields} show it
 * @param request what is asked
 */
public record ApiCall(String token, String userAgent, ApiRequest request) implements Operation {

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

    /** Where an API server tells what it serves. */
    public static Address<DiscoveryRequest, ApiResponse> discovery(String server) {
        return new Address<>(server, "discovery");
    }

    /** Where an API server takes watches. */
    public static Address<WatchRequest, WatchEvent> watches(String server) {
        return new Address<>(server, "watches");
    }
}

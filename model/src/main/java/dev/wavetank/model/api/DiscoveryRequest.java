package dev.wavetank.model.api;

import dev.wavetank.sim.network.rule.Operation;

/**
 * Asks which resources a server serves. One request, as aggregated discovery needs it (v1.26); older clients sent one
 * for every group and version.
 *
 * @param token bearer token of the user
 * @param userAgent name of the program
 */
public record DiscoveryRequest(String token, String userAgent) implements Operation {

    @Override
    public String actor() {
        return userAgent;
    }

    @Override
    public String verb() {
        return Verb.GET.toString();
    }

    @Override
    public String subject() {
        return "/apis";
    }
}

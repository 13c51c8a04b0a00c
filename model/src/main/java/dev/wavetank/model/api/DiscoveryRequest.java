package dev.wavetank.model.api;

import dev.wavetank.sim.network.rule.Operation;

/**
 * Asks which resources a server serves. One request, as aggregated discovery needs it (v1.26); older clients sent one
 * for every group and version.
 *
 * @param identity of the user
 * @param userAgent name of the program
 */
public record DiscoveryRequest(Identity identity, String userAgent) implements Operation {

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

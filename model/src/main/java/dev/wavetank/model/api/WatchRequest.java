package dev.wavetank.model.api;

import dev.wavetank.sim.network.Operation;

/**
 * Asks for all changes of a resource after a revision.
 *
 * @param token of the user who asks
 * @param userAgent name of the program that asks
 * @param resource which resource
 * @param namespace the empty string for all namespaces
 * @param selection which objects
 * @param fromRevision the revision after which changes are told
 */
public record WatchRequest(
        String token,
        String userAgent,
        ResourceType resource,
        String namespace,
        ApiRequest.Selection selection,
        long fromRevision)
        implements Operation {

    @Override
    public String actor() {
        return userAgent;
    }

    @Override
    public String verb() {
        return "watch";
    }

    @Override
    public String subject() {
        return resource.plural() + "/" + namespace;
    }
}

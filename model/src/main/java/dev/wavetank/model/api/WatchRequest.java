package dev.wavetank.model.api;

import dev.wavetank.sim.network.rule.Operation;

/**
 * Asks for the changes of a resource.
 *
 * @param identity of the user who asks
 * @param userAgent name of the program that asks
 * @param resource which resource
 * @param namespace the empty string for all namespaces
 * @param selection which objects
 * @param options from when on, and how
 */
public record WatchRequest(
        Identity identity,
        String userAgent,
        ResourceType resource,
        String namespace,
        ApiRequest.Selection selection,
        WatchOptions options)
        implements Operation {

    /**
     * Asks as the bearer of a token for the changes after a revision; 0: with what is there already, see {@link
     * WatchOptions#fromRevision}.
     */
    public WatchRequest(
            String token,
            String userAgent,
            ResourceType resource,
            String namespace,
            ApiRequest.Selection selection,
            long fromRevision) {
        this(Identity.ofToken(token), userAgent, resource, namespace, selection, WatchOptions.from(fromRevision));
    }

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

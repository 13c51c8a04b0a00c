package dev.wavetank.model.trace;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.sim.trace.TraceRecord;

/**
 * A list or a watch of an informer has failed, in such a way that it has to wait before it tries again: the connection
 * was refused or given up, the server answered with an error, or hung up at once.
 *
 * @param agent user agent of the client, which several informers may share
 * @param resource what it reads
 * @param selection which objects of that
 * @param isList whether a list failed, not a watch
 */
public record FailedWatchTrace(String agent, ResourceType resource, ApiRequest.Selection selection, boolean isList)
        implements TraceRecord {

    @Override
    public String type() {
        return isList ? "list.failed" : "watch.failed";
    }

    @Override
    public String actor(String component) {
        return agent;
    }

    @Override
    public String subject() {
        return resource.plural();
    }

    @Override
    public void describe(Fields out) {
        out.text("agent", agent).text("resource", resource.plural());
    }
}

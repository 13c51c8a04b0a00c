package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;

/**
 * Detects what can make a client of the API server believe that an executed request failed, or that a request
 * executed twice was executed once.
 */
public final class LostAnswers {

    private LostAnswers() {}

    /**
     * Whether this record can do so: a fault that deceives the client about the API server, or the API server about
     * etcd; or a response of the API server that etcd did not confirm a write in time.
     *
     * @param voices the component, and the actors of its requests
     */
    public static boolean possible(TraceRecord record, List<String> voices) {
        if (record instanceof RequestTrace request) {
            return request.response().code() >= 500 && !isUninitialized(request.response());
        }
        return record instanceof FaultTrace.Opened opened && canDeceive(opened.fault(), voices);
    }

    /** The server says that the object is stored and waits for its initializers, as it did up to v1.13. */
    private static boolean isUninitialized(ApiResponse response) {
        return response instanceof ApiResponse.Failed failed
                && failed.status().message().contains("waiting for the initialization");
    }

    /** The request may go to any server, and from there to any member of etcd. */
    private static boolean canDeceive(Fault fault, List<String> voices) {
        for (String server : ComponentNames.anyApiServers()) {
            for (String voice : voices) {
                if (fault.canDeceive(voice, server)) {
                    return true;
                }
            }
            for (String member : ComponentNames.anyEtcdMembers()) {
                if (fault.canDeceive(server, member)) {
                    return true;
                }
            }
        }
        return false;
    }
}

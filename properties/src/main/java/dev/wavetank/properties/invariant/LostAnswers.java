package dev.wavetank.properties.invariant;

import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;

/**
 * Says what can make a client of the API server believe that a request failed which was carried out, or that it was
 * carried out once when it was twice.
 */
public final class LostAnswers {

    private LostAnswers() {}

    /**
     * Whether this record can do so: a fault that deceives the client about the API server, or the API server about
     * etcd; or an answer of the API server that etcd did not tell it in time what came of a write.
     *
     * @param voices the component, and the actors in whose names it makes requests
     */
    public static boolean possible(TraceRecord record, List<String> voices) {
        if (record instanceof RequestTrace request) {
            return request.response().code() >= 500;
        }
        return record instanceof FaultTrace.Opened opened && canDeceive(opened.fault(), voices);
    }

    /** Any server may be the one that is asked, and any member of etcd the one that it asks. */
    private static boolean canDeceive(Fault fault, List<String> voices) {
        for (String server : ComponentNames.anyApiServers()) {
            if (voices.stream().anyMatch(voice -> fault.canDeceive(voice, server))
                    || ComponentNames.anyEtcdMembers().stream().anyMatch(member -> fault.canDeceive(server, member))) {
                return true;
            }
        }
        return false;
    }
}

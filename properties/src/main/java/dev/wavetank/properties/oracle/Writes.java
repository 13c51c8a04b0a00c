package dev.wavetank.properties.oracle;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.client.leaderelection.LeaderElection;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The requests of the run that changed something other than Events, and signs of life of nodes and leaders. What a
 * cluster did before the run, all of it at time 0, no crash can interrupt.
 */
public final class Writes implements TraceSink {

    /** Resources, and subresources, that only report activity. */
    private static final Set<String> STORIES = Set.of("events", "leases", "nodes/status");

    private final Map<String, Integer> seen = new TreeMap<>();
    private final List<Write> writes = new ArrayList<>();

    @Override
    public void accept(TraceEntry entry) {
        if (!(entry.record() instanceof RequestTrace answered)
                || !answered.call().request().verb().isMutating()
                || answered.received() == 0) {
            return;
        }
        ApiRequest request = answered.call().request();
        String agent = answered.call().userAgent();
        String kind = agent + " " + request.verb();
        int nthOfVerb = seen.merge(kind, 1, Integer::sum);
        int nthOfSubject = seen.merge(kind + " " + request.subject(), 1, Integer::sum);
        boolean isStory = STORIES.contains(answered.resource()) || agent.equals(LeaderElection.USER_AGENT);
        if (answered.isWrite() && !isStory) {
            writes.add(new Write(
                    answered.call().origin().component(),
                    agent,
                    request,
                    answered.received(),
                    nthOfVerb,
                    nthOfSubject));
        }
    }

    public List<Write> all() {
        return List.copyOf(writes);
    }

    /** Those of an agent. */
    public List<Write> of(String agent) {
        return writes.stream().filter(write -> write.agent().equals(agent)).toList();
    }
}

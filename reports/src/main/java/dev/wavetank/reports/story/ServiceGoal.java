package dev.wavetank.reports.story;

import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.trace.hop.RulesHop;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The record after which a Service works: every node with a kube-proxy has rules that lead to a pod; in a cluster
 * without kube-proxies, an endpoint takes requests.
 */
final class ServiceGoal {

    private static final Pattern SERVICE = Pattern.compile("services?/(.+/.+)");

    private ServiceGoal() {}

    /**
     * The record; empty when the object is no Service, or never works.
     *
     * @param object kind, or plural of the resource, and key
     */
    static Optional<TraceEntry> of(String object, List<TraceEntry> trace) {
        Matcher service = SERVICE.matcher(object);
        if (!service.matches()) {
            return Optional.empty();
        }
        String key = service.group(1);
        Map<String, TraceEntry> firstOfNode = new LinkedHashMap<>();
        TraceEntry endpoints = null;
        for (TraceEntry entry : trace) {
            if (entry.record() instanceof RulesHop rules && rules.leadsOn(key)) {
                firstOfNode.putIfAbsent(rules.node(), entry);
            } else if (endpoints == null
                    && entry.record() instanceof StoreTrace change
                    && change.endpointsOf().equals(key)
                    && change.readyEndpoints() > 0) {
                endpoints = entry;
            }
        }
        return firstOfNode.isEmpty()
                ? Optional.ofNullable(endpoints)
                : firstOfNode.values().stream().reduce((one, other) -> other);
    }
}

package dev.wavetank.model.trace.hop;

import java.util.List;
import java.util.stream.Collectors;

/**
 * kube-proxy has written the rules of its node.
 *
 * @param node its node
 * @param services that have rules now, by key, with the number of pods to which they lead
 */
public record RulesHop(String node, List<Served> services) implements Hop {

    /**
     * A Service with rules.
     *
     * @param service its key
     * @param backends how many pods connections to it can get to
     */
    public record Served(String service, int backends) {

        /** In words, such as {@code default/web leads to 3 pods}. */
        @Override
        public String toString() {
            return service + " leads to " + (backends == 0 ? "no pod" : backends + (backends == 1 ? " pod" : " pods"));
        }
    }

    /** Keeps a copy. */
    public RulesHop {
        services = List.copyOf(services);
    }

    /** Whether connections to a Service get somewhere. */
    public boolean leadsOn(String service) {
        return services.stream().anyMatch(served -> served.service().equals(service) && served.backends() > 0);
    }

    @Override
    public Spent spent() {
        return Spent.WORKING;
    }

    @Override
    public String type() {
        return "kubeproxy.rules";
    }

    @Override
    public String subject() {
        return "nodes/" + node;
    }

    @Override
    public void describe(Fields out) {
        out.text("node", node)
                .text("services", services.stream().map(Served::toString).collect(Collectors.joining(", ")));
    }
}

package dev.wavetank.cli;

import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.input.ScenarioOptions;
import dev.wavetank.cli.input.SpanConverter;
import dev.wavetank.cli.result.JsonResult;
import dev.wavetank.cli.terminal.ExitCode;
import dev.wavetank.cli.terminal.Format;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterNetwork.Place;
import dev.wavetank.model.cluster.PodNetworkView;
import dev.wavetank.model.kubeproxy.ServiceChains;
import dev.wavetank.model.kubeproxy.ServiceRules.Destination;
import dev.wavetank.model.kubeproxy.ServiceRules.Kind;
import dev.wavetank.model.kubeproxy.ServiceRules.Rule;
import dev.wavetank.model.podnetwork.Path;
import dev.wavetank.model.scenario.AddOn;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.TrafficAddOn;
import dev.wavetank.model.traffic.DnsServer;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows which pods answer for a Service, and by which rules. */
@Command(
        name = "curl",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = {
            "Show which pods answer a request to a Service at a virtual time, and by which rules of the client's"
                    + " node.",
            "For every pod that the rules name: how likely it is, how a packet comes there, and what becomes of it."
                    + " Nodes without a kube-proxy get one. The exit code is 1 when any request would fail;"
                    + " otherwise it is that of the run."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank curl web app.yaml",
            "      a Service of the namespace default, from the first node, when the run is over",
            "  wavetank curl shop/web:8080 app.yaml --from node-2 --at 30s",
            "      another port, from another node, in the middle of it",
            "  wavetank curl web app.yaml --node-port",
            "      the port that the Service has on the node"
        })
final class CurlCommand implements Callable<Integer> {

    private static final String ANSWERED = "answered by ";
    private static final ObjectKey API_SERVERS = new ObjectKey("default", "kubernetes");
    private static final String OUTSIDE =
            "an API server, which is outside the pod network: no packet is simulated there";

    private final Streams streams;

    @Parameters(
            index = "0",
            paramLabel = "SERVICE",
            description = "NAME, NAMESPACE/NAME, and :PORT when it is not the only one.")
    private String service;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "FILE",
            description = "A scenario, a saved failure, or manifests.")
    private List<String> files;

    @Option(names = "--from", paramLabel = "NODE", description = "Node of the client; the first by default.")
    private @Nullable String from;

    @Option(names = "--node-port", description = "Ask the address of the node, at the port that the Service has there.")
    private boolean nodePort;

    @Option(
            names = "--at",
            paramLabel = "SPAN",
            converter = SpanConverter.class,
            description = "Virtual time of the request, such as 2.5s; the end of the run by default.")
    private @Nullable Long at;

    @Option(names = "--seed", paramLabel = "N", description = "The seed; 1 by default.")
    private @Nullable Long seed;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "text|json",
            defaultValue = "text",
            description = "Form of the result on standard output: text (default) or json.")
    private Format format;

    @Mixin
    private ScenarioOptions scenarioOptions;

    CurlCommand(Streams streams) {
        this.streams = streams;
    }

    /**
     * What is printed.
     *
     * @param tree the same for programs
     * @param fails whether a request may fail
     */
    private record Seen(List<String> lines, Map<String, Object> tree, boolean fails) {}

    @Override
    public Integer call() {
        Snapshot<Seen> snapshot =
                Snapshot.of(scenarioOptions, files, seed, at, CurlCommand::withProxies, scenario -> {}, this::look);
        snapshot.warn(streams);
        if (format == Format.json) {
            streams.out().println(JsonResult.write(snapshot.seen().tree()));
        } else {
            snapshot.seen().lines().forEach(streams.out()::println);
        }
        return snapshot.seen().fails() ? ExitCode.BROKEN : snapshot.exitCode();
    }

    private static Scenario withProxies(Scenario scenario) {
        ClusterSpec cluster = scenario.cluster();
        if (ComponentNames.hasProxies(cluster)) {
            return scenario;
        }
        List<AddOn> addOns = new ArrayList<>(cluster.addOns());
        addOns.add(new TrafficAddOn.KubeProxies());
        return scenario.withCluster(cluster.withAddOns(addOns));
    }

    private Seen look(Cluster cluster) {
        PodNetworkView view = cluster.podNetworkView();
        Map<String, Map<Destination, Rule>> rules = view.rules();
        String node = from == null ? rules.keySet().stream().findFirst().orElse("") : from;
        if (!rules.containsKey(node)) {
            throw new BadInputException(
                    "there is no node '" + node + "': the nodes are " + String.join(", ", rules.keySet()));
        }
        if (view.addresses().stream().noneMatch(one -> one.node().equals(node))) {
            throw new BadInputException("the machine of " + node + " is down at that time: no client is there");
        }
        Map.Entry<Destination, Rule> found = find(view, rules.get(node));
        boolean fails = fails(view, node, found.getValue());
        return new Seen(lines(view, node, found), tree(view, node, found, fails), fails);
    }

    private Map.Entry<Destination, Rule> find(PodNetworkView view, Map<Destination, Rule> rules) {
        int colon = service.lastIndexOf(':');
        String name = colon < 0 ? service : service.substring(0, colon);
        String port = colon < 0 ? "" : service.substring(colon + 1);
        int slash = name.indexOf('/');
        ObjectKey key = slash < 0
                ? new ObjectKey("default", name)
                : new ObjectKey(name.substring(0, slash), name.substring(slash + 1));
        TreeSet<String> known = new TreeSet<>();
        for (Map.Entry<Destination, Rule> one : rules.entrySet()) {
            boolean isKind = (one.getValue().kind() == Kind.NODE_PORT) == nodePort
                    && one.getValue().kind() != Kind.LOAD_BALANCER;
            boolean isPort =
                    port.isEmpty() || port.equals(String.valueOf(one.getKey().port()));
            if (isKind && isPort && one.getValue().service().equals(key)) {
                return one;
            }
            if (isKind) {
                known.add(one.getValue().service() + ":" + one.getKey().port());
            }
        }
        String domain = key.name() + "." + key.namespace() + ".svc.cluster.local";
        throw new BadInputException("the node has no rule for " + (nodePort ? "a port of the node of " : "") + service
                + ": " + (known.isEmpty() ? "it has none at all" : "there are rules for " + String.join(", ", known))
                + view.lookUp(domain).map(CurlCommand::name).orElse(""));
    }

    /** What the DNS says of a Service that has no rules. */
    private static String name(DnsServer.Answer answer) {
        if (!answer.target().isEmpty()) {
            return ". Its name stands for " + answer.target() + ", which is outside the cluster";
        }
        return answer.addresses().isEmpty()
                ? ""
                : ". Its name leads to " + String.join(", ", answer.addresses())
                        + " without any rule, if the Service is headless";
    }

    private static List<String> lines(PodNetworkView view, String node, Map.Entry<Destination, Rule> found) {
        Rule rule = found.getValue();
        List<String> lines = new ArrayList<>();
        lines.add(rule.label() + " at " + found.getKey() + ", from " + node);
        if (rule.backends().isEmpty()) {
            lines.add("  " + (rule.isLocal() ? "dropped: it has no endpoints on the node" : "rejected: no endpoints"));
            return lines;
        }
        boolean ipvs = view.hasIpvs(node);
        String chains = (rule.kind() == Kind.NODE_PORT ? "KUBE-NODEPORTS" : "KUBE-SERVICES") + " to "
                + ServiceChains.ofService(rule);
        lines.add("  " + (ipvs ? "IPVS virtual server " + found.getKey() + ", each in turn" : chains)
                + (rule.affinity() > 0 ? ", a client stays for " + VirtualTime.span(rule.affinity()) : ""));
        for (Destination backend : rule.backends()) {
            lines.add("  1 of " + rule.backends().size() + ": "
                    + (ipvs ? "" : ServiceChains.ofBackend(rule, backend) + " to ") + backend + ": "
                    + outcome(view, node, rule, backend));
        }
        return lines;
    }

    private static Map<String, Object> tree(
            PodNetworkView view, String node, Map.Entry<Destination, Rule> found, boolean fails) {
        Rule rule = found.getValue();
        boolean ipvs = view.hasIpvs(node);
        List<Object> backends = new ArrayList<>();
        for (Destination backend : rule.backends()) {
            Map<String, Object> one = new LinkedHashMap<>();
            if (!ipvs) {
                one.put("chain", ServiceChains.ofBackend(rule, backend));
            }
            one.put("address", backend.toString());
            one.put("outcome", outcome(view, node, rule, backend));
            backends.add(one);
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("service", rule.label());
        tree.put("address", found.getKey().toString());
        tree.put("from", node);
        tree.put("mode", ipvs ? "ipvs" : "iptables");
        if (!ipvs) {
            tree.put("chain", ServiceChains.ofService(rule));
        }
        tree.put("backends", backends);
        tree.put("fails", fails);
        return tree;
    }

    private static boolean fails(PodNetworkView view, String node, Rule rule) {
        return rule.backends().isEmpty()
                || !rule.service().equals(API_SERVERS)
                        && rule.backends().stream()
                                .anyMatch(one -> !outcome(view, node, rule, one).startsWith(ANSWERED));
    }

    private static String outcome(PodNetworkView view, String node, Rule rule, Destination backend) {
        if (rule.service().equals(API_SERVERS)) {
            return OUTSIDE;
        }
        Path path = view.path(node, backend.address());
        if (!path.arrives()) {
            return "lost at " + path.loss().orElse("");
        }
        Optional<Place> pod = view.places().stream()
                .filter(one -> one.address().equals(backend.address()))
                .findFirst();
        if (pod.isEmpty()) {
            return "unreachable: no pod has the address";
        }
        Optional<String> refusal = view.refusal(pod.get(), backend.port());
        return refusal.map(why -> "refused by " + pod.get().pod() + ": " + why)
                .orElse(ANSWERED + pod.get().pod() + " on " + pod.get().node() + ", " + PingCommand.millis(path.nanos())
                        + " ms away");
    }
}

package dev.wavetank.model.scenario;

import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.scenario.AddOn.AuthorizationWebhook;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.text.Suggestion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The written form of add-ons: a kind, and fields that the kind decides. */
final class AddOnCodec {

    private static final String WEBHOOK = "authorizationWebhook";
    private static final String INITIALIZER = "initializer";
    private static final String WHEN = "when";
    private static final String METRICS = "metricsServer";
    private static final String OPERATOR = "operator";
    private static final String INSTANCE = "instance";
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
    private static final String RESOLUTION = "resolution";
    private static final String GATE = "readinessGate";
    private static final String LEASES = "leases";
    private static final String BACKEND = "backend";
    private static final String REPLICAS = "replicas";
    private static final String BALANCER = "loadBalancer";
    private static final String RANGE = "range";
    private static final String TTL = "ttl";
    private static final List<String> KINDS = List.of(
            WEBHOOK,
            AdmissionWebhookCodec.KIND,
            INITIALIZER,
            LoadCodec.KIND,
            METRICS,
            OPERATOR,
            ExtenderCodec.KIND,
            PodNetworkAddOn.FLANNEL,
            PodNetworkAddOn.CALICO,
            TrafficAddOn.ClusterDns.NAME,
            TrafficAddOn.KubeProxies.NAME,
            BALANCER);
    private static final String SECRETS = "refuseSecretsShorterThan";

    private AddOnCodec() {}

    /** Reads a list of add-ons. */
    static List<AddOn> read(List<DocumentFields> items) {
        List<AddOn> all = new ArrayList<>();
        for (DocumentFields item : items) {
            AddOn read = read(item);
            if (all.stream().anyMatch(other -> other.component().equals(read.component()))) {
                throw item.mistake("kind", "there are two add-ons " + read.component() + ": give one another name");
            }
            if (read instanceof PodNetworkAddOn && PodNetworkAddOn.of(all).isPresent()) {
                throw item.mistake("kind", "a cluster has one pod network: take flannel or calico out");
            }
            item.refuseOthers();
            all.add(read);
        }
        return all;
    }

    private static AddOn read(DocumentFields item) {
        return switch (item.text("kind")) {
            case WEBHOOK -> new AuthorizationWebhook(item.text("host"), latency(item), rules(item));
            case INITIALIZER -> initializer(item);
            case AdmissionWebhookCodec.KIND -> AdmissionWebhookCodec.read(item, latency(item));
            case LoadCodec.KIND -> LoadCodec.read(item);
            case METRICS -> metricsServer(item);
            case OPERATOR -> new AddOn.Operator(name(item, "name"), item.has(INSTANCE) ? name(item, INSTANCE) : "");
            case ExtenderCodec.KIND -> ExtenderCodec.read(item, latency(item));
            case PodNetworkAddOn.FLANNEL -> flannel(item);
            case PodNetworkAddOn.CALICO -> new PodNetworkAddOn(PodNetworkAddOn.CALICO, "bgp");
            case TrafficAddOn.ClusterDns.NAME -> dns(item);
            case TrafficAddOn.KubeProxies.NAME -> new TrafficAddOn.KubeProxies();
            case BALANCER -> balancer(item);
            default ->
                throw item.mistake(
                        "kind",
                        "no such add-on: " + Suggestion.question(item.text("kind"), KINDS) + "expected one of "
                                + String.join(", ", KINDS));
        };
    }

    private static long latency(DocumentFields item) {
        return item.span("latency", AddOn.DEFAULT_LATENCY);
    }

    private static List<AuthorizationWebhook.Rule> rules(DocumentFields item) {
        List<AuthorizationWebhook.Rule> rules = new ArrayList<>();
        for (DocumentFields rule : item.list("rules")) {
            Map<String, String> match = new TreeMap<>();
            for (String field : AuthorizationWebhook.FIELDS) {
                if (rule.has(field)) {
                    match.put(field, rule.text(field));
                }
            }
            String answer = rule.text("answer");
            if (!AuthorizationWebhook.ANSWERS.contains(answer)) {
                throw rule.mistake("answer", "expected one of " + String.join(", ", AuthorizationWebhook.ANSWERS));
            }
            rules.add(new AuthorizationWebhook.Rule(match, answer, rule.text("reason", "")));
            rule.refuseOthers();
        }
        return rules;
    }

    private static AddOn flannel(DocumentFields item) {
        String backend = item.text(BACKEND, "vxlan");
        if (!PodNetworkAddOn.BACKENDS.contains(backend)) {
            throw item.mistake(BACKEND, "expected one of " + String.join(", ", PodNetworkAddOn.BACKENDS));
        }
        String leases = item.text(LEASES, "api");
        if (!leases.equals("api") && !leases.equals("etcd")) {
            throw item.mistake(LEASES, "expected api or etcd, found '" + leases + "'");
        }
        long ttl = leases.equals("etcd") ? item.span(TTL, 24 * VirtualTime.HOUR) : 0;
        if (ttl < VirtualTime.MINUTE && leases.equals("etcd")) {
            throw item.mistake(TTL, "expected at least 1m");
        }
        return new PodNetworkAddOn(PodNetworkAddOn.FLANNEL, backend, ttl);
    }

    private static String name(DocumentFields item, String field) {
        String name = item.text(field);
        if (!NAME.matcher(name).matches()) {
            throw item.mistake(field, "expected small letters, digits and '-', found '" + name + "'");
        }
        return name;
    }

    private static AddOn balancer(DocumentFields item) {
        String range = item.text(RANGE, TrafficAddOn.LoadBalancer.DEFAULT_RANGE);
        if (Ipv4Range.parse(range).isEmpty()) {
            throw item.mistake(
                    RANGE, "expected a range of IPv4 addresses such as " + TrafficAddOn.LoadBalancer.DEFAULT_RANGE);
        }
        return new TrafficAddOn.LoadBalancer(range, item.span("latency", 5 * VirtualTime.SECOND), item.text(GATE, ""));
    }

    private static AddOn dns(DocumentFields item) {
        int replicas = item.number(REPLICAS, 2);
        long ttl = item.span(TTL, TrafficAddOn.ClusterDns.DEFAULT_TTL);
        if (replicas < 0) {
            throw item.mistake(REPLICAS, "expected at least 0, found " + replicas);
        }
        return new TrafficAddOn.ClusterDns(replicas, ttl);
    }

    private static AddOn metricsServer(DocumentFields item) {
        long resolution = item.span(RESOLUTION, AddOn.MetricsServer.DEFAULT_RESOLUTION);
        if (resolution < VirtualTime.SECOND) {
            throw item.mistake(RESOLUTION, "expected at least 1s, found " + VirtualTime.span(resolution));
        }
        return new AddOn.MetricsServer(latency(item), resolution);
    }

    private static AddOn initializer(DocumentFields item) {
        Map<String, Object> patch = item.has("patch") ? item.fields("patch").tree() : new LinkedHashMap<>();
        int least = item.number(SECRETS, 0);
        if (patch.isEmpty() && least == 0) {
            throw item.mistake("kind", "an initializer does something: give it a patch or " + SECRETS);
        }
        List<String> resources = item.words("resources");
        if (least > 0 && !resources.equals(List.of("secrets"))) {
            throw item.mistake("resources", "must be [secrets] with " + SECRETS);
        }
        return new AddOn.Initializer(item.text("name"), resources, conditions(item), latency(item), patch, least);
    }

    private static List<Map<String, String>> conditions(DocumentFields item) {
        List<Map<String, String>> conditions = new ArrayList<>();
        for (DocumentFields one : item.list(WHEN)) {
            Map<String, String> condition = new TreeMap<>();
            for (String field : AddOn.Initializer.CONDITIONS) {
                if (one.has(field)) {
                    condition.put(
                            field,
                            field.equals(AddOn.Initializer.PORT)
                                    ? String.valueOf(one.number(field, 0))
                                    : one.text(field));
                }
            }
            one.refuseOthers();
            if (condition.isEmpty()) {
                throw item.mistake(WHEN, "a condition needs one of " + String.join(", ", AddOn.Initializer.CONDITIONS));
            }
            conditions.add(condition);
        }
        return conditions;
    }

    private static List<Object> conditionTrees(AddOn.Initializer initializer) {
        List<Object> trees = new ArrayList<>();
        for (Map<String, String> condition : initializer.when()) {
            Map<String, Object> tree = new LinkedHashMap<>(condition);
            tree.computeIfPresent(AddOn.Initializer.PORT, (field, port) -> Long.valueOf(String.valueOf(port)));
            trees.add(tree);
        }
        return trees;
    }

    /** The tree that {@link #read} understands. */
    static List<Object> tree(List<AddOn> all) {
        List<Object> trees = new ArrayList<>();
        all.forEach(one -> trees.add(tree(one)));
        return trees;
    }

    private static Map<String, Object> tree(AddOn one) {
        Map<String, Object> tree = new LinkedHashMap<>();
        if (one instanceof AuthorizationWebhook webhook) {
            write(webhook, tree);
        } else if (one instanceof PodNetworkAddOn network) {
            tree.put("kind", network.kind());
            if (network.isFlannel()) {
                tree.put(BACKEND, network.backend());
                if (network.leasesInEtcd()) {
                    tree.put(LEASES, "etcd");
                    tree.put(TTL, VirtualTime.span(network.ttl()));
                }
            }
        } else if (one instanceof TrafficAddOn.KubeProxies) {
            tree.put("kind", TrafficAddOn.KubeProxies.NAME);
        } else if (one instanceof TrafficAddOn.LoadBalancer balancer) {
            tree.put("kind", BALANCER);
            tree.put(RANGE, balancer.range());
            tree.put("latency", VirtualTime.span(balancer.latency()));
            if (!balancer.readinessGate().isEmpty()) {
                tree.put(GATE, balancer.readinessGate());
            }
        } else if (one instanceof TrafficAddOn.ClusterDns dns) {
            tree.put("kind", TrafficAddOn.ClusterDns.NAME);
            tree.put(REPLICAS, (long) dns.replicas());
            tree.put(TTL, VirtualTime.span(dns.ttl()));
        } else if (one instanceof AddOn.SchedulerExtender extender) {
            ExtenderCodec.write(extender, tree);
        } else if (one instanceof AddOn.AdmissionWebhook webhook) {
            AdmissionWebhookCodec.write(webhook, tree);
        } else if (one instanceof AddOn.Load load) {
            LoadCodec.write(load, tree);
        } else if (one instanceof AddOn.Operator operator) {
            tree.put("kind", OPERATOR);
            tree.put("name", operator.name());
            if (!operator.instance().isEmpty()) {
                tree.put(INSTANCE, operator.instance());
            }
        } else if (one instanceof AddOn.MetricsServer metrics) {
            tree.put("kind", METRICS);
            tree.put("latency", VirtualTime.span(metrics.latency()));
            tree.put(RESOLUTION, VirtualTime.span(metrics.resolution()));
        } else if (one instanceof AddOn.Initializer initializer) {
            write(initializer, tree);
        }
        return tree;
    }

    private static void write(AuthorizationWebhook webhook, Map<String, Object> tree) {
        tree.put("kind", WEBHOOK);
        tree.put("host", webhook.host());
        tree.put("latency", VirtualTime.span(webhook.latency()));
        List<Object> rules = new ArrayList<>();
        for (AuthorizationWebhook.Rule rule : webhook.rules()) {
            Map<String, Object> written = new LinkedHashMap<>(rule.match());
            written.put("answer", rule.answer());
            if (!rule.reason().isEmpty()) {
                written.put("reason", rule.reason());
            }
            rules.add(written);
        }
        tree.put("rules", rules);
    }

    private static void write(AddOn.Initializer initializer, Map<String, Object> tree) {
        tree.put("kind", INITIALIZER);
        tree.put("name", initializer.name());
        tree.put("resources", new ArrayList<Object>(initializer.resources()));
        if (!initializer.when().isEmpty()) {
            tree.put(WHEN, conditionTrees(initializer));
        }
        tree.put("latency", VirtualTime.span(initializer.latency()));
        if (!initializer.patch().isEmpty()) {
            tree.put("patch", initializer.patch());
        }
        if (initializer.secretLengthMin() > 0) {
            tree.put(SECRETS, (long) initializer.secretLengthMin());
        }
    }
}

package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.version.KubernetesVersion;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What the documentation of the API says about pods and nodes, worked out by brute force: it reads the objects as they
 * were sent, looks at every node and every pod each time, and shares nothing with the plug-ins.
 *
 * @param version whose rules hold
 * @param nodes all nodes
 * @param placed the pods of each node, by its name
 * @param namespaces the labels of the namespaces
 */
record Oracle(
        KubernetesVersion version,
        List<Node> nodes,
        Map<String, List<Pod>> placed,
        Map<String, Map<String, String>> namespaces) {

    private static final List<String> RESOURCES = List.of("cpu", "memory", "ephemeral-storage", "example.com/gpu");
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    private boolean since(KubernetesVersion first) {
        return version.compareTo(first) >= 0;
    }

    // Trees

    private static Object in(Object tree, String... path) {
        Object at = tree;
        for (String field : path) {
            at = at instanceof Map<?, ?> map ? map.get(field) : null;
        }
        return at;
    }

    private static List<?> list(Object tree, String... path) {
        return in(tree, path) instanceof List<?> list ? list : List.of();
    }

    private static Map<String, String> labels(Pod pod) {
        return pod.metadata().labels();
    }

    private static String label(Node node, Object key) {
        return node.metadata().labels().get(key);
    }

    /** A null selector selects nothing; an empty one everything. */
    private static boolean selects(Object selector, Map<String, String> labels) {
        if (selector == null) {
            return false;
        }
        if (in(selector, "matchLabels") instanceof Map<?, ?> wanted) {
            for (Map.Entry<?, ?> each : wanted.entrySet()) {
                if (!each.getValue().equals(labels.get(each.getKey()))) {
                    return false;
                }
            }
        }
        return list(selector, "matchExpressions").stream().allMatch(each -> holds(each, labels));
    }

    private static boolean holds(Object requirement, Map<String, String> labels) {
        String value = labels.get(in(requirement, "key"));
        List<?> values = list(requirement, "values");
        return switch ((String) in(requirement, "operator")) {
            case "In" -> value != null && values.contains(value);
            case "NotIn" -> value == null || !values.contains(value);
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            case "Gt" -> isNumber(value) && Long.parseLong(value) > Long.parseLong((String) values.get(0));
            default -> isNumber(value) && Long.parseLong(value) < Long.parseLong((String) values.get(0));
        };
    }

    private static boolean isNumber(String text) {
        return text != null && text.matches("-?\\d+");
    }

    // Node by node

    static boolean tolerates(Pod pod, Node.Taint taint) {
        for (PodSpec.Toleration each : pod.spec().tolerations()) {
            boolean effect = each.effect() == null || each.effect().equals(taint.effect());
            boolean key = each.key() == null || each.key().equals(taint.key());
            String wanted = each.value() == null ? "" : each.value();
            boolean value =
                    "Exists".equals(each.operator()) || wanted.equals(taint.value() == null ? "" : taint.value());
            if (effect && key && value) {
                return true;
            }
        }
        return false;
    }

    static boolean repels(Node.Taint taint) {
        return !taint.effect().equals("PreferNoSchedule");
    }

    boolean taintsPermit(Pod pod, Node node) {
        return node.spec().taints().stream().filter(Oracle::repels).allMatch(taint -> tolerates(pod, taint));
    }

    boolean cordonPermits(Pod pod, Node node) {
        return !Boolean.TRUE.equals(node.spec().unschedulable())
                || tolerates(pod, new Node.Taint("node.kubernetes.io/unschedulable", "", "NoSchedule", Map.of()));
    }

    boolean nodeAffinityPermits(Pod pod, Node node) {
        for (Map.Entry<String, String> wanted : pod.spec().nodeSelector().entrySet()) {
            if (!wanted.getValue().equals(label(node, wanted.getKey()))) {
                return false;
            }
        }
        Object required = in(pod.spec().affinity(), "nodeAffinity", REQUIRED);
        return required == null
                || list(required, "nodeSelectorTerms").stream().anyMatch(term -> termMatches(term, node));
    }

    private static boolean termMatches(Object term, Node node) {
        List<?> expressions = list(term, "matchExpressions");
        return !expressions.isEmpty()
                && expressions.stream()
                        .allMatch(each -> holds(each, node.metadata().labels()));
    }

    boolean portsPermit(Pod pod, Node node) {
        for (Pod other : placed.get(node.metadata().name())) {
            for (Container.Port mine : ports(pod)) {
                for (Container.Port taken : ports(other)) {
                    boolean sameAddress = address(mine).equals(address(taken))
                            || address(mine).equals("0.0.0.0")
                            || address(taken).equals("0.0.0.0");
                    if (mine.hostPort().equals(taken.hostPort())
                            && protocol(mine).equals(protocol(taken))
                            && sameAddress) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private static List<Container.Port> ports(Pod pod) {
        return pod.spec().containers().stream()
                .flatMap(each -> each.ports().stream())
                .toList();
    }

    private static String address(Container.Port port) {
        return port.hostIP() == null ? "0.0.0.0" : port.hostIP();
    }

    private static String protocol(Container.Port port) {
        return port.protocol() == null ? "TCP" : port.protocol();
    }

    // Resources

    /** What a pod needs of a resource: the most that it needs at any time. */
    static BigDecimal need(Pod pod, String resource, String absent, boolean countsInit) {
        List<BigDecimal> moments = new ArrayList<>();
        BigDecimal sidecars = BigDecimal.ZERO;
        for (Container each : countsInit ? pod.spec().initContainers() : List.<Container>of()) {
            BigDecimal own = request(each, resource, absent);
            if ("Always".equals(each.other().get("restartPolicy"))) {
                sidecars = sidecars.add(own);
                moments.add(sidecars);
            } else {
                moments.add(sidecars.add(own));
            }
        }
        BigDecimal running = sidecars;
        for (Container each : pod.spec().containers()) {
            running = running.add(request(each, resource, absent));
        }
        moments.add(running);
        Object overhead = in(pod.spec().other(), "overhead", resource);
        BigDecimal most = moments.stream().max(BigDecimal::compareTo).orElseThrow();
        return overhead == null ? most : most.add(amount(resource, (String) overhead));
    }

    private static BigDecimal request(Container container, String resource, String absent) {
        String given = container.resources().requests().getOrDefault(resource, absent);
        return amount(resource, given);
    }

    /** CPU in thousandths, all else in whole units. */
    private static BigDecimal amount(String resource, String quantity) {
        BigDecimal exact = Quantity.parse(quantity).amount();
        return resource.equals("cpu") ? exact.movePointRight(3) : exact;
    }

    BigDecimal room(Node node, String resource) {
        return amount(resource, node.status().allocatable().getOrDefault(resource, "0"));
    }

    private BigDecimal used(Node node, String resource, String absent) {
        BigDecimal used = BigDecimal.ZERO;
        for (Pod pod : placed.get(node.metadata().name())) {
            used = used.add(need(pod, resource, absent, true));
        }
        return used;
    }

    /** Whether a pod asks for more than a node has when it is empty. */
    boolean isTooSmall(Pod pod, Node node) {
        return RESOURCES.stream()
                .anyMatch(resource -> need(pod, resource, "0", true).compareTo(room(node, resource)) > 0);
    }

    TreeSet<String> lacking(Pod pod, Node node) {
        TreeSet<String> lacking = new TreeSet<>();
        if (placed.get(node.metadata().name()).size() >= room(node, "pods").intValueExact()) {
            lacking.add("Too many pods");
        }
        for (String resource : RESOURCES) {
            BigDecimal need = need(pod, resource, "0", true);
            if (need.signum() > 0 && used(node, resource, "0").add(need).compareTo(room(node, resource)) > 0) {
                lacking.add("Insufficient " + resource);
            }
        }
        return lacking;
    }

    /** Shares of CPU and memory that would be used, per cent of {@code most}; by what containers need or a default. */
    private long[] wouldUse(Pod pod, Node node, String resource, boolean defaults) {
        String absent = !defaults ? "0" : resource.equals("cpu") ? "100m" : "200Mi";
        BigDecimal need = need(pod, resource, absent, true);
        // Up to v1.26 the scores take the cores of the overhead of this pod for thousandths.
        boolean quirk = defaults && resource.equals("cpu") && !since(KubernetesVersion.V1_27);
        if (quirk && in(pod.spec().other(), "overhead", "cpu") instanceof String overhead) {
            BigDecimal cores = Quantity.parse(overhead).amount().setScale(0, RoundingMode.UP);
            need = need.subtract(amount("cpu", overhead)).add(cores);
        }
        return new long[] {
            used(node, resource, absent).add(need).longValueExact(),
            room(node, resource).longValueExact()
        };
    }

    long leastAllocated(Pod pod, Node node) {
        return mean(pod, node, (used, room) -> used > room ? 0 : (room - used) * 100 / room);
    }

    long mostAllocated(Pod pod, Node node) {
        return mean(pod, node, (used, room) -> {
            if (used > room) {
                return since(KubernetesVersion.V1_22) ? 100 : 0;
            }
            return used * 100 / room;
        });
    }

    private interface Points {
        long of(long used, long room);
    }

    private long mean(Pod pod, Node node, Points points) {
        long sum = 0;
        int count = 0;
        for (String resource : List.of("cpu", "memory")) {
            long[] amounts = wouldUse(pod, node, resource, true);
            boolean missing = amounts[1] == 0;
            sum += missing ? 0 : points.of(amounts[0], amounts[1]);
            count += missing && since(KubernetesVersion.V1_22) ? 0 : 1;
        }
        return count == 0 ? 0 : sum / count;
    }

    long balanced(Pod pod, Node node) {
        boolean isNew = since(KubernetesVersion.V1_22);
        List<Double> shares = new ArrayList<>();
        boolean wantsNothing = true;
        for (String resource : List.of("cpu", "memory")) {
            long[] amounts = wouldUse(pod, node, resource, !isNew);
            wantsNothing &= need(pod, resource, "0", true).signum() == 0;
            double share = amounts[1] == 0 ? 1 : (double) amounts[0] / amounts[1];
            if (!isNew) {
                shares.add(share);
            } else if (amounts[1] != 0) {
                shares.add(Math.min(1, share));
            }
        }
        if (since(KubernetesVersion.V1_33) && wantsNothing) {
            return 0;
        }
        if (!isNew) {
            boolean full = shares.stream().anyMatch(share -> share >= 1);
            return full ? 0 : (long) ((1 - Math.abs(shares.get(0) - shares.get(1))) * 100);
        }
        double deviation = shares.size() < 2 ? 0 : Math.abs(shares.get(0) - shares.get(1)) / 2;
        return (long) ((1 - deviation) * 100);
    }

    // Affinity of pods

    private boolean means(Object term, Pod owner, Pod other) {
        List<?> named = list(term, "namespaces");
        Object bySelector = since(KubernetesVersion.V1_22) ? in(term, "namespaceSelector") : null;
        String namespace = other.metadata().namespace();
        boolean there = named.contains(namespace)
                || bySelector != null && selects(bySelector, namespaces.getOrDefault(namespace, Map.of()))
                || named.isEmpty()
                        && bySelector == null
                        && namespace.equals(owner.metadata().namespace());
        if (!there || !selects(in(term, "labelSelector"), labels(other))) {
            return false;
        }
        if (since(KubernetesVersion.V1_31)) {
            for (Object key : list(term, "matchLabelKeys")) {
                String own = labels(owner).get(key);
                if (own != null && !own.equals(labels(other).get(key))) {
                    return false;
                }
            }
            for (Object key : list(term, "mismatchLabelKeys")) {
                String own = labels(owner).get(key);
                if (own != null && own.equals(labels(other).get(key))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static List<?> terms(Pod pod, String kind, String strictness) {
        return list(pod.spec().affinity(), kind, strictness);
    }

    private static boolean together(Node first, Node second, Object term) {
        String value = label(first, in(term, "topologyKey"));
        return value != null && value.equals(label(second, in(term, "topologyKey")));
    }

    /** Null when permitted, or the reason. */
    String podAffinityRefusal(Pod pod, Node node) {
        List<?> wanted = terms(pod, "podAffinity", REQUIRED);
        List<Node> matching = new ArrayList<>();
        for (Node each : nodes) {
            for (Pod other : placed.get(each.metadata().name())) {
                if (!wanted.isEmpty() && wanted.stream().allMatch(term -> means(term, pod, other))) {
                    matching.add(each);
                }
            }
        }
        boolean first = matching.stream()
                        .noneMatch(each ->
                                wanted.stream().anyMatch(term -> label(each, in(term, "topologyKey")) != null))
                && wanted.stream().allMatch(term -> means(term, pod, pod));
        for (Object term : wanted) {
            boolean found = matching.stream().anyMatch(each -> together(node, each, term));
            if (label(node, in(term, "topologyKey")) == null || !found && !first) {
                return "node(s) didn't match pod affinity rules";
            }
        }
        boolean avoided = false;
        for (Node each : nodes) {
            for (Pod other : placed.get(each.metadata().name())) {
                for (Object term : terms(pod, "podAntiAffinity", REQUIRED)) {
                    if (means(term, pod, other) && together(node, each, term)) {
                        return "node(s) didn't match pod anti-affinity rules";
                    }
                }
                for (Object term : terms(other, "podAntiAffinity", REQUIRED)) {
                    avoided |= means(term, other, pod) && together(node, each, term);
                }
            }
        }
        return avoided ? "node(s) didn't satisfy existing pods anti-affinity rules" : null;
    }

    long podAffinityPoints(Pod pod, Node node) {
        long points = 0;
        for (Node each : nodes) {
            for (Pod other : placed.get(each.metadata().name())) {
                points += weights(pod, other, "podAffinity", each, node)
                        - weights(pod, other, "podAntiAffinity", each, node);
                points += weights(other, pod, "podAffinity", each, node)
                        - weights(other, pod, "podAntiAffinity", each, node);
                for (Object term : terms(other, "podAffinity", REQUIRED)) {
                    points += means(term, other, pod) && together(node, each, term) ? 1 : 0;
                }
            }
        }
        return points;
    }

    private long weights(Pod owner, Pod other, String kind, Node first, Node second) {
        long sum = 0;
        for (Object preference : terms(owner, kind, PREFERRED)) {
            Object term = in(preference, "podAffinityTerm");
            if (means(term, owner, other) && together(first, second, term)) {
                sum += ((Number) in(preference, "weight")).longValue();
            }
        }
        return sum;
    }

    // Spread

    private List<?> constraints(Pod pod, String whenUnsatisfiable) {
        return list(pod.spec().other(), "topologySpreadConstraints").stream()
                .filter(each -> whenUnsatisfiable.equals(in(each, "whenUnsatisfiable")))
                .toList();
    }

    private boolean counts(Object constraint, Pod owner, Pod other) {
        if (!selects(in(constraint, "labelSelector"), labels(other))) {
            return false;
        }
        for (Object key : since(KubernetesVersion.V1_27) ? list(constraint, "matchLabelKeys") : List.of()) {
            String own = labels(owner).get(key);
            if (own != null && !own.equals(labels(other).get(key))) {
                return false;
            }
        }
        return true;
    }

    private boolean includes(Object constraint, List<?> all, Pod pod, Node node) {
        if (all.stream().anyMatch(each -> label(node, in(each, "topologyKey")) == null)) {
            return false;
        }
        boolean policies = since(KubernetesVersion.V1_26);
        boolean affinity = !policies || !"Ignore".equals(in(constraint, "nodeAffinityPolicy"));
        boolean taints = policies && "Honor".equals(in(constraint, "nodeTaintsPolicy"));
        return (!affinity || nodeAffinityPermits(pod, node)) && (!taints || taintsPermit(pod, node));
    }

    private long matching(Object constraint, Pod owner, Node node) {
        return placed.get(node.metadata().name()).stream()
                .filter(other -> other.metadata().deletionTimestamp() == null
                        && other.metadata().namespace().equals(owner.metadata().namespace())
                        && counts(constraint, owner, other))
                .count();
    }

    private Map<String, Long> domains(Object constraint, List<?> all, Pod pod) {
        Map<String, Long> domains = new LinkedHashMap<>();
        for (Node each : nodes) {
            if (includes(constraint, all, pod, each)) {
                domains.merge(label(each, in(constraint, "topologyKey")), matching(constraint, pod, each), Long::sum);
            }
        }
        return domains;
    }

    /** Null when permitted, or the reason. */
    String spreadRefusal(Pod pod, Node node) {
        String reason = "node(s) didn't match pod topology spread constraints";
        List<?> hard = constraints(pod, "DoNotSchedule");
        for (Object constraint : hard) {
            String value = label(node, in(constraint, "topologyKey"));
            if (value == null) {
                return reason + " (missing required label)";
            }
            Map<String, Long> domains = domains(constraint, hard, pod);
            long least = domains.values().stream().mapToLong(each -> each).min().orElse(Integer.MAX_VALUE);
            if (since(KubernetesVersion.V1_27)
                    && in(constraint, "minDomains") instanceof Number wanted
                    && domains.size() < wanted.intValue()) {
                least = 0;
            } else if (domains.isEmpty()) {
                least = 0;
            }
            long skew = domains.getOrDefault(value, 0L) + (counts(constraint, pod, pod) ? 1 : 0) - least;
            if (skew > ((Number) in(constraint, "maxSkew")).longValue()) {
                return reason;
            }
        }
        return null;
    }

    /** Null when the node is not scored. */
    Long spreadPoints(Pod pod, Node node, List<Node> feasible) {
        List<?> soft = constraints(pod, "ScheduleAnyway");
        double points = 0;
        for (Object constraint : soft) {
            Object key = in(constraint, "topologyKey");
            List<Node> scored = feasible.stream()
                    .filter(each -> soft.stream().allMatch(one -> label(each, in(one, "topologyKey")) != null))
                    .toList();
            if (!scored.contains(node)) {
                return null;
            }
            boolean host = key.equals("kubernetes.io/hostname");
            long domains = host
                    ? scored.size()
                    : scored.stream().map(each -> label(each, key)).distinct().count();
            long count = host
                    ? matching(constraint, pod, node)
                    : domains(constraint, soft, pod).getOrDefault(label(node, key), 0L);
            points += count * StrictMath.log(domains + 2) + (((Number) in(constraint, "maxSkew")).longValue() - 1);
        }
        return since(KubernetesVersion.V1_24) ? Math.round(points) : (long) points;
    }

    // Other preferences

    long nodeAffinityPoints(Pod pod, Node node) {
        long points = 0;
        for (Object each : list(pod.spec().affinity(), "nodeAffinity", PREFERRED)) {
            points += termMatches(in(each, "preference"), node) ? ((Number) in(each, "weight")).longValue() : 0;
        }
        return points;
    }

    long intolerableTaints(Pod pod, Node node) {
        return node.spec().taints().stream()
                .filter(taint -> !repels(taint) && !tolerates(pod, taint))
                .count();
    }
}

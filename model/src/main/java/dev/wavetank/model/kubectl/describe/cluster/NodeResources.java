package dev.wavetank.model.kubectl.describe.cluster;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.page.Times;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.version.Feature;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the pods of a node have requested (kubectl, pkg/describe/describe.go, describeNodeResource, v1.32). */
final class NodeResources {

    private static final List<String> ALWAYS = List.of("cpu", "memory", "ephemeral-storage");
    private static final String HUGE_PAGES = "hugepages-";

    private final Subject node;
    private final Page page;
    private final Map<String, Quantity> allocatable;
    private final Map<String, Quantity> requests = new TreeMap<>();
    private final Map<String, Quantity> limits = new TreeMap<>();

    private NodeResources(Subject node) {
        this.node = node;
        this.page = node.page();
        Map<String, Object> given = node.fields().map("status.allocatable");
        this.allocatable = quantities(given.isEmpty() ? node.fields().map("status.capacity") : given);
    }

    static void write(Subject node, List<ObjectFields> pods) {
        new NodeResources(node).write(pods);
    }

    private void write(List<ObjectFields> pods) {
        boolean first = node.has(Feature.KUBECTL_DESCRIBE_CREATORS);
        String age = node.has(Feature.KUBECTL_DESCRIBE_ACCOUNTS) ? "\tAge" : "\tAGE";
        page.line(0, "Non-terminated Pods:", "(" + pods.size() + " in total)");
        page.line(
                1, "Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits" + (first ? "" : age));
        page.line(
                1,
                "---------\t----\t\t------------\t----------\t---------------\t-------------" + (first ? "" : "\t---"));
        for (ObjectFields pod : pods) {
            Map<String, Quantity> asked = total(pod, "resources.requests");
            Map<String, Quantity> most = total(pod, "resources.limits");
            add(requests, asked);
            add(limits, most);
            String row = pod.text("metadata.namespace") + "\t" + pod.text("metadata.name") + "\t\t"
                    + share(asked, "cpu") + "\t" + share(most, "cpu") + "\t" + share(asked, "memory") + "\t"
                    + share(most, "memory");
            String since = Times.since(pod.text("metadata.creationTimestamp"), node.now());
            page.line(1, first ? row : row + "\t" + since);
        }
        page.line(0, "Allocated resources:");
        page.line(1, "(Total limits may be over 100 percent, i.e., overcommitted.)");
        if (first) {
            page.line(1, "CPU Requests", "CPU Limits", "Memory Requests", "Memory Limits");
            page.line(1, "------------", "----------", "---------------", "-------------");
            page.line(
                    1,
                    share(requests, "cpu"),
                    share(limits, "cpu"),
                    share(requests, "memory"),
                    share(limits, "memory"));
            return;
        }
        page.line(1, "Resource", "Requests", "Limits").line(1, "--------", "--------", "------");
        ALWAYS.forEach(this::shares);
        boolean pages = node.has(Feature.KUBECTL_DESCRIBE_LEASES);
        allocatable.keySet().stream()
                .filter(name -> pages && name.startsWith(HUGE_PAGES))
                .forEach(this::shares);
        allocatable.keySet().stream()
                .filter(NodeResources::isExtended)
                .forEach(name -> page.line(
                        1,
                        name,
                        amount(requests, name).toString(),
                        amount(limits, name).toString()));
    }

    private static boolean isExtended(String name) {
        return !ALWAYS.contains(name) && !name.startsWith(HUGE_PAGES) && !name.equals("pods");
    }

    private void shares(String name) {
        page.line(1, name, share(requests, name), share(limits, name));
    }

    private String share(Map<String, Quantity> amounts, String name) {
        Quantity amount = amount(amounts, name);
        boolean isCpu = name.equals("cpu");
        Quantity all = amount(allocatable, name);
        double whole = isCpu ? all.milliValue() : all.value();
        double part = isCpu ? amount.milliValue() : amount.value();
        return amount + " (" + (whole == 0 ? 0 : (long) (part / whole * 100)) + "%)";
    }

    private static Quantity amount(Map<String, Quantity> amounts, String name) {
        return amounts.getOrDefault(name, Quantity.ZERO);
    }

    /**
     * What a pod has in all: its containers and sidecars, or more while an init container runs, or what it has as a
     * whole; and its overhead
     * (component-helpers, resource/helpers.go, PodRequests and PodLimits).
     */
    private Map<String, Quantity> total(ObjectFields pod, String path) {
        Map<String, Quantity> total = new TreeMap<>();
        pod.list("spec.containers").forEach(container -> add(total, quantities(container.map(path))));
        boolean sidecarsCount = node.has(Feature.KUBECTL_DESCRIBE_SIDECARS);
        Map<String, Quantity> sidecars = new TreeMap<>();
        Map<String, Quantity> most = new TreeMap<>();
        for (ObjectFields container : pod.list("spec.initContainers")) {
            Map<String, Quantity> own = quantities(container.map(path));
            if (sidecarsCount && container.text("restartPolicy").equals("Always")) {
                add(total, own);
                add(sidecars, own);
                own = new TreeMap<>(sidecars);
            } else {
                add(own, sidecars);
            }
            own.forEach((name, amount) -> most.merge(name, amount, NodeResources::larger));
        }
        most.forEach((name, amount) -> total.merge(name, amount, NodeResources::larger));
        total.putAll(quantities(pod.map("spec." + path)));
        boolean isLimit = path.endsWith("limits");
        quantities(pod.map("spec.overhead")).forEach((name, amount) -> {
            // A limit that is not set stays so.
            if (!isLimit || total.containsKey(name)) {
                total.merge(name, amount, Quantity::plus);
            }
        });
        return total;
    }

    private static Quantity larger(Quantity one, Quantity other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    private static void add(Map<String, Quantity> total, Map<String, Quantity> more) {
        more.forEach((name, amount) -> total.merge(name, amount, Quantity::plus));
    }

    private static Map<String, Quantity> quantities(Map<String, Object> amounts) {
        Map<String, Quantity> quantities = new TreeMap<>();
        amounts.forEach((name, amount) -> quantities.put(name, Quantity.parse(String.valueOf(amount))));
        return quantities;
    }
}

package dev.wavetank.model.kubectl.top;

import dev.wavetank.model.kubectl.info.ApiDiscovery;
import dev.wavetank.model.kubectl.info.Reads;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The requests of {@code top} (kubectl, pkg/cmd/top, v1.32): whether there is a metrics API, then one for what it
 * measured. Before v1.10 kubectl asks Heapster instead, a service of which this cluster has none.
 */
final class UsageReads {

    private static final String METRICS = "metrics.k8s.io/v1beta1";
    private static final String HEAPSTER =
            "/api/v1/namespaces/kube-system/services/http:heapster:/proxy/apis/metrics/v1alpha1/";

    private final Session session;
    private final Reads reads;
    private final String resource;
    private final String name;
    private final String labels;

    /** Checks what both commands have in common: at most one name, and not a name with a selector. */
    UsageReads(Session session, String resource) {
        this.session = session;
        this.reads = new Reads(session);
        this.resource = resource;
        Invocation line = session.line();
        List<String> words = line.arguments();
        this.labels = line.value(Flag.SELECTOR).orElse("");
        if (words.size() > 1) {
            String command = resource.substring(0, resource.length() - 1);
            throw UsageException.withManual(line.verb(), command + " [NAME | -l label]");
        }
        this.name = words.isEmpty() ? "" : words.get(0);
        String order = order();
        if (!order.isEmpty() && !order.equals("cpu") && !order.equals("memory")) {
            throw new UsageException("--sort-by accepts only cpu or memory");
        }
        if (!name.isEmpty() && !labels.isEmpty()) {
            throw new UsageException(
                    "only one of NAME or " + (resource.equals("nodes") ? "--" : "") + "selector can be provided");
        }
    }

    /** The name that the command has; empty for all. */
    String name() {
        return name;
    }

    /** What rows are sorted by: {@code cpu}, {@code memory}, or empty for their names. */
    String order() {
        return session.line().value(Flag.SORT_BY).orElse("");
    }

    /**
     * What the metrics server measured; empty after an error, which is then printed.
     *
     * @param path what stands before the plural name of the resource, such as {@code namespaces/default/}
     */
    Completion<Optional<List<ObjectFields>>> usages(String path) {
        if (!session.has(Feature.KUBECTL_TOP_METRICS_API)) {
            return read(HEAPSTER + path, "services http:heapster:");
        }
        return new ApiDiscovery(reads).groupVersions().then(versions -> {
            if (versions.isEmpty()) {
                return Completion.of(Optional.empty());
            }
            if (versions.get().contains(METRICS)) {
                return read("/apis/" + METRICS + "/" + path, resource + ".metrics.k8s.io");
            }
            if (!session.has(Feature.KUBECTL_TOP_METRICS_ONLY)) {
                return read(HEAPSTER + path, "services http:heapster:");
            }
            session.fail("error: Metrics API not available");
            return Completion.of(Optional.empty());
        });
    }

    /** The objects themselves, read the same way; empty after an error, which is then printed. */
    Completion<Optional<List<ObjectFields>>> objects(String path) {
        return read("/api/v1/" + path, resource);
    }

    private Completion<Optional<List<ObjectFields>>> read(String start, String about) {
        String target = name.isEmpty() ? start + resource + query() : start + resource + "/" + name;
        return reads.get(target, name.isEmpty() ? about : about + " " + name)
                .map(read -> read.map(tree -> name.isEmpty() ? tree.list("items") : List.of(tree)));
    }

    private String query() {
        String fields = session.line().value(Flag.FIELD_SELECTOR).orElse("");
        String query = parameter("labelSelector", labels) + parameter("fieldSelector", fields);
        return query.isEmpty() ? "" : "?" + query.substring(1);
    }

    private static String parameter(String parameter, String value) {
        return value.isEmpty() ? "" : "&" + parameter + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}

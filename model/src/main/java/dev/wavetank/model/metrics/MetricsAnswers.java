package dev.wavetank.model.metrics;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.codec.StatusTree;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.http.Query;
import dev.wavetank.model.metrics.MeasuredUsage.PodUsage;
import dev.wavetank.model.metrics.MeasuredUsage.Usage;
import dev.wavetank.sim.VirtualTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Answers one request for {@code /apis/metrics.k8s.io/v1beta1} from one measurement. */
final class MetricsAnswers {

    private static final String API_VERSION = "metrics.k8s.io/v1beta1";
    private static final String ROOT = "/apis/" + API_VERSION + "/";
    /** The fields that can be selected by: the real server knows only the metadata of pods and nodes. */
    private static final List<String> FIELDS = List.of("", "metadata.name");

    private static final String TEXT = "string";
    private static final long MICRO = 1_000_000;
    private static final long KIBI = 1024;

    private final MeasuredUsage measured;
    private final HttpRequest request;
    private final Query query;
    private final ObjectCodec codec = new ObjectCodec();

    /** An object of an answer, and what it says in all. */
    private record Item(Map<String, Object> tree, KubernetesObject about, Usage sum) {}

    MetricsAnswers(MeasuredUsage measured, HttpRequest request) {
        this.measured = measured;
        this.request = request;
        this.query = new Query(request.query());
    }

    HttpResponse answer() {
        if (!measured.isTaken()) {
            return new HttpResponse(503, headers("text/plain; charset=utf-8"), "no metrics to serve\n");
        }
        String path = request.path().startsWith(ROOT) ? request.path().substring(ROOT.length()) : "";
        List<String> parts = List.of(path.split("/"));
        String field = query.first("fieldSelector").replaceFirst("(=|!=).*", "");
        if (!FIELDS.contains(field)) {
            return status(Status.badRequest("field label not supported: " + field));
        }
        try {
            return switch (parts.get(0)) {
                case "nodes" -> nodes(parts.size() > 1 ? parts.get(1) : "");
                case "pods" -> pods("", "");
                case "namespaces" ->
                    parts.size() > 2
                            ? pods(parts.get(1), parts.size() > 3 ? parts.get(3) : "")
                            : status(Status.noSuchResource());
                default -> status(Status.noSuchResource());
            };
        } catch (Metrics.Unreadable wrong) {
            return status(Status.internal(String.valueOf(wrong.getMessage())));
        }
    }

    private HttpResponse nodes(String name) {
        Map<String, Usage> used = new TreeMap<>();
        for (PodUsage pod : measured.byPod()) {
            used.merge(String.valueOf(pod.pod().nodeName()), pod.sum(), Usage::plus);
        }
        List<Item> items = new ArrayList<>();
        for (Node node : measured.nodes()) {
            if (isWanted(node, name)) {
                Usage sum = used.getOrDefault(String.valueOf(node.metadata().name()), Usage.NONE);
                Map<String, Object> tree = tree("NodeMetrics", node);
                tree.put("usage", amounts(sum));
                items.add(new Item(tree, node, sum));
            }
        }
        return name.isEmpty() ? list("NodeMetricsList", items) : one("nodemetrics", name, items);
    }

    private HttpResponse pods(String namespace, String name) {
        List<Item> items = new ArrayList<>();
        for (PodUsage usage : measured.byPod()) {
            boolean inside = namespace.isEmpty()
                    || namespace.equals(usage.pod().metadata().namespace());
            if (inside && isWanted(usage.pod(), name)) {
                Map<String, Object> tree = tree("PodMetrics", usage.pod());
                tree.put("containers", containers(usage));
                items.add(new Item(tree, usage.pod(), usage.sum()));
            }
        }
        return name.isEmpty() ? list("PodMetricsList", items) : one("podmetrics", namespace + "/" + name, items);
    }

    private static List<Object> containers(PodUsage usage) {
        List<Object> containers = new ArrayList<>();
        usage.containers().forEach((name, used) -> {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("name", name);
            tree.put("usage", amounts(used));
            containers.add(tree);
        });
        return containers;
    }

    private boolean isWanted(KubernetesObject object, String name) {
        String own = String.valueOf(object.metadata().name());
        if (!name.isEmpty()) {
            return name.equals(own);
        }
        boolean labelled = LabelSelector.parse(query.first("labelSelector"))
                .matches(object.metadata().labels());
        String field = query.first("fieldSelector").replace("==", "=");
        return labelled && (field.isEmpty() || field.equals("metadata.name=" + own));
    }

    private Map<String, Object> tree(String kind, KubernetesObject about) {
        String taken = measured.time().truncatedTo(ChronoUnit.SECONDS).toString();
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", about.metadata().name());
        if (about.metadata().namespace() != null) {
            metadata.put("namespace", about.metadata().namespace());
        }
        metadata.put("creationTimestamp", taken);
        if (!about.metadata().labels().isEmpty()) {
            metadata.put("labels", new LinkedHashMap<>(about.metadata().labels()));
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", kind);
        tree.put("apiVersion", API_VERSION);
        tree.put("metadata", metadata);
        tree.put("timestamp", taken);
        tree.put("window", VirtualTime.span(measured.window()));
        return tree;
    }

    private static Map<String, Object> amounts(Usage usage) {
        Map<String, Object> amounts = new LinkedHashMap<>();
        amounts.put("cpu", cpu(usage));
        amounts.put("memory", memory(usage));
        return amounts;
    }

    private static String cpu(Usage usage) {
        return usage.cpu() == 0 ? "0" : usage.cpu() * MICRO + "n";
    }

    private static String memory(Usage usage) {
        return usage.memory() / KIBI + "Ki";
    }

    private HttpResponse list(String kind, List<Item> items) {
        if (wantsTable()) {
            return table(items);
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", kind);
        tree.put("apiVersion", API_VERSION);
        tree.put("metadata", new LinkedHashMap<>());
        tree.put("items", items.stream().<Object>map(Item::tree).toList());
        return json(200, tree);
    }

    private HttpResponse one(String resource, String name, List<Item> found) {
        if (found.isEmpty()) {
            String message = resource + ".metrics.k8s.io \"" + name + "\" not found";
            return status(Status.reported(404, "NotFound", message, null));
        }
        return wantsTable() ? table(found) : json(200, found.get(0).tree());
    }

    private boolean wantsTable() {
        return request.header("Accept").contains("as=Table");
    }

    /** The columns of the real one (metrics-server, pkg/api/table.go, v0.6). */
    private HttpResponse table(List<Item> items) {
        List<Object> columns = new ArrayList<>();
        for (String name : List.of("Name", "cpu", "memory", "Window")) {
            Map<String, Object> column = new LinkedHashMap<>();
            column.put("name", name);
            column.put("type", TEXT);
            columns.add(column);
        }
        List<Object> rows = new ArrayList<>();
        for (Item item : items) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put(
                    "cells",
                    List.of(
                            String.valueOf(item.about().metadata().name()),
                            cpu(item.sum()),
                            memory(item.sum()),
                            VirtualTime.span(measured.window())));
            row.put("object", item.tree());
            rows.add(row);
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", "Table");
        tree.put("apiVersion", "meta.k8s.io/v1");
        tree.put("metadata", new LinkedHashMap<>());
        tree.put("columnDefinitions", columns);
        tree.put("rows", rows);
        return json(200, tree);
    }

    private HttpResponse status(Status status) {
        return json(status.code(), StatusTree.of(status));
    }

    private HttpResponse json(int code, Map<String, Object> tree) {
        return new HttpResponse(code, headers("application/json"), codec.json(tree) + "\n");
    }

    private static Map<String, String> headers(String contentType) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", contentType);
        return headers;
    }
}

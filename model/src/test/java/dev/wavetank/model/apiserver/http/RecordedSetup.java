package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.sim.VirtualTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What happened in the recorded cluster between the recorded requests, as far as it can be told from the answers: what
 * the recorder itself did without keeping it, and what controllers did that this simulation does not have.
 */
final class RecordedSetup {

    private static final String D1 = "/apis/apps/v1/namespaces/s7b/deployments/d1";
    private static final ObjectCodec CODEC = new ObjectCodec();

    private final RecordedCluster cluster;
    private String before;
    private String budgetPod = "";

    RecordedSetup(RecordedCluster cluster) {
        this.cluster = cluster;
        for (String namespace : new String[] {"s7b", "s7bterm", "s7bq", "s7blr"}) {
            namespace(namespace);
        }
        cluster.done(
                "POST",
                "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases",
                "{\"metadata\":{\"name\":\"kube-scheduler\"},\"spec\":{\"holderIdentity\":\"x\"}}");
        cluster.runFor(2 * VirtualTime.SECOND);
    }

    private void namespace(String name) {
        cluster.done("POST", "/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + name + "\"}}");
    }

    /** Brings about what a case needs. */
    void prepare(String name) {
        switch (name) {
            case "conflict-put" -> {
                cluster.runFor(3 * VirtualTime.SECOND);
                before = CODEC.json(tree(cluster.done("GET", D1, "")));
                merge(D1, "{\"metadata\":{\"annotations\":{\"touched\":\"yes\"}}}");
                cluster.runFor(VirtualTime.SECOND);
            }
            case "rbac-denied-delete-after-role" -> {
                cluster.done(
                        "POST",
                        "/apis/rbac.authorization.k8s.io/v1/namespaces/s7b/rolebindings",
                        "{\"metadata\":{\"name\":\"r\"},\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":"
                                + "\"Role\",\"name\":\"r\"},\"subjects\":[{\"apiGroup\":\"rbac.authorization.k8s.io\","
                                + "\"kind\":\"User\",\"name\":\"alice\"}]}");
                cluster.runFor(VirtualTime.SECOND);
            }
            // The revisions of the recorded answers tell that a binding and its event came between the two requests,
            // and
            // nothing from the kubelet yet.
            case "neg-grace-mk" -> cluster.holdKubelets();
            case "delete-neg-grace" -> cluster.runFor(20 * VirtualTime.MILLISECOND);
            case "delete-bad-dryrun" -> cluster.releaseKubelets();
            case "add-finalizer-del" -> pod("s7b", "ub3", "\"finalizers\":[\"oracle.io/x\"]");
            case "evict-blocked" -> {
                cluster.runFor(2 * VirtualTime.SECOND);
                // Stands for the disruption controller.
                merge(
                        "/apis/policy/v1beta1/namespaces/s7b/poddisruptionbudgets/pdb/status",
                        "{\"status\":{\"observedGeneration\":1,\"disruptionsAllowed\":0,\"currentHealthy\":7,"
                                + "\"desiredHealthy\":100,\"expectedPods\":7}}");
            }
            case "evict-ok" ->
                cluster.done("DELETE", "/apis/policy/v1beta1/namespaces/s7b/poddisruptionbudgets/pdb", "");
            case "create-pod-in-terminating" -> cluster.done("DELETE", "/api/v1/namespaces/s7bterm", "");
            case "term-ns-release" ->
                // Stands for the namespace controller.
                cluster.done("DELETE", "/api/v1/namespaces/s7bterm/configmaps/hold", "");
            case "pod-in-brand-new-ns" -> {
                namespace("s7bfresh");
                cluster.runFor(120 * VirtualTime.MILLISECOND);
            }
            case "quota-must-specify" -> cluster.runFor(VirtualTime.SECOND);
            case "quota-pods-exceeded" -> {
                // A quota limits, and counts, from when its controller has taken it over.
                cluster.runFor(VirtualTime.SECOND);
                cluster.done(
                        "POST",
                        "/apis/apps/v1/namespaces/s7bq/deployments",
                        "{\"metadata\":{\"name\":\"q1\"},\"spec\":{\"replicas\":0,\"selector\":{\"matchLabels\":"
                                + "{\"app\":\"q1\"}},\"template\":{\"metadata\":{\"labels\":{\"app\":\"q1\"}},\"spec\":"
                                + "{\"containers\":[{\"name\":\"c\",\"image\":\"nginx\"}]}}}}");
                cluster.runFor(VirtualTime.SECOND);
            }
            case "quota-list-final", "lr-dep-get", "lr-defaulted" -> cluster.runFor(VirtualTime.SECOND);
            default -> {
                // The recorder sent one request right after the other.
            }
        }
        cluster.runFor(500 * VirtualTime.MICROSECOND);
    }

    /** A body that the recording did not keep, made from what it was for. */
    String largeBody(String name) {
        Map<String, Object> tree = tree(GoJsonReader.parse(before == null ? "{}" : before));
        Map<String, Object> metadata = tree(tree.get("metadata"));
        switch (name) {
            case "conflict-put" -> {
                return before;
            }
            case "put-no-rv-deploy-unconditional" -> metadata.remove("resourceVersion");
            case "put-wrong-uid" -> metadata.put("uid", "00000000-0000-0000-0000-000000000000");
            case "put-bad-rv" -> metadata.put("resourceVersion", "abc");
            case "put-name-mismatch" -> metadata.put("name", "other");
            case "put-ns-mismatch" -> metadata.put("namespace", "default");
            case "too-large-cm" -> {
                return configMap("\"data\":{\"a\":\"" + "x".repeat(1024 * 1024 + 1) + "\"}");
            }
            case "too-large-3m" -> {
                return configMap("\"data\":{\"a\":\"" + "x".repeat(3 * 1024 * 1024) + "\"}");
            }
            case "too-large-annotations" -> {
                return "{\"metadata\":{\"name\":\"big\",\"annotations\":{\"a\":\"" + "x".repeat(256 * 1024) + "\"}}}";
            }
            default -> throw new AssertionError("no body for " + name);
        }
        tree.put("metadata", metadata);
        return CODEC.json(tree);
    }

    private static String configMap(String data) {
        return "{\"metadata\":{\"name\":\"big\"}," + data + "}";
    }

    /** The path of a case, with the names of pods that chance has made in this run. */
    String target(RecordedCase recorded) {
        if (!recorded.target().contains("/d1-")) {
            return recorded.target();
        }
        if (budgetPod.isEmpty()) {
            Map<?, ?> list = cluster.done("GET", "/api/v1/namespaces/s7b/pods?labelSelector=app%3Dd1", "");
            for (Object item : (List<?>) list.get("items")) {
                budgetPod = (String) tree(tree(item).get("metadata")).get("name");
            }
        }
        return renamed(recorded.target());
    }

    /** The text of a request with the pod that is evicted here, in place of the one that was evicted then. */
    String renamed(String text) {
        return text.replaceAll("d1-[a-z0-9]+-[a-z0-9]+", budgetPod);
    }

    private void merge(String target, String patch) {
        Map<String, String> headers = RecordedCluster.headers("PATCH", "admin");
        headers.put("Content-Type", "application/merge-patch+json");
        HttpResponse response = cluster.send(HttpRequest.of("PATCH", target, headers, patch));
        if (response.code() != 200) {
            throw new AssertionError(target + ": " + response);
        }
    }

    private void pod(String namespace, String name, String metadata) {
        cluster.done(
                "POST",
                "/api/v1/namespaces/" + namespace + "/pods",
                "{\"metadata\":{\"name\":\"" + name + "\"," + metadata + "},\"spec\":{\"schedulerName\":\"none\","
                        + "\"containers\":[{\"name\":\"c\",\"image\":\"nginx\"}]}}");
    }

    @SuppressWarnings("unchecked") // JSON has text keys only
    private static Map<String, Object> tree(Object value) {
        return value == null ? new LinkedHashMap<>() : (Map<String, Object>) value;
    }
}

package dev.wavetank.model.apiserver.admission.webhook;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.apiserver.admission.ClusterView;
import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The webhooks of all configurations of one kind that the server's cache has, in the order in which they are asked. */
final class WebhookConfigurations {

    static final String GROUP = "admissionregistration.k8s.io";

    private static final ResourceType MUTATING =
            new ResourceType(GROUP, "v1", "MutatingWebhookConfiguration", "mutatingwebhookconfigurations", false);
    private static final ResourceType VALIDATING =
            new ResourceType(GROUP, "v1", "ValidatingWebhookConfiguration", "validatingwebhookconfigurations", false);

    private static final long DEFAULT_TIMEOUT_SECONDS = 10;
    private static final long DEFAULT_PORT = 443;

    private final ClusterView cluster;
    private final ResourceType resource;
    private final Map<String, Read> read = new LinkedHashMap<>();

    /** A configuration that has been read. */
    private record Read(KubernetesObject object, List<Webhook> webhooks) {}

    private WebhookConfigurations(ClusterView cluster, ResourceType resource) {
        this.cluster = cluster;
        this.resource = resource;
        cluster.follow(resource);
    }

    static WebhookConfigurations mutating(ClusterView cluster) {
        return new WebhookConfigurations(cluster, MUTATING);
    }

    static WebhookConfigurations validating(ClusterView cluster) {
        return new WebhookConfigurations(cluster, VALIDATING);
    }

    /** Whether there may be a webhook for the request: also as long as the server does not know yet. */
    boolean mayConcern(AdmissionRequest request) {
        return !WebhookCalls.isExempt(request)
                && (!cluster.isSynced() || !cluster.cached(resource, "").isEmpty());
    }

    /** All webhooks, sorted by the names of their configurations. */
    List<Webhook> webhooks() {
        List<KubernetesObject> objects = cluster.cached(resource, "");
        if (objects.isEmpty()) {
            return List.of();
        }
        Map<String, KubernetesObject> byName = new TreeMap<>();
        objects.forEach(object -> byName.put(object.metadata().name(), object));
        read.keySet().retainAll(byName.keySet());
        List<Webhook> webhooks = new ArrayList<>();
        byName.forEach((name, object) -> {
            Read known = read.get(name);
            if (known == null || known.object() != object) {
                known = new Read(object, read(name, (GenericObject) object));
                read.put(name, known);
            }
            webhooks.addAll(known.webhooks());
        });
        return webhooks;
    }

    private static List<Webhook> read(String configuration, GenericObject object) {
        List<Webhook> webhooks = new ArrayList<>();
        List<Object> trees = JsonTree.listOrEmpty(object.other().get("webhooks"));
        for (int i = 0; i < trees.size(); i++) {
            Map<String, Object> tree = JsonTree.mapOrEmpty(trees.get(i));
            String name = text(tree, "name", "");
            boolean anyVersion = !text(tree, "matchPolicy", "Equivalent").equals("Exact");
            List<WebhookRule> rules = new ArrayList<>();
            JsonTree.listOrEmpty(tree.get("rules"))
                    .forEach(rule -> rules.add(rule(JsonTree.mapOrEmpty(rule), anyVersion)));
            long seconds =
                    tree.get("timeoutSeconds") instanceof Number number ? number.longValue() : DEFAULT_TIMEOUT_SECONDS;
            webhooks.add(new Webhook(
                    configuration + "/" + name + "/" + i,
                    name,
                    client(JsonTree.mapOrEmpty(tree.get("clientConfig"))),
                    rules,
                    selector(tree.get("namespaceSelector")),
                    selector(tree.get("objectSelector")),
                    text(tree, "failurePolicy", "Fail").equals("Ignore")
                            ? Webhook.FailurePolicy.IGNORE
                            : Webhook.FailurePolicy.FAIL,
                    seconds * VirtualTime.SECOND,
                    text(tree, "sideEffects", "").startsWith("None"),
                    text(tree, "reinvocationPolicy", "Never").equals("IfNeeded")));
        }
        return webhooks;
    }

    private static WebhookRule rule(Map<String, Object> tree, boolean anyVersion) {
        return new WebhookRule(
                texts(tree, "operations"),
                texts(tree, "apiGroups"),
                texts(tree, "apiVersions"),
                texts(tree, "resources"),
                text(tree, "scope", "*"),
                anyVersion);
    }

    private static Webhook.Client client(Map<String, Object> tree) {
        if (tree.get("url") instanceof String url) {
            String rest = url.replaceFirst("^https?://", "");
            int slash = rest.indexOf('/');
            String host = slash < 0 ? rest : rest.substring(0, slash);
            return new Webhook.Client(
                    WebhookServer.ofHost(host.replaceFirst(":[0-9]+$", "")),
                    url,
                    slash < 0 ? "" : rest.substring(slash));
        }
        Map<String, Object> service = JsonTree.mapOrEmpty(tree.get("service"));
        String namespace = text(service, "namespace", "");
        String name = text(service, "name", "");
        String path = text(service, "path", "");
        String rooted = path.startsWith("/") ? path : "/" + path;
        long port = service.get("port") instanceof Number number ? number.longValue() : DEFAULT_PORT;
        return new Webhook.Client(
                WebhookServer.ofService(namespace, name),
                "https://" + name + "." + namespace + ".svc:" + port + rooted,
                path);
    }

    private static LabelSelector selector(Object value) {
        Map<String, Object> tree = JsonTree.mapOrEmpty(value);
        Map<String, String> labels = new LinkedHashMap<>();
        JsonTree.mapOrEmpty(tree.get("matchLabels")).forEach((key, text) -> labels.put(key, String.valueOf(text)));
        List<LabelSelector.Requirement> expressions = new ArrayList<>();
        for (Object item : JsonTree.listOrEmpty(tree.get("matchExpressions"))) {
            Map<String, Object> expression = JsonTree.mapOrEmpty(item);
            expressions.add(new LabelSelector.Requirement(
                    text(expression, "key", ""), text(expression, "operator", ""), texts(expression, "values")));
        }
        return new LabelSelector(labels, expressions);
    }

    private static String text(Map<String, Object> tree, String field, String otherwise) {
        return tree.get(field) instanceof String text ? text : otherwise;
    }

    private static List<String> texts(Map<String, Object> tree, String field) {
        List<String> texts = new ArrayList<>();
        JsonTree.listOrEmpty(tree.get(field)).forEach(item -> texts.add(String.valueOf(item)));
        return texts;
    }
}

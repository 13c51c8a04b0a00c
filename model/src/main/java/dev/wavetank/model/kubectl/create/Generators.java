package dev.wavetank.model.kubectl.create;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.ImageName;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.kubectl.syntax.VerbSyntax;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The objects that {@code create deployment} and {@code run} make from their flags, with the same fields as the real
 * commands.
 */
final class Generators {

    private Generators() {}

    /** A Deployment whose pods are labelled {@code app=NAME}, with one container for each image. */
    static KubernetesObject deployment(Session session, String name) {
        Invocation line = session.line();
        List<Object> containers = new ArrayList<>();
        for (String image : line.list(Flag.IMAGE)) {
            String containerName =
                    ImageName.parse(image).containerName(session.tools().names());
            containers.add(container(line, containerName, image, "command"));
        }
        int replicas = line.number(Flag.REPLICAS).orElse(1);
        if (containers.isEmpty()) {
            throw invalidDeployment(name, "spec.template.spec.containers: Required value");
        }
        if (replicas < 0) {
            throw invalidDeployment(
                    name, "spec.replicas: Invalid value: " + replicas + ": must be greater than or equal to 0");
        }
        Map<String, Object> labels = tree("app", name);
        Map<String, Object> template = tree("metadata", tree("labels", labels), "spec", tree("containers", containers));
        Map<String, Object> spec = tree(
                "replicas",
                (long) replicas,
                "selector",
                tree("matchLabels", labels),
                "template",
                template,
                "strategy",
                tree());
        return object(session, "apps/v1", "Deployment", metadata(session, name, labels), spec);
    }

    /** The server's error text, without a request. */
    private static UsageException invalidDeployment(String name, String why) {
        return new UsageException("failed to create deployment: Deployment.apps \"" + name + "\" is invalid: " + why);
    }

    /** A Pod labelled {@code run=NAME}, unless labels were given. */
    static KubernetesObject pod(Session session, String name) {
        Invocation line = session.line();
        String image = line.value(Flag.IMAGE).orElse("");
        if (image.isEmpty()) {
            throw new UsageException("--image is required");
        }
        ImageName.parse(image);
        String restartPolicy = line.value(Flag.RESTART).orElse("Always");
        if (!List.of("Always", "OnFailure", "Never").contains(restartPolicy)) {
            throw new UsageException("invalid restart policy: " + restartPolicy);
        }
        String field = line.isOn(Flag.COMMAND) ? "command" : "args";
        List<Object> containers = List.of(container(line, name, image, field));
        Map<String, Object> spec =
                tree("containers", containers, "restartPolicy", restartPolicy, "dnsPolicy", "ClusterFirst");
        Map<String, Object> labels =
                line.value(Flag.LABELS).map(Generators::labels).orElse(tree("run", name));
        return object(session, "v1", "Pod", metadata(session, name, labels), spec);
    }

    private static Map<String, Object> labels(String text) {
        Map<String, Object> labels = new LinkedHashMap<>();
        for (String label : text.split(",")) {
            String[] parts = label.split("=", -1);
            if (parts.length != 2 || parts[0].isEmpty()) {
                throw new UsageException("unexpected label spec: " + label);
            }
            labels.put(parts[0], parts[1]);
        }
        return labels;
    }

    private static Map<String, Object> container(Invocation line, String name, String image, String restField) {
        Map<String, Object> container = tree("name", name, "image", image);
        List<String> rest = new ArrayList<>(line.rest());
        if (line.verb() == VerbSyntax.RUN) {
            rest.addAll(0, line.arguments().subList(1, line.arguments().size()));
        }
        if (!rest.isEmpty()) {
            container.put(restField, rest);
        }
        line.number(Flag.PORT).ifPresent(port -> {
            if (port < 1 || port > 65535) {
                throw new UsageException("invalid port " + port + ": it must be between 1 and 65535");
            }
            container.put("ports", List.of(tree("containerPort", (long) port)));
        });
        container.put("resources", tree());
        return container;
    }

    private static Map<String, Object> metadata(Session session, String name, Map<String, Object> labels) {
        return tree("name", name, "namespace", session.namespaceFor(Resources.PODS), "labels", labels);
    }

    private static KubernetesObject object(
            Session session, String apiVersion, String kind, Map<String, Object> metadata, Map<String, Object> spec) {
        Map<String, Object> tree = tree("apiVersion", apiVersion, "kind", kind, "metadata", metadata, "spec", spec);
        tree.put("status", tree());
        return session.tools().codec().decode(tree);
    }

    private static Map<String, Object> tree(Object... namesAndValues) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            tree.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return tree;
    }
}

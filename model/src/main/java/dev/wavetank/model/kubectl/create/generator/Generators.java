package dev.wavetank.model.kubectl.create.generator;

import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.ImageName;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The object that {@code create deployment} makes from its flags, with the same fields as the real command. */
public final class Generators {

    private Generators() {}

    /** A Deployment whose pods are labelled {@code app=NAME}, with one container for each image. */
    public static Map<String, Object> deployment(Session session) {
        Invocation line = session.line();
        line.require(Flag.IMAGE);
        String name = Trees.name(session);
        List<Object> containers = new ArrayList<>();
        for (String image : line.list(Flag.IMAGE)) {
            // What is no name of an image, the kubelet will find out.
            String containerName =
                    new ImageName(image).containerName(session.tools().names());
            containers.add(container(line, containerName, image, containers.isEmpty()));
        }
        if (containers.size() > 1 && !line.rest().isEmpty()) {
            throw new UsageException("cannot specify multiple --image options and command");
        }
        int replicas = line.number(Flag.REPLICAS_OF_CREATE).orElse(1);
        Map<String, Object> labels = Trees.of("app", name);
        Map<String, Object> template =
                Trees.of("metadata", Trees.of("labels", labels), "spec", Trees.of("containers", containers));
        Map<String, Object> spec = Trees.of(
                "replicas",
                (long) replicas,
                "selector",
                Trees.of("matchLabels", labels),
                "template",
                template,
                "strategy",
                Trees.of());
        Map<String, Object> deployment = Trees.namespaced(session, apiVersion(session), "Deployment");
        Trees.metadata(deployment).put("labels", labels);
        deployment.put("spec", spec);
        deployment.put("status", Trees.of());
        return deployment;
    }

    /** Of the generator {@code deployment-basic}, which first made Deployments of {@code extensions/v1beta1}. */
    private static String apiVersion(Session session) {
        return session.has(Feature.KUBECTL_GENERATES_APPS_V1)
                ? Generator.DEPLOYMENT.apiVersion()
                : Generator.DEPLOYMENT_EXTENSIONS.apiVersion();
    }

    private static Map<String, Object> container(Invocation line, String name, String image, boolean first) {
        Map<String, Object> container = Trees.of("name", name, "image", image);
        if (!line.rest().isEmpty()) {
            container.put("command", line.rest());
        }
        // Only the first container gets the port.
        line.number(Flag.PORT).filter(port -> first).ifPresent(port -> {
            if (port < 1 || port > 65535) {
                throw new UsageException("invalid port " + port + ": it must be between 1 and 65535");
            }
            container.put("ports", List.of(Trees.of("containerPort", (long) port)));
        });
        container.put("resources", Trees.of());
        return container;
    }
}

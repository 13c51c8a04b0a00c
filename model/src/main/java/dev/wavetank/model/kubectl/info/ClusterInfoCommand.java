package dev.wavetank.model.kubectl.info;

import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.List;

/** {@code cluster-info}: the address of the server, and the services of the cluster behind its proxy. */
public final class ClusterInfoCommand implements Command {

    private static final String SERVICES =
            "/api/v1/namespaces/kube-system/services?labelSelector=kubernetes.io%2Fcluster-service%3Dtrue";

    /** What the command ends with, also when it has failed. */
    public static final String MORE =
            "\nTo further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.";

    private final Session session;

    public ClusterInfoCommand(Session session) {
        this.session = session;
    }

    @Override
    public Completion<Boolean> run() {
        String server = "https://" + session.tools().rest().server();
        return new Reads(session).get(SERVICES).map(answer -> {
            if (answer.isEmpty()) {
                session.print(MORE);
                return false;
            }
            String first =
                    session.has(Feature.KUBECTL_CONTROL_PLANE) ? "Kubernetes control plane" : "Kubernetes master";
            print(first, server);
            answer.get().list("items").forEach(service -> print(name(service), server + proxy(service)));
            session.print(MORE);
            return true;
        });
    }

    private void print(String name, String link) {
        session.print(
                session.has(Feature.KUBECTL_COLORS_ALWAYS)
                        ? "\u001b[0;32m" + name + "\u001b[0m is running at \u001b[0;33m" + link + "\u001b[0m"
                        : name + " is running at " + link);
    }

    private static String name(ObjectFields service) {
        Object name = service.map("metadata.labels").get("kubernetes.io/name");
        return name == null ? service.text("metadata.name") : String.valueOf(name);
    }

    private static String proxy(ObjectFields service) {
        List<ObjectFields> ports = service.list("spec.ports");
        String name = service.text("metadata.name");
        if (!ports.isEmpty()) {
            ObjectFields port = ports.get(0);
            boolean secure = port.text("name").equals("https") || port.number("port") == 443;
            String named = port.text("name");
            name = secure ? "https:" + name + ":" + named : name + (named.isEmpty() ? "" : ":" + named);
        }
        return "/api/v1/namespaces/" + service.text("metadata.namespace") + "/services/" + name + "/proxy";
    }
}

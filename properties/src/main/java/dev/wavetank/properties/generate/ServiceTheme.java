package dev.wavetank.properties.generate;

import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.VirtualTime;

/**
 * A Service in front of a Deployment, in a cluster with kube-proxies: named ports, affinity of sessions, local traffic,
 * pods that end slowly; and users who wait until their commands have come to effect.
 */
final class ServiceTheme implements Theme {

    private static final int OPERATIONS_MAX = 6;

    /** Asks a pod that always says no. */
    private static final String BEGINNER = ", readinessProbe: {periodSeconds: 2, httpGet: {path: /, port: 80}}";

    @Override
    public void draw(Draft draft, String id) {
        draft.addKubeProxies();
        String name = "site-" + id;
        draft.begin();
        draft.apply(name + ".yaml", deployment(draft, name));
        String service = service(draft, name, 80);
        draft.apply(name + "-service.yaml", service);
        if (draft.isOneIn(3)) {
            guest(draft, name);
        }
        if (draft.isOneIn(2)) {
            members(draft, name);
        }
        for (int i = draft.between(2, OPERATIONS_MAX); i > 0; i--) {
            draft.pause();
            operate(draft, name, service, i);
        }
    }

    /** A pod of its own behind the Service, which nothing replaces when it leaves; and perhaps comes back. */
    private static void guest(Draft draft, String name) {
        String pod = name + "-guest";
        draft.apply(
                pod + ".yaml",
                "{apiVersion: v1, kind: Pod, metadata: {name: " + pod + ", labels: {app: " + name + "}}, spec: {"
                        + Templates.server("site:1", ", ports: [{name: web, containerPort: 80}]") + "}}\n");
        draft.rest();
        draft.kubectl("label", "pod", pod, "app=elsewhere", "--overwrite");
        if (draft.isOneIn(2)) {
            draft.rest();
            draft.kubectl("label", "pod", pod, "app=" + name, "--overwrite");
        }
    }

    /** A name that stands for the pods themselves, of which one is perhaps never ready. */
    private static void members(Draft draft, String name) {
        draft.addClusterDns();
        String service = name + "-members";
        String early = draft.isOneIn(4) ? "publishNotReadyAddresses: true, " : "";
        draft.apply(
                service + ".yaml",
                Templates.object(
                        "v1",
                        "Service",
                        service,
                        "clusterIP: None, " + early + "selector: {app: " + name + "}, ports: [{port: 80}]"));
        if (draft.isOneIn(2)) {
            String pod = name + "-beginner";
            draft.apply(
                    pod + ".yaml",
                    "{apiVersion: v1, kind: Pod, metadata: {name: " + pod + ", labels: {app: " + name
                            + "}, annotations: {behavior.wavetank.dev/main: readiness fails}}, spec: {"
                            + Templates.server("site:1", BEGINNER) + "}}\n");
        }
    }

    private static String deployment(Draft draft, String name) {
        String ports = ", ports: [{name: web, containerPort: 80}, {name: metrics, containerPort: 9090}]";
        String hook = draft.isOneIn(2) ? Templates.hook(draft.between(6, 20)) : Templates.hook(draft);
        String spec = "terminationGracePeriodSeconds: " + draft.between(2, 30) + ", "
                + Templates.server("site:1", Templates.readiness(draft) + hook + ports);
        return Templates.object(
                "apps/v1",
                "Deployment",
                name,
                "replicas: " + draft.between(0, 6) + ", selector: {matchLabels: {app: " + name + "}}, template: "
                        + Templates.template(name, spec));
    }

    private static String service(Draft draft, String name, int port) {
        String options = draft.pick(
                "",
                "",
                "sessionAffinity: ClientIP, ",
                "sessionAffinity: ClientIP, sessionAffinityConfig: {clientIP: {timeoutSeconds: 60}}, ",
                "internalTrafficPolicy: Local, ",
                "type: NodePort, ",
                "publishNotReadyAddresses: true, ");
        return Templates.object(
                "v1",
                "Service",
                name + ", labels: {" + draft.pick("tier: web", "tier: web, team: one", "team: two") + "}",
                options + "selector: {app: " + name + "}, ports: [{name: web, port: " + port + ", targetPort: "
                        + draft.pick("web", "80") + "}, {name: metrics, port: 9090}]");
    }

    private static void operate(Draft draft, String name, String service, int version) {
        String object = "deployment/" + name;
        switch (draft.between(0, 9)) {
            case 0 -> {
                draft.kubectl("scale", object, "--replicas=" + draft.between(0, 6));
                draft.after(draft.between(5, 60) * VirtualTime.MILLISECOND);
                if (draft.isOneIn(2) && draft.version().has(Feature.KUBECTL_WAIT)) {
                    draft.kubectl("wait", object, "--for=condition=Available", "--timeout=60s");
                } else {
                    draft.kubectl("rollout", "status", object, "--timeout=60s");
                }
            }
            case 1, 2 -> {
                draft.kubectl("set", "image", object, "main=site:" + (version + 1));
                draft.after(draft.between(5, 60) * VirtualTime.MILLISECOND);
                draft.kubectl("rollout", "status", object, "--timeout=120s");
            }
            case 3 -> draft.kubectl("delete", "pods", "-l", "app=" + name, "--wait=false");
            case 4 -> {
                draft.kubectl("delete", "service", name);
                draft.pause();
                draft.apply(name + "-service.yaml", service);
            }
            case 5 -> draft.apply(name + "-service.yaml", service(draft, name, draft.isOneIn(2) ? 80 : 8080));
            case 6 -> {
                draft.kubectl("delete", "deployment", name);
                draft.pause();
                draft.apply(name + ".yaml", deployment(draft, name));
            }
            case 8 -> draft.kubectl("label", "service", name, "tier=" + draft.pick("front", "back"), "--overwrite");
            case 7 -> draft.kubectl("label", "pods", "-l", "app=" + name, "app=let-go", "--overwrite");
            default -> {
                String node = draft.node();
                draft.kubectl("drain", node, "--ignore-daemonsets", "--force", "--timeout=90s");
                draft.rest();
                draft.kubectl("uncordon", node);
            }
        }
    }
}

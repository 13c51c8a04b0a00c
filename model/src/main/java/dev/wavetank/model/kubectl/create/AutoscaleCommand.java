package dev.wavetank.model.kubectl.create;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.kubectl.apply.LastApplied;
import dev.wavetank.model.kubectl.create.generator.Trees;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code autoscale}: makes a HorizontalPodAutoscaler for an object (kubectl/pkg/cmd/autoscale, v1.32): in
 * autoscaling/v1, and since v1.34 in autoscaling/v2.
 */
public final class AutoscaleCommand implements Command {

    private static final List<String> SCALABLE =
            List.of("deployments", "replicasets", "replicationcontrollers", "statefulsets");

    private final Session session;
    private final Invocation line;
    private final ObjectChoice choice;
    private final int most;
    private final int least;
    private final int percent;

    /** Checks the command line. */
    public AutoscaleCommand(Session session) {
        this.session = session;
        this.line = session.line();
        line.require(Flag.MAX);
        this.most = line.number(Flag.MAX).orElse(-1);
        this.least = line.number(Flag.MIN).orElse(-1);
        this.percent = line.number(Flag.CPU_PERCENT).orElse(-1);
        if (most < 1) {
            throw new UsageException("--max=MAXPODS is required and must be at least 1, max: " + most);
        }
        if (most < least) {
            throw new UsageException(
                    "--max=MAXPODS must be larger or equal to --min=MINPODS, max: " + most + ", min: " + least);
        }
        String cpu = line.value(Flag.CPU).orElse("");
        if (percent > 0 && !cpu.isEmpty()) {
            throw new UsageException("--cpu-percent and --cpu are mutually exclusive");
        }
        if (line.value(Flag.CPU_PERCENT).isPresent() && session.has(Feature.KUBECTL_AUTOSCALE_V2)) {
            session.note("Flag --cpu-percent has been deprecated, Use --cpu with percentage or resource quantity format"
                    + " (e.g., '70%' for utilization or '500m' for milliCPU).");
        }
        this.choice = new ObjectChoice(session, line.arguments());
    }

    @Override
    public Completion<Boolean> run() {
        return choice.eachRead((name, object) -> autoscale(name, object));
    }

    private Completion<Boolean> autoscale(ObjectChoice.Named name, KubernetesObject object) {
        ResourceType resource = name.resource();
        if (!SCALABLE.contains(resource.plural())) {
            session.tools()
                    .output()
                    .refuse("error: cannot autoscale a " + resource.kind() + ": could not find scale subresource for "
                            + resource.group() + "/" + resource.version() + ", Resource=" + resource.plural()
                            + " in discovery information");
            return Completion.of(true);
        }
        Manifest plain = session.generated(autoscaler(name, object));
        Manifest made = line.isOn(Flag.SAVE_CONFIG) ? LastApplied.annotatedTyped(session, plain) : plain;
        if (session.isDryRun()) {
            boolean v2 = session.has(Feature.KUBECTL_AUTOSCALE_V2);
            session.printGenerated(made, v2 ? "created" : "autoscaled");
            return Completion.of(true);
        }
        return session.send(ApiRequest.Create.of(made.resource(), made.object()))
                .map(response -> {
                    if (response instanceof ApiResponse.One one) {
                        // Before v1.11 it named what it scales.
                        boolean namesTarget = !session.has(Feature.KUBECTL_TYPE_SLASH_NAME);
                        session.printTyped(
                                namesTarget ? resource : made.resource(),
                                namesTarget ? object : one.object(),
                                "autoscaled");
                        return true;
                    }
                    return session.fail(response, "");
                });
    }

    private Map<String, Object> autoscaler(ObjectChoice.Named name, KubernetesObject object) {
        boolean v2 = session.has(Feature.KUBECTL_AUTOSCALE_V2);
        String given = line.value(Flag.NAME).orElse("");
        Map<String, Object> metadata =
                Trees.of("name", given.isEmpty() ? name.name() : given, "namespace", session.namespace());
        Map<String, Object> target =
                Trees.of("apiVersion", object.apiVersion(), "kind", object.kind(), "name", name.name());
        Map<String, Object> spec = Trees.of("scaleTargetRef", target, "maxReplicas", (long) most);
        if (least > 0) {
            spec.put("minReplicas", (long) least);
        }
        if (v2) {
            List<Object> metrics = metrics();
            if (!metrics.isEmpty()) {
                spec.put("metrics", metrics);
            }
        } else if (percent >= 0) {
            spec.put("targetCPUUtilizationPercentage", (long) percent);
        }
        return Trees.of(
                "apiVersion",
                v2 ? "autoscaling/v2" : "autoscaling/v1",
                "kind",
                "HorizontalPodAutoscaler",
                "metadata",
                metadata,
                "spec",
                spec);
    }

    private List<Object> metrics() {
        List<Object> metrics = new ArrayList<>();
        if (percent > 0) {
            metrics.add(metric("cpu", utilization(percent)));
        }
        line.value(Flag.CPU)
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> metrics.add(metric("cpu", target("cpu", text, "m"))));
        line.value(Flag.MEMORY)
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> metrics.add(metric("memory", target("memory", text, "Mi"))));
        return metrics;
    }

    /** A share such as {@code 70%}, or an amount, which without a unit has the usual one. */
    private static Map<String, Object> target(String resource, String text, String unit) {
        if (text.matches("[0-9]{1,9}%")) {
            return utilization(Long.parseLong(text.substring(0, text.length() - 1)));
        }
        if (!text.matches("[0-9.]+[a-zA-Z]*")) {
            throw new UsageException("invalid resource " + resource + " value: " + text);
        }
        return Trees.of("type", "AverageValue", "averageValue", text.matches("[0-9.]+") ? text + unit : text);
    }

    private static Map<String, Object> utilization(long percent) {
        return Trees.of("type", "Utilization", "averageUtilization", percent);
    }

    private static Map<String, Object> metric(String name, Map<String, Object> target) {
        return Trees.of("type", "Resource", "resource", Trees.of("name", name, "target", target));
    }
}

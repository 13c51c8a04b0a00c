package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.quantity.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The bounds of the fields of pods, and of templates of pods ({@code ValidatePodSpec}). */
final class PodBounds {

    private static final int PORT_MAX = 65535;
    private static final List<String> COUNTS =
            List.of("initialDelaySeconds", "timeoutSeconds", "periodSeconds", "failureThreshold");

    private final PodSpec spec;
    private final String path;
    private final FieldBounds bounds;
    private final Set<String> volumes = new TreeSet<>();

    private PodBounds(PodSpec spec, String path, FieldBounds bounds) {
        this.spec = spec;
        this.path = path;
        this.bounds = bounds;
    }

    /** Compares a spec with its bounds. */
    static void check(PodSpec spec, String path, FieldBounds bounds) {
        check(spec, path, List.of(), bounds);
    }

    /**
     * Compares the spec of a template with its bounds.
     *
     * @param claims names of the volumes that the pods have besides those of the template
     */
    static void check(PodSpec spec, String path, List<String> claims, FieldBounds bounds) {
        new PodBounds(spec, path, bounds).check(claims);
    }

    private void check(List<String> claims) {
        bounds.oneOf(path + ".restartPolicy", spec.restartPolicy(), List.of("Always", "OnFailure", "Never"));
        bounds.oneOf(path + ".preemptionPolicy", spec.preemptionPolicy(), List.of("Never", "PreemptLowerPriority"));
        bounds.between(path + ".activeDeadlineSeconds", 1, spec.activeDeadlineSeconds(), Integer.MAX_VALUE);
        for (Map<String, Object> volume : spec.volumes()) {
            bounds.part(path + ".volumes", volumes.add(String.valueOf(volume.get("name"))), "named only once");
        }
        volumes.addAll(claims);
        Set<String> names = new TreeSet<>();
        containers(spec.containers(), path + ".containers", names);
        containers(spec.initContainers(), path + ".initContainers", names);
        tolerations();
        spreads();
    }

    private void containers(List<Container> containers, String all, Set<String> names) {
        for (int i = 0; i < containers.size(); i++) {
            Container container = containers.get(i);
            String at = all + "[" + i + "]";
            bounds.part(at + ".name", names.add(String.valueOf(container.name())), "that of one container");
            bounds.oneOf(
                    at + ".imagePullPolicy", container.imagePullPolicy(), List.of("Always", "IfNotPresent", "Never"));
            bounds.oneOf(
                    at + ".terminationMessagePolicy",
                    container.terminationMessagePolicy(),
                    List.of("File", "FallbackToLogsOnError"));
            for (int j = 0; j < container.ports().size(); j++) {
                port(container.ports().get(j), at + ".ports[" + j + "]");
            }
            for (Map<String, Object> mount : container.volumeMounts()) {
                boolean isThere = volumes.contains(String.valueOf(mount.get("name")));
                bounds.part(at + ".volumeMounts", isThere, "of the pod's volumes, not " + mount.get("name"));
            }
            probe(container.livenessProbe(), at + ".livenessProbe", true);
            probe(container.readinessProbe(), at + ".readinessProbe", false);
            probe(container.other().get("startupProbe"), at + ".startupProbe", true);
            resources(container.resources(), at + ".resources.requests");
        }
    }

    private void port(Container.Port port, String at) {
        Integer number = port.containerPort();
        Integer ofNode = port.hostPort();
        boolean isOfNode = Boolean.TRUE.equals(spec.other().get("hostNetwork")) && ofNode != null && ofNode != 0;
        bounds.whole(
                at + ".containerPort",
                number != null && number >= 1 && number <= PORT_MAX && (!isOfNode || number.equals(ofNode)),
                "between 1 and 65535, and that of the node on its own network");
        bounds.part(at + ".hostPort", ofNode == null || ofNode >= 0 && ofNode <= PORT_MAX, "at most 65535");
        bounds.oneOf(at + ".protocol", port.protocol(), List.of("TCP", "UDP", "SCTP"));
    }

    /** A container that is killed by its probe has one success to go by. */
    private void probe(@Nullable Object probe, String at, boolean kills) {
        if (probe instanceof Map<?, ?> fields) {
            for (String count : COUNTS) {
                if (fields.get(count) instanceof Number number) {
                    bounds.notNegative(at + "." + count, number);
                }
            }
            if (fields.get("successThreshold") instanceof Number successes) {
                bounds.between(at + ".successThreshold", 0, successes, kills ? 1 : Integer.MAX_VALUE);
            }
        }
    }

    private void resources(Container.@Nullable Resources resources, String at) {
        if (resources == null || !bounds.isAccepted()) {
            return;
        }
        resources.requests().forEach((name, request) -> {
            String limit = resources.limits().get(name);
            boolean holds = limit == null || Quantity.parse(request).compareTo(Quantity.parse(limit)) <= 0;
            bounds.part(at, holds, "at most the limit, for " + name);
        });
    }

    private void tolerations() {
        for (int i = 0; i < spec.tolerations().size(); i++) {
            PodSpec.Toleration toleration = spec.tolerations().get(i);
            String at = path + ".tolerations[" + i + "]";
            boolean exists = "Exists".equals(toleration.operator());
            bounds.part(at + ".operator", !exists || isAbsent(toleration.value()), "Equal where there is a value");
            bounds.part(at + ".operator", exists || !isAbsent(toleration.key()), "Exists where there is no key");
            bounds.part(
                    at + ".effect",
                    toleration.tolerationSeconds() == null || "NoExecute".equals(toleration.effect()),
                    "NoExecute where there are seconds");
        }
    }

    private static boolean isAbsent(@Nullable String text) {
        return text == null || text.isEmpty();
    }

    private void spreads() {
        if (!(spec.other().get("topologySpreadConstraints") instanceof List<?> constraints)) {
            return;
        }
        for (int i = 0; i < constraints.size(); i++) {
            if (constraints.get(i) instanceof Map<?, ?> constraint) {
                String at = path + ".topologySpreadConstraints[" + i + "]";
                Object skew = constraint.get("maxSkew");
                bounds.whole(at + ".maxSkew", skew instanceof Number number && number.intValue() > 0, "1 or more");
                if (constraint.get("minDomains") instanceof Number domains) {
                    boolean isHard = "DoNotSchedule".equals(constraint.get("whenUnsatisfiable"));
                    bounds.whole(
                            at + ".minDomains",
                            domains.intValue() > 0 && isHard,
                            "1 or more, where the constraint is hard");
                }
            }
        }
    }
}

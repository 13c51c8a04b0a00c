package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.api.core.PodSpecBuilder;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.model.apiserver.registry.defaulting.SchemaDefaults;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Defaults of pods and pod templates, as the recording of {@code kubectl create deployment} shows them.
 *
 * <p>A spec that has them all already is given back as it is, so that all pods of one template share its parts.
 */
public final class PodDefaults {

    private static final Container.Resources NO_RESOURCES = new Container.Resources(null, null, null);

    private static final String PROBE = "Probe";

    private PodDefaults() {}

    /**
     * The spec of a pod with all defaults.
     *
     * @param hasServiceLinks whether the version has the field {@code enableServiceLinks}
     */
    public static PodSpec ofPod(PodSpec spec, boolean hasServiceLinks) {
        PodSpec defaulted = requestsFromLimits(ofTemplate(spec));
        if (defaulted == null || !hasServiceLinks || defaulted.enableServiceLinks() != null) {
            return defaulted;
        }
        return defaulted.withEnableServiceLinks(true);
    }

    /** The template of a workload with all defaults. */
    public static PodTemplateSpec of(PodTemplateSpec template) {
        if (template == null || template.spec() == null) {
            return template;
        }
        PodSpec spec = ofTemplate(template.spec());
        return spec == template.spec() ? template : template.withSpec(spec);
    }

    private static PodSpec ofTemplate(PodSpec spec) {
        if (spec == null) {
            return null;
        }
        boolean usesNodePorts = Boolean.TRUE.equals(spec.other().get("hostNetwork"));
        List<Container> containers = ofContainers(spec.containers(), usesNodePorts);
        List<Container> initContainers = ofContainers(spec.initContainers(), usesNodePorts);
        List<Map<String, Object>> volumes = ofVolumes(spec.volumes());
        Map<String, Object> other = SchemaDefaults.completeFields("PodSpec", spec.other());
        if (containers == spec.containers()
                && initContainers == spec.initContainers()
                && volumes == spec.volumes()
                && other == spec.other()
                && isComplete(spec)) {
            return spec;
        }
        PodSpecBuilder builder = spec.with()
                .volumes(volumes)
                .containers(containers)
                .initContainers(initContainers)
                .other(other);
        accounts(spec, builder);
        if (spec.restartPolicy() == null) {
            builder.restartPolicy("Always");
        }
        if (spec.terminationGracePeriodSeconds() == null) {
            builder.terminationGracePeriodSeconds(30L);
        }
        if (spec.dnsPolicy() == null) {
            builder.dnsPolicy("ClusterFirst");
        }
        if (spec.securityContext() == null) {
            builder.securityContext(Collections.emptyMap());
        }
        if (spec.schedulerName() == null) {
            builder.schedulerName("default-scheduler");
        }
        return builder.build();
    }

    private static boolean isComplete(PodSpec spec) {
        return spec.restartPolicy() != null
                && spec.terminationGracePeriodSeconds() != null
                && spec.dnsPolicy() != null
                && spec.securityContext() != null
                && spec.schedulerName() != null
                && Objects.equals(spec.serviceAccount(), spec.serviceAccountName());
    }

    /** The old name of a field is kept beside the new one. */
    private static void accounts(PodSpec spec, PodSpecBuilder builder) {
        String account = spec.serviceAccountName() == null ? "" : spec.serviceAccountName();
        if (account.isEmpty()) {
            builder.serviceAccountName(spec.serviceAccount());
        } else {
            builder.serviceAccount(account);
        }
    }

    private static List<Map<String, Object>> ofVolumes(List<Map<String, Object>> volumes) {
        List<Map<String, Object>> changed = null;
        for (int i = 0; i < volumes.size(); i++) {
            Map<String, Object> before = volumes.get(i);
            Map<String, Object> after = SchemaDefaults.complete("Volume", before);
            if (after != before) {
                changed = changed == null ? new ArrayList<>(volumes) : changed;
                changed.set(i, after);
            }
        }
        return changed == null ? volumes : Collections.unmodifiableList(changed);
    }

    private static List<Container> ofContainers(List<Container> containers, boolean usesNodePorts) {
        List<Container> changed = null;
        for (int i = 0; i < containers.size(); i++) {
            Container before = containers.get(i);
            Container after = withTrees(ofContainer(before), usesNodePorts);
            if (after != before) {
                changed = changed == null ? new ArrayList<>(containers) : changed;
                changed.set(i, after);
            }
        }
        return changed == null ? containers : Collections.unmodifiableList(changed);
    }

    private static Container ofContainer(Container container) {
        if (container.resources() != null
                && container.terminationMessagePath() != null
                && container.terminationMessagePolicy() != null
                && container.imagePullPolicy() != null) {
            return container;
        }
        return container.with(builder -> {
            builder.resources(container.resources() == null ? NO_RESOURCES : container.resources());
            if (container.terminationMessagePath() == null) {
                builder.terminationMessagePath("/dev/termination-log");
            }
            if (container.terminationMessagePolicy() == null) {
                builder.terminationMessagePolicy("File");
            }
            if (container.imagePullPolicy() == null) {
                builder.imagePullPolicy(pullPolicy(container.image()));
            }
        });
    }

    /** The container with the defaults of the parts that are kept as trees, and of its ports. */
    private static Container withTrees(Container container, boolean usesNodePorts) {
        List<Container.Port> ports = ofPorts(container.ports(), usesNodePorts);
        Map<String, Object> liveness = SchemaDefaults.complete(PROBE, container.livenessProbe());
        Map<String, Object> readiness = SchemaDefaults.complete(PROBE, container.readinessProbe());
        Map<String, Object> other = SchemaDefaults.completeFields("Container", container.other());
        if (ports == container.ports()
                && liveness == container.livenessProbe()
                && readiness == container.readinessProbe()
                && other == container.other()) {
            return container;
        }
        return container.with(builder -> builder.ports(ports)
                .livenessProbe(liveness)
                .readinessProbe(readiness)
                .other(other));
    }

    /** A pod in the network of its node takes the ports of the node. */
    private static List<Container.Port> ofPorts(List<Container.Port> ports, boolean usesNodePorts) {
        List<Container.Port> changed = null;
        for (int i = 0; i < ports.size(); i++) {
            Container.Port before = ports.get(i);
            boolean open = usesNodePorts && (before.hostPort() == null || before.hostPort() == 0);
            if (open || before.protocol() == null) {
                changed = changed == null ? new ArrayList<>(ports) : changed;
                changed.set(
                        i,
                        before.withHostPort(open ? before.containerPort() : before.hostPort())
                                .withProtocol(before.protocol() == null ? "TCP" : before.protocol()));
            }
        }
        return changed == null ? ports : Collections.unmodifiableList(changed);
    }

    /** An image without a tag is the latest one, and that is pulled always. */
    private static String pullPolicy(String image) {
        String name = image == null ? "" : image.substring(image.lastIndexOf('/') + 1);
        boolean pinned = name.contains("@") || name.contains(":") && !name.endsWith(":latest");
        return pinned ? "IfNotPresent" : "Always";
    }

    /** In pods, but not in templates, a limit without a request is also the request. */
    private static PodSpec requestsFromLimits(PodSpec spec) {
        if (spec == null) {
            return null;
        }
        List<Container> containers = requestsFromLimits(spec.containers());
        List<Container> initContainers = requestsFromLimits(spec.initContainers());
        boolean same = containers == spec.containers() && initContainers == spec.initContainers();
        PodSpec changed = same
                ? spec
                : spec.with()
                        .containers(containers)
                        .initContainers(initContainers)
                        .build();
        return WholePodRules.withDefaults(changed);
    }

    private static List<Container> requestsFromLimits(List<Container> containers) {
        List<Container> changed = null;
        for (int i = 0; i < containers.size(); i++) {
            Container container = containers.get(i);
            Container.Resources resources = container.resources();
            if (!resources.requests().keySet().containsAll(resources.limits().keySet())) {
                changed = changed == null ? new ArrayList<>(containers) : changed;
                Map<String, String> requests = new LinkedHashMap<>(resources.requests());
                resources.limits().forEach(requests::putIfAbsent);
                changed.set(
                        i,
                        container.withResources(
                                new Container.Resources(resources.limits(), requests, resources.other())));
            }
        }
        return changed == null ? containers : Collections.unmodifiableList(changed);
    }
}

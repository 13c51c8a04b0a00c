package dev.wavetank.model.kubectl.set;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.kubectl.print.ObjectNames;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.syntax.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Where objects describe their pods, and the containers of these. */
final class PodSpecs {

    private static final List<String> LISTS = List.of("containers", "initContainers");

    private PodSpecs() {}

    /** The path to the specification of the pods; for kinds without one, a refusal. */
    static String path(ResourceType resource, String name) {
        return switch (resource.plural()) {
            case "pods" -> "spec";
            case "cronjobs" -> "spec.jobTemplate.spec.template.spec";
            case "daemonsets", "deployments", "jobs", "replicasets", "replicationcontrollers", "statefulsets" ->
                "spec.template.spec";
            default -> {
                String version = resource.version();
                throw new UsageException(ObjectNames.fullName(resource, name)
                        + " the object is not a pod or does not have a pod template: *" + version + "."
                        + resource.kind());
            }
        };
    }

    /** The specification of the pods in an object's tree. */
    @SuppressWarnings("unchecked") // trees have only names as keys
    static Map<String, Object> in(ObjectChoice.Named name, Map<String, Object> object) {
        Map<String, Object> spec = object;
        for (String field : path(name.resource(), name.name()).split("\\.")) {
            if (!(spec.get(field) instanceof Map<?, ?> inner)) {
                throw new UsageException(ObjectNames.fullName(name.resource(), name.name()) + " has no pod template");
            }
            spec = (Map<String, Object>) inner;
        }
        return spec;
    }

    /** The containers whose names match, those that run first last. */
    @SuppressWarnings("unchecked") // trees have only names as keys
    static List<Map<String, Object>> containers(Map<String, Object> spec, String wildcard) {
        String pattern = ("\\Q" + wildcard + "\\E").replace("*", "\\E.*\\Q");
        List<Map<String, Object>> containers = new ArrayList<>();
        for (String list : LISTS) {
            if (spec.get(list) instanceof List<?> items) {
                for (Object item : items) {
                    Map<String, Object> container = (Map<String, Object>) item;
                    if (String.valueOf(container.get("name")).matches(pattern)) {
                        containers.add(container);
                    }
                }
            }
        }
        return containers;
    }
}

package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.LimitRange;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Requests and limits for containers that give none, and the annotation that says so. */
final class LimitDefaults {

    private static final String ANNOTATION = "kubernetes.io/limit-ranger";

    private LimitDefaults() {}

    /** The pod with the defaults of a limit range; the pod itself when it lacks none of them. */
    static Pod apply(LimitRange range, Pod pod) {
        PodSpec spec = pod.spec();
        if (spec == null) {
            return pod;
        }
        Map<String, String> requests = new TreeMap<>();
        Map<String, String> limits = new TreeMap<>();
        for (LimitRange.Item item : range.spec().limits()) {
            if ("Container".equals(item.type())) {
                requests.putAll(item.defaultRequest());
                limits.putAll(item.default_());
            }
        }
        List<String> done = new ArrayList<>();
        Container.Resources defaults = new Container.Resources(limits, requests, null);
        List<Container> containers = apply(defaults, spec.containers(), "container ", done);
        List<Container> initContainers = apply(defaults, spec.initContainers(), "init container ", done);
        if (done.isEmpty()) {
            return pod;
        }
        ObjectMeta metadata = pod.metadata();
        Map<String, String> annotations = new TreeMap<>(metadata.annotations());
        annotations.put(ANNOTATION, "LimitRanger plugin set: " + String.join("; ", done));
        return pod.withMetadata(metadata.withAnnotations(Collections.unmodifiableMap(annotations)))
                .withSpec(spec.with()
                        .containers(containers)
                        .initContainers(initContainers)
                        .build());
    }

    private static List<Container> apply(
            Container.Resources defaults, List<Container> containers, String what, List<String> done) {
        List<Container> changed = new ArrayList<>(containers.size());
        for (Container container : containers) {
            Container.Resources given = container.resources();
            String name = what + container.name();
            Map<String, String> requests = merge(given.requests(), defaults.requests(), " request for " + name, done);
            Map<String, String> limits = merge(given.limits(), defaults.limits(), " limit for " + name, done);
            changed.add(container.withResources(new Container.Resources(limits, requests, given.other())));
        }
        return Collections.unmodifiableList(changed);
    }

    private static Map<String, String> merge(
            Map<String, String> given, Map<String, String> defaults, String what, List<String> done) {
        List<String> added = new ArrayList<>(defaults.keySet());
        added.removeAll(given.keySet());
        if (added.isEmpty()) {
            return given;
        }
        Map<String, String> merged = new TreeMap<>(given);
        added.forEach(name -> merged.put(name, defaults.get(name)));
        done.add(String.join(", ", added) + what);
        return Collections.unmodifiableMap(merged);
    }
}

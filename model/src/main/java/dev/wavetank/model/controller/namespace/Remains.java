package dev.wavetank.model.controller.namespace;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The rest of a namespace's content after one pass of deletions, and the failures of the pass. */
final class Remains {

    /** The error of discovery, or null. */
    private String undiscovered;

    private final List<String> failures = new ArrayList<>();
    /** Numbers of objects, by resource and group such as {@code deployments.apps}; the core group's end in a dot. */
    private final Map<String, Integer> objects = new TreeMap<>();
    /** Numbers of objects, by finalizer. */
    private final Map<String, Integer> finalizers = new TreeMap<>();

    private long estimate;

    void undiscovered(String why) {
        undiscovered = why;
    }

    void failed(String why) {
        failures.add(why);
    }

    void found(ResourceType type, List<KubernetesObject> items) {
        objects.put(type.plural() + "." + type.group(), items.size());
        for (KubernetesObject item : items) {
            item.metadata().finalizers().forEach(finalizer -> finalizers.merge(finalizer, 1, Integer::sum));
        }
    }

    /** Records an estimate of the time for the found objects, in seconds. */
    void expect(long seconds) {
        estimate = Math.max(estimate, seconds);
    }

    /** The estimated time for everything, in seconds; 0 when nothing is left. */
    long estimate() {
        return estimate;
    }

    boolean hasFailures() {
        return undiscovered != null || !failures.isEmpty();
    }

    String undiscovered() {
        return undiscovered;
    }

    List<String> failures() {
        return Collections.unmodifiableList(failures);
    }

    /** The failures in one line. */
    String text() {
        return undiscovered == null ? String.join(", ", failures) : undiscovered;
    }

    Map<String, Integer> objects() {
        return Collections.unmodifiableMap(objects);
    }

    Map<String, Integer> finalizers() {
        return Collections.unmodifiableMap(finalizers);
    }
}

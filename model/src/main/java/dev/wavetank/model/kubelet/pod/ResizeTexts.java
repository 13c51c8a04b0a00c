package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The messages of Events about resizes, with JSON in them ({@code pkg/kubelet/events/resize.go} v1.35). */
final class ResizeTexts {

    private ResizeTexts() {}

    /**
     * The message.
     *
     * @param what such as {@code Pod resize started}
     * @param error what is in the way, or the empty string
     */
    static String of(String what, Pod pod, @Nullable Long generation, String error) {
        List<String> fields = new ArrayList<>();
        if (!pod.spec().initContainers().isEmpty()) {
            fields.add(field("initContainers", allocations(pod.spec().initContainers())));
        }
        fields.add(field("containers", allocations(pod.spec().containers())));
        fields.add(field("generation", String.valueOf(generation == null ? 0 : generation)));
        if (!error.isEmpty()) {
            fields.add(field("error", GoSyntax.of(error)));
        }
        return what + ": " + object(fields);
    }

    private static String allocations(List<Container> containers) {
        List<String> all = new ArrayList<>(containers.size());
        for (Container container : containers) {
            List<String> resources = new ArrayList<>();
            if (container.resources() != null) {
                amounts("limits", container.resources().limits(), resources);
                amounts("requests", container.resources().requests(), resources);
            }
            all.add(object(
                    List.of(field("name", GoSyntax.of(container.name())), field("resources", object(resources)))));
        }
        return "[" + String.join(",", all) + "]";
    }

    private static void amounts(String name, Map<String, String> amounts, List<String> fields) {
        if (!amounts.isEmpty()) {
            List<String> texts = new ArrayList<>();
            new TreeMap<>(amounts).forEach((resource, amount) -> texts.add(field(resource, GoSyntax.of(amount))));
            fields.add(field(name, object(texts)));
        }
    }

    private static String field(String name, String value) {
        return GoSyntax.of(name) + ":" + value;
    }

    private static String object(List<String> fields) {
        return "{" + String.join(",", fields) + "}";
    }
}

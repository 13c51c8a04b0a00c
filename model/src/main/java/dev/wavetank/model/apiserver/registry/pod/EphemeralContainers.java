package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the ephemeral containers of a pod ({@code ValidatePodEphemeralContainersUpdate},
 * pkg/apis/core/validation v1.34): they come, and neither change nor go.
 */
public final class EphemeralContainers {

    private static final String FIELD = "ephemeralContainers";
    private static final String PATH = "spec." + FIELD;

    private EphemeralContainers() {}

    /** The specification before a change, with the ephemeral containers after it. */
    static PodSpec taken(PodSpec changed, PodSpec before) {
        Map<String, Object> fields = new TreeMap<>(before.other());
        Object containers = changed.other().get(FIELD);
        if (containers == null) {
            fields.remove(FIELD);
        } else {
            fields.put(FIELD, containers);
        }
        return fields.equals(before.other()) ? before : before.withOther(fields);
    }

    static void validate(PodSpec changed, PodSpec before, FieldErrors errors) {
        List<?> now = list(changed);
        for (Object old : list(before)) {
            String name = text(old, "name");
            Object same = now.stream()
                    .filter(one -> name.equals(text(one, "name")))
                    .findFirst()
                    .orElse(null);
            if (!old.equals(same)) {
                String fate = same == null ? "removed" : "changed";
                errors.forbidden(
                        PATH, "existing ephemeral containers " + GoSyntax.of(name) + " may not be " + fate + "\n");
            }
        }
        SortedSet<String> names = new TreeSet<>();
        Stream.concat(changed.containers().stream(), changed.initContainers().stream())
                .map(Container::name)
                .forEach(names::add);
        SortedSet<String> targets = new TreeSet<>(names);
        for (int i = 0; i < now.size(); i++) {
            String path = PATH + "[" + i + "]";
            String name = text(now.get(i), "name");
            String target = text(now.get(i), "targetContainerName");
            if (name.isEmpty()) {
                errors.required(path + ".name", "");
            } else if (!names.add(name)) {
                errors.duplicate(path + ".name", GoSyntax.of(name));
            }
            if (text(now.get(i), "image").isEmpty()) {
                errors.required(path + ".image", "");
            }
            if (!target.isEmpty() && !targets.contains(target)) {
                errors.notFound(path + ".targetContainerName", GoSyntax.of(target));
            }
        }
    }

    /** The names of the ephemeral containers, in order. */
    public static List<String> names(PodSpec spec) {
        return list(spec).stream().map(one -> text(one, "name")).toList();
    }

    private static List<?> list(PodSpec spec) {
        return spec.other().get(FIELD) instanceof List<?> containers ? containers : List.of();
    }

    private static String text(@Nullable Object container, String field) {
        return container instanceof Map<?, ?> fields && fields.get(field) instanceof String text ? text : "";
    }
}

package dev.wavetank.model.apiserver.resource;

import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoJsonReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The annotations of an autoscaler that hold what an old version has no fields for. */
final class AutoscalerAnnotations {

    static final String METRICS = "autoscaling.alpha.kubernetes.io/metrics";
    static final String CURRENT_METRICS = "autoscaling.alpha.kubernetes.io/current-metrics";
    static final String CONDITIONS = "autoscaling.alpha.kubernetes.io/conditions";
    private static final String BEHAVIOR = "autoscaling.alpha.kubernetes.io/behavior";

    private static final ObjectCodec CODEC = new ObjectCodec();
    private static final String FIELD = "behavior";
    private static final List<String> DIRECTIONS = List.of("scaleUp", "scaleDown");
    private static final List<String> RULES = List.of("stabilizationWindowSeconds", "selectPolicy", "policies");

    private final Map<String, Object> given;
    private final Map<String, Object> annotations;

    /** Those of an object, which is not changed before {@link #putInto}. */
    AutoscalerAnnotations(Map<String, Object> autoscaler) {
        this.given = Conversion.map(Conversion.map(autoscaler.get("metadata")).get("annotations"));
        this.annotations = new LinkedHashMap<>(given);
    }

    /** Takes out what an annotation holds; nothing when it is absent or no JSON, which the real server drops too. */
    Optional<Object> take(String name) {
        if (!(annotations.remove(name) instanceof String text)) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(GoJsonReader.parse(text));
        } catch (GoJsonReader.SyntaxMistake mistake) {
            return Optional.empty();
        }
    }

    /** Keeps a list; an empty one needs no annotation. */
    void put(String name, List<?> list) {
        if (!list.isEmpty()) {
            String text = CODEC.json(Collections.singletonMap("list", list));
            annotations.put(name, text.substring("{\"list\":".length(), text.length() - 1));
        }
    }

    /** Puts how fast the number may change into a specification. */
    void takeBehavior(Map<String, Object> spec) {
        take(BEHAVIOR).ifPresent(behavior -> spec.put(FIELD, renamed(behavior, false)));
    }

    /** Takes how fast the number may change from a specification. */
    void putBehavior(Map<String, Object> spec) {
        if (spec.remove(FIELD) instanceof Map<?, ?> behavior) {
            Map<String, Object> all = new LinkedHashMap<>();
            for (String direction : DIRECTIONS) {
                Map<String, Object> rules = null;
                if (behavior.get(direction) instanceof Map<?, ?> given) {
                    rules = new LinkedHashMap<>();
                    for (String rule : RULES) {
                        rules.put(rule, given.get(rule));
                    }
                }
                all.put(direction, rules);
            }
            @SuppressWarnings("unchecked") // a map stays one
            Map<String, Object> written = (Map<String, Object>) renamed(all, true);
            annotations.put(BEHAVIOR, CODEC.json(written));
        }
    }

    /**
     * The annotation has the names of the fields in Go, which begin with a capital, and contains absent fields as
     * well.
     */
    private static Object renamed(Object value, boolean capital) {
        if (value instanceof List<?> list) {
            List<Object> items = new ArrayList<>();
            list.forEach(item -> items.add(renamed(item, capital)));
            return items;
        }
        if (!(value instanceof Map<?, ?> map)) {
            return value;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        map.forEach((key, field) -> {
            String name = String.valueOf(key);
            char first = capital ? Character.toUpperCase(name.charAt(0)) : Character.toLowerCase(name.charAt(0));
            if (capital || field != null) {
                fields.put(first + name.substring(1), renamed(field, capital));
            }
        });
        return fields;
    }

    /** Gives an object these annotations, if they are others than it had. */
    void putInto(Map<String, Object> autoscaler) {
        if (annotations.equals(given)) {
            return;
        }
        Map<String, Object> metadata = Conversion.map(autoscaler.get("metadata"));
        if (annotations.isEmpty()) {
            metadata.remove("annotations");
        } else {
            metadata.put("annotations", annotations);
        }
        autoscaler.put("metadata", metadata);
    }
}

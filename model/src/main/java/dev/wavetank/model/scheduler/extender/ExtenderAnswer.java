package dev.wavetank.model.scheduler.extender;

import dev.wavetank.model.gotext.GoJson;
import dev.wavetank.model.gotext.GoJsonReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What an extender answered, read as Go's decoder reads it: the case of field names does not matter.
 *
 * @param body the JSON value; null after an error
 * @param error why there is none; null when there is one
 */
record ExtenderAnswer(@Nullable Object body, @Nullable String error) {

    static ExtenderAnswer failed(String error) {
        return new ExtenderAnswer(null, error);
    }

    static ExtenderAnswer read(String text) {
        if (text.isBlank()) {
            return failed("EOF");
        }
        try {
            return new ExtenderAnswer(GoJsonReader.parse(text), null);
        } catch (GoJsonReader.SyntaxMistake mistake) {
            return failed(String.valueOf(mistake.getMessage()));
        }
    }

    /** The error that the extender itself reports; the empty string when it does not. */
    String reported() {
        return fields(body).get("Error") instanceof String text ? text : "";
    }

    /** The names of nodes in a field; null when it has none. */
    @Nullable
    List<String> names(String field) {
        Object value = fields(body).get(field);
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : null;
    }

    /** The names of the nodes in a list of whole nodes; null when there is no list. */
    @Nullable
    List<String> nodes() {
        Object list = fields(body).get("Nodes");
        if (!(list instanceof Map<?, ?>)) {
            return null;
        }
        List<String> names = new ArrayList<>();
        if (fields(list).get("items") instanceof List<?> items) {
            items.forEach(item -> names.add(
                    String.valueOf(fields(fields(item).get("metadata")).get("name"))));
        }
        return names;
    }

    /** Texts by node. */
    Map<String, String> texts(String field) {
        Map<String, String> texts = new TreeMap<>();
        if (fields(body).get(field) instanceof Map<?, ?> map) {
            map.forEach((node, text) -> texts.put(String.valueOf(node), String.valueOf(text)));
        }
        return texts;
    }

    /** Scores by node ({@code HostPriorityList}). */
    Map<String, Long> scores() {
        Map<String, Long> scores = new LinkedHashMap<>();
        if (body instanceof List<?> list) {
            for (Object item : list) {
                Map<String, Object> fields = fields(item);
                if (fields.get("Score") instanceof Number score) {
                    scores.put(String.valueOf(fields.get("Host")), score.longValue());
                }
            }
        }
        return scores;
    }

    /** Victims on a node ({@code MetaVictims}). */
    record MetaVictims(List<String> uids, int violations) {}

    /** Victims by node ({@code ExtenderPreemptionResult}). */
    Map<String, MetaVictims> victims() {
        Map<String, MetaVictims> victims = new TreeMap<>();
        fields(fields(body).get("NodeNameToMetaVictims")).forEach((node, value) -> {
            Map<String, Object> fields = fields(value);
            List<String> uids = new ArrayList<>();
            if (fields.get("Pods") instanceof List<?> pods) {
                pods.forEach(pod -> uids.add(String.valueOf(fields(pod).get("UID"))));
            }
            int violations = fields.get("NumPDBViolations") instanceof Number number ? number.intValue() : 0;
            victims.put(node, new MetaVictims(uids, violations));
        });
        return victims;
    }

    /** What Go says of an answer that is no object; null when it is one. */
    @Nullable
    String notAnObject(String type) {
        return body instanceof Map<?, ?> || body == null
                ? null
                : "json: cannot unmarshal " + GoJson.kind(body) + " into Go value of type v1." + type;
    }

    private static Map<String, Object> fields(@Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            return Collections.emptyMap();
        }
        SortedMap<String, Object> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        map.forEach((name, field) -> fields.put(String.valueOf(name), field));
        return fields;
    }
}

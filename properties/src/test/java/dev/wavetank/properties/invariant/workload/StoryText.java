package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Observation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** A story that was shown to an invariant, in lines: when, what, and what the invariant said. */
final class StoryText {

    private static final ObjectCodec CODEC = new ObjectCodec();
    private static final int COLUMNS = 112;
    private static final int INDENT = 8;
    private static final int STEPS_MAX = 12;
    private static final int LAST_STEPS = 3;
    /** What every object has, and what says nothing in a story. */
    private static final List<String> LEFT_OUT = List.of(
            "apiVersion", "kind", "metadata.name", "metadata.namespace", "metadata.uid", "metadata.managedFields");

    private StoryText() {}

    static List<String> of(List<Observation.Step> steps) {
        return shortened(steps.stream()
                .map(step -> wrapped(time(step.time()), step.record() == null ? step.words() : words(step.record())))
                .toList());
    }

    /** The lines of all steps; of a long story, those of its beginning and its end. */
    static List<String> shortened(List<List<String>> steps) {
        if (steps.size() <= STEPS_MAX) {
            return steps.stream().flatMap(List::stream).toList();
        }
        List<List<String>> kept = new ArrayList<>(steps.subList(0, STEPS_MAX - LAST_STEPS));
        kept.add(List.of(" ".repeat(INDENT) + "(" + (steps.size() - STEPS_MAX) + " steps more)"));
        kept.addAll(steps.subList(steps.size() - LAST_STEPS, steps.size()));
        return kept.stream().flatMap(List::stream).toList();
    }

    static String time(long nanos) {
        return nanos % VirtualTime.SECOND == 0 ? nanos / VirtualTime.SECOND + "s" : VirtualTime.format(nanos);
    }

    /** The words in lines, the first of them behind its label. */
    static List<String> wrapped(String label, String words) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(label + " ".repeat(Math.max(1, INDENT - label.length())));
        int begin = line.length();
        for (String word : words.split(" ")) {
            if (line.length() > begin && line.length() + word.length() + 1 > COLUMNS) {
                lines.add(line.toString());
                line = new StringBuilder(" ".repeat(INDENT + 2));
                begin = line.length();
            }
            line.append(line.length() == begin ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    private static String words(TraceEntry entry) {
        if (entry.record() instanceof StoreTrace change) {
            return words(change);
        }
        if (entry.record() instanceof RequestTrace request) {
            String answer = request.response() instanceof ApiResponse.Failed failed
                    ? failed.status().message()
                    : "the answer is " + request.code();
            String component = request.call().origin().component();
            String actor = request.call().userAgent();
            return actor + (component.isEmpty() || component.equals(actor) ? "" : " of " + component) + ": "
                    + request.verb() + " " + request.subject()
                    + condition(request.call().request()) + "; " + answer;
        }
        return entry.component().equals("hand")
                ? entry.record().type() + fields(entry.record())
                : entry.component() + ": " + entry.record().type() + fields(entry.record());
    }

    /** What the object must be for the request to succeed. */
    private static String condition(ApiRequest request) {
        if (request instanceof ApiRequest.Update update
                && update.body().metadata().resourceVersion() != null) {
            return " of version " + update.body().metadata().resourceVersion();
        }
        return request instanceof ApiRequest.Delete delete && delete.options().uid() != null
                ? " if its uid is " + delete.options().uid()
                : "";
    }

    private static String fields(TraceRecord record) {
        StringJoiner fields = new StringJoiner(", ", " ", "").setEmptyValue("");
        record.describe(new TraceRecord.Fields() {
            @Override
            public TraceRecord.Fields text(String name, @Nullable String value) {
                if (value != null && !value.isEmpty()) {
                    fields.add(name + " " + value);
                }
                return this;
            }

            @Override
            public TraceRecord.Fields number(String name, long value) {
                fields.add(name + " " + value);
                return this;
            }
        });
        return fields.toString();
    }

    private static String words(StoreTrace change) {
        String name = change.object().kind() + " " + change.object().key();
        Map<String, String> after = fields(change.object());
        // In a story, the uid of an object is its name: two objects of different kinds may have the same.
        boolean isNew = change.previous() == null
                || !change.previous().kind().equals(change.object().kind());
        return switch (change.change()) {
            case DELETED -> name + " is gone";
            case ADDED -> name + " is stored" + list(after);
            default -> {
                if (isNew) {
                    yield name + " is stored" + list(after);
                }
                Map<String, String> before = fields(change.previous());
                Map<String, String> changes = new LinkedHashMap<>();
                after.forEach((field, value) -> {
                    String was = before.getOrDefault(field, "");
                    if (!was.equals(value)) {
                        changes.put(field, was.isEmpty() ? value : was + " -> " + value);
                    }
                });
                before.keySet().stream()
                        .filter(field -> !after.containsKey(field))
                        .forEach(field -> changes.put(field, "gone"));
                yield name + (changes.isEmpty() ? " is written without a change" : " changes" + list(changes));
            }
        };
    }

    private static String list(Map<String, String> fields) {
        StringJoiner list = new StringJoiner(", ", ": ", "").setEmptyValue("");
        fields.forEach((field, value) -> list.add(field + " " + value));
        return list.toString();
    }

    /** What is set in an object, by short paths. */
    private static Map<String, String> fields(KubernetesObject object) {
        Map<String, String> fields = new LinkedHashMap<>();
        collect("", CODEC.encode(object), fields);
        return fields;
    }

    private static void collect(String path, @Nullable Object value, Map<String, String> fields) {
        if (LEFT_OUT.contains(path) || value == null) {
            return;
        }
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, each) -> collect(path.isEmpty() ? key.toString() : path + "." + key, each, fields));
        } else if (value instanceof List<?> list && list.stream().anyMatch(Map.class::isInstance)) {
            for (int i = 0; i < list.size(); i++) {
                element(path, i, (Map<?, ?>) list.get(i), fields);
            }
        } else {
            fields.put(path.replaceFirst("^metadata\\.", ""), String.valueOf(value));
        }
    }

    /** An owner is called by kind and name, a condition by type and status, anything else by its name or number. */
    private static void element(String path, int index, Map<?, ?> element, Map<String, String> fields) {
        if (path.endsWith("ownerReferences")) {
            String controller = Boolean.TRUE.equals(element.get("controller")) ? " (controller)" : "";
            Object uid = element.get("uid");
            String other = uid == null || uid.equals(element.get("name")) ? "" : " with uid " + uid;
            fields.merge(
                    "owner",
                    element.get("kind") + " " + element.get("name") + other + controller,
                    (one, more) -> one + " and " + more);
            return;
        }
        Object type = element.get("type");
        Object name = type == null ? element.get("name") : type;
        String place = path + "[" + (name == null ? index : name) + "]";
        element.forEach((key, each) -> {
            if (!Objects.equals(each, name)) {
                collect(key.equals("status") ? place : place + "." + key, each, fields);
            }
        });
    }
}

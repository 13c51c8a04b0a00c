package dev.wavetank.model.apiserver.http;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes JSON as the recorder did, with a space behind colons and commas: error texts quote it. */
final class RecordedText {

    private RecordedText() {}

    static String of(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> "\"" + entry.getKey() + "\": " + of(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(RecordedText::of).collect(Collectors.joining(", ", "[", "]"));
        }
        return value instanceof String text
                ? "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\""
                : "" + value;
    }
}

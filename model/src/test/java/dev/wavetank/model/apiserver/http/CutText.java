package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.gotext.GoJsonReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Long answers of which the recorder has kept only the begin, written as Python writes values when they are JSON. */
final class CutText {

    /** How much it has kept. */
    static final int LENGTH = 3000;

    /** What chance and time have made may be longer or shorter, so the last few characters are not compared. */
    private static final int MARGIN = 60;

    private CutText() {}

    static Object recorded(String cut) {
        if (isWatch(cut)) {
            return lines(cut.substring(0, cut.lastIndexOf('\n')));
        }
        String text = plain(cut);
        return text.substring(0, text.length() - MARGIN);
    }

    /** As much of an answer as there is of the recorded one. */
    static Object likeRecorded(String body, String cut) {
        if (isWatch(cut)) {
            List<Object> lines = lines(body);
            return lines.subList(
                    0,
                    Math.min(
                            lines.size(),
                            lines(cut.substring(0, cut.lastIndexOf('\n'))).size()));
        }
        String text = plain(cut.startsWith("{'") ? python(GoJsonReader.parse(body)) : body);
        return text.substring(0, Math.min(text.length(), plain(cut).length() - MARGIN));
    }

    private static boolean isWatch(String cut) {
        return cut.startsWith("{\"type\":");
    }

    /** The events of a watch that are there as a whole; the order of their fields says nothing. */
    private static List<Object> lines(String text) {
        List<Object> lines = new ArrayList<>();
        text.lines().forEach(line -> lines.add(GoJsonReader.parse(plain(line))));
        return lines;
    }

    private static String plain(String text) {
        return ((String) AnswerForm.of(text))
                .replaceAll("(resourceVersion[\\\\\"]*:[\\\\\"]*)[0-9]+", "$1(revision)")
                .replaceAll("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z", "(time)");
    }

    private static String python(Object value) {
        if (value instanceof Map<?, ?> map) {
            List<String> entries = new ArrayList<>();
            map.forEach((key, item) -> entries.add(python(key) + ": " + python(item)));
            return "{" + String.join(", ", entries) + "}";
        }
        if (value instanceof List<?> list) {
            return "[" + String.join(", ", list.stream().map(CutText::python).toList()) + "]";
        }
        return value instanceof String text
                ? "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'"
                : String.valueOf(value);
    }
}

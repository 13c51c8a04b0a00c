package dev.wavetank.model.kubectl.print;

import dev.wavetank.model.codec.ObjectCodec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A JSON array in lines, as {@code jsonpath-as-json} prints what it has found. */
final class JsonArray {

    private static final ObjectCodec CODEC = new ObjectCodec();

    private JsonArray() {}

    static String of(List<@Nullable Object> values) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("a", values);
        String json = CODEC.prettyJson(tree);
        // The array stands one level deep in the object around it.
        String array = json.substring(json.indexOf(':') + 2, json.lastIndexOf('\n'));
        return array.replaceAll("(?m)^    ", "");
    }
}

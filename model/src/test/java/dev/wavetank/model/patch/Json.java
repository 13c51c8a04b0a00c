package dev.wavetank.model.patch;

import dev.wavetank.model.codec.ObjectCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Trees for tests. */
public final class Json {
    private static final ObjectCodec CODEC = new ObjectCodec();

    private Json() {}

    /** An object from JSON; single quotes may stand for double ones. */
    public static Map<String, Object> object(String json) {
        return CODEC.tree(json.replace('\'', '"'));
    }

    /** Any value from JSON. */
    public static Object value(String json) {
        return object("{'it': " + json + "}").get("it");
    }

    /** One of the objects recorded from a real Kubernetes 1.20.2 control plane. */
    public static Map<String, Object> recorded(String name) {
        return JsonTree.map(resource("recorded-objects.json").get(name));
    }

    /** Patches recorded from the same control plane: type, object before, patch, object after. */
    public static List<Map<String, Object>> recordedPatches() {
        return JsonTree.list(resource("recorded-patches.json").get("patches")).stream()
                .map(JsonTree::map)
                .toList();
    }

    /** Patches that the same control plane refused: content type, patch, and the answer's code, message and causes. */
    public static List<Map<String, Object>> recordedRefusals() {
        return JsonTree.list(resource("recorded-refusals.json").get("refusals")).stream()
                .map(JsonTree::map)
                .toList();
    }

    private static Map<String, Object> resource(String name) {
        try (var stream = Objects.requireNonNull(Json.class.getResourceAsStream(name), name)) {
            return CODEC.tree(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

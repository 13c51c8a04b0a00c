package dev.wavetank.model.patch;

import dev.wavetank.model.codec.ObjectCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
        try (var stream = Objects.requireNonNull(Json.class.getResourceAsStream("recorded-objects.json"))) {
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return JsonTree.map(CODEC.tree(text).get(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

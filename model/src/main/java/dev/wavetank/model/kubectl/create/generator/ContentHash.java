package dev.wavetank.model.kubectl.create.generator;

import dev.wavetank.model.kubectl.session.Session;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** What {@code --append-hash} appends to a name (kubectl/pkg/util/hash, v1.32). */
public final class ContentHash {

    private static final int LENGTH = 10;

    private ContentHash() {}

    /** Ten letters that follow from kind, name and content. */
    public static String of(Session session, Map<String, Object> object) {
        Map<String, Object> content = new TreeMap<>();
        content.put("data", object.getOrDefault("data", new TreeMap<>()));
        content.put("kind", object.get("kind"));
        content.put("name", Trees.metadata(object).get("name"));
        if ("Secret".equals(object.get("kind"))) {
            content.put("type", object.getOrDefault("type", ""));
        }
        String digits = HexFormat.of()
                .formatHex(digest(session.tools().codec().sortedJson(content)))
                .substring(0, LENGTH);
        // Digits and vowels that could make words are avoided.
        return digits.replace('0', 'g')
                .replace('1', 'h')
                .replace('3', 'k')
                .replace('a', 'm')
                .replace('e', 't');
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java runtime has SHA-256", e);
        }
    }
}

package dev.wavetank.model.yaml;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads a stream of YAML (or JSON) documents as kubectl 1.32 would, and reports the position of every field.
 *
 * <p>One difference is deliberate: a key written twice in a mapping is an error here, where kubectl silently
 * keeps the last.
 */
public final class YamlReader {
    private YamlReader() {}

    /**
     * Reads every document that has content.
     *
     * @param source name of the text for messages: a file name, or {@code -}
     * @param text the whole text
     * @throws ManifestException when the text is not YAML, or a document is not a mapping
     */
    public static List<YamlDocument> read(String source, String text) {
        return read(source, text, "");
    }

    /**
     * The same for texts where people may leave out the field above a list.
     *
     * @param remedy what to do about a document that is a list; ends the sentence that refuses it
     * @throws ManifestException when the text is not YAML, or a document is not a mapping
     */
    public static List<YamlDocument> read(String source, String text, String remedy) {
        String content = text.startsWith("\uFEFF") ? text.substring(1) : text;
        LoadSettings settings = LoadSettings.builder()
                .setLabel(source)
                .setCodePointLimit(Integer.MAX_VALUE) // The caller already holds the text.
                .build();
        try {
            return documents(source, new Parse(settings).parseString(content).iterator(), remedy);
        } catch (YamlEngineException problem) {
            throw SyntaxMistakes.describe(source, content, problem);
        }
    }

    private static List<YamlDocument> documents(String source, Iterator<Event> events, String remedy) {
        List<YamlDocument> documents = new ArrayList<>();
        while (events.hasNext()) {
            if (events.next() instanceof DocumentStartEvent) {
                TreeBuilder.Built root = new TreeBuilder(source).build(new NodeComposer(source, events).document());
                if (root.value() != null) {
                    documents.add(document(source, root, remedy));
                }
            }
        }
        return documents;
    }

    private static YamlDocument document(String source, TreeBuilder.Built root, String remedy) {
        if (!(root.value() instanceof Map<?, ?> map)) {
            String found = root.value() instanceof List ? "a list" + remedy : "the single value '" + root.value() + "'";
            throw new ManifestException(
                    source, root.place().position(), "a document must be a mapping of fields, but this is " + found);
        }
        @SuppressWarnings("unchecked") // TreeBuilder makes only string keys.
        Map<String, Object> fields = (Map<String, Object>) map;
        return new YamlDocument(source, fields, new Positions(root.place()));
    }
}

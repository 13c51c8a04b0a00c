package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.codec.StreamingDecodeError;
import dev.wavetank.model.gotext.GoJson;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.scheduler.config.ConfigurationException;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.schema.SchemaProblem;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.model.yaml.YamlDocument;
import dev.wavetank.model.yaml.YamlReader;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A configuration file as kube-scheduler's decoders see it ({@code runtime/serializer}).
 *
 * @param tree its fields
 * @param json the text that is decoded: the file itself when it is JSON, else what follows from its YAML
 * @param text the file
 * @param repeated what is wrong with a field that is given twice; null when none is
 */
record ConfigDocument(
        Map<String, Object> tree,
        String json,
        String text,
        @Nullable String repeated) {

    private static final ObjectCodec CODEC = new ObjectCodec();
    private static final Pattern HEADER_LINE = Pattern.compile("(?m)^(apiVersion|kind):(.*)$");
    private static final String NO_KIND = "couldn't get version/kind; json parse error: ";
    private static final String HEADER = "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\";"
            + " Kind string \"json:\\\"kind,omitempty\\\"\" }";

    /**
     * Reads a file.
     *
     * @throws ConfigurationException when it is neither JSON nor YAML, or no object
     */
    static ConfigDocument read(String text) {
        return text.stripLeading().startsWith("{") ? json(text) : yaml(text);
    }

    private static ConfigDocument json(String text) {
        Object value;
        try {
            value = GoJsonReader.parse(text);
        } catch (GoJsonReader.SyntaxMistake mistake) {
            throw new ConfigurationException("", NO_KIND + mistake.getMessage());
        }
        return new ConfigDocument(object(value), text, text, repetition(text));
    }

    private static @Nullable String repetition(String text) {
        try {
            YamlReader.read("", text);
            return null;
        } catch (ManifestException mistake) {
            return mistake.goText().contains("already set") ? mistake.goText() : null;
        }
    }

    private static ConfigDocument yaml(String text) {
        String repeated = repetition(text);
        try {
            List<YamlDocument> documents = YamlReader.read("", text);
            Map<String, Object> tree = documents.isEmpty()
                    ? Collections.emptyMap()
                    : documents.get(0).root();
            return new ConfigDocument(tree, CODEC.sortedJson(tree), text, null);
        } catch (ManifestException mistake) {
            if (repeated != null) {
                return new ConfigDocument(headerOf(text), "{}", text, repeated);
            }
            if (mistake.sentence().startsWith("a document must be a mapping")) {
                boolean list = text.stripLeading().startsWith("-")
                        || text.stripLeading().startsWith("[");
                throw new ConfigurationException("", NO_KIND + notAnObject(list ? "array" : "string"));
            }
            throw new ConfigurationException("", NO_KIND + mistake.goText(), String.valueOf(mistake.getMessage()));
        }
    }

    /** What decides how a file is read on, of one that is refused then. */
    private static Map<String, Object> headerOf(String text) {
        Map<String, Object> header = new LinkedHashMap<>();
        Matcher fields = HEADER_LINE.matcher(text);
        while (fields.find()) {
            header.put(fields.group(1), fields.group(2).strip());
        }
        return header;
    }

    @SuppressWarnings("unchecked") // JSON has text keys only
    private static Map<String, Object> object(Object value) {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw new ConfigurationException("", NO_KIND + notAnObject(GoJson.kind(value)));
    }

    private static String notAnObject(String kind) {
        return "json: cannot unmarshal " + kind + " into Go value of type " + HEADER;
    }

    /** The text of a field; the empty string when it has none. */
    String header(String field) {
        return tree.get(field) instanceof String value ? value : "";
    }

    /**
     * Checks the types of all fields, and that there are no others.
     *
     * @throws ConfigurationException for the first mistake
     */
    void check(Schema schema, String type, KubernetesVersion version) {
        if (repeated != null) {
            throw strict(field(repeated), repeated);
        }
        check(schema, type, version, schema.check(type, tree));
    }

    /**
     * Checks the types of all known fields, and passes over the others.
     *
     * @return the paths of the others
     * @throws ConfigurationException for the first mistake
     */
    List<String> checkKnown(Schema schema, String type) {
        if (repeated != null) {
            throw strict(field(repeated), repeated);
        }
        List<SchemaProblem> problems = schema.check(type, tree);
        checkTypes(schema, type, problems);
        return problems.stream().map(SchemaProblem::path).toList();
    }

    private void check(Schema schema, String type, KubernetesVersion version, List<SchemaProblem> problems) {
        if (!version.has(Feature.SCHEDULER_CONFIG_FIELD_ERRORS)) {
            checkStreaming(schema, type, problems);
        } else if (!problems.isEmpty()) {
            checkFields(problems);
        }
    }

    /** What sigs.k8s.io/json reports: the first value of a wrong type, or all fields that are not known. */
    private static void checkFields(List<SchemaProblem> problems) {
        for (SchemaProblem problem : problems) {
            if (!(problem instanceof SchemaProblem.UnknownField)) {
                throw new ConfigurationException(problem.path(), problem.text());
            }
        }
        throw new ConfigurationException(
                problems.get(0).path(),
                "strict decoding error: "
                        + problems.stream().map(SchemaProblem::text).collect(Collectors.joining(", ")));
    }

    private void checkTypes(Schema schema, String type, List<SchemaProblem> problems) {
        StreamingDecodeError.find(schema, type, bytes(json)).ifPresent(mistake -> {
            throw new ConfigurationException(firstWrong(problems), mistake);
        });
    }

    private void checkStreaming(Schema schema, String type, List<SchemaProblem> problems) {
        checkTypes(schema, type, problems);
        String sorted = CODEC.sortedJson(tree);
        StreamingDecodeError.findUnknown(schema, type, bytes(sorted)).ifPresent(mistake -> {
            throw strict(problems.isEmpty() ? "" : problems.get(0).path(), mistake);
        });
    }

    private ConfigurationException strict(String field, String mistake) {
        return new ConfigurationException(
                field, "strict decoder error for " + text + ": " + mistake, "strict decoder error: " + mistake);
    }

    private static String firstWrong(List<SchemaProblem> problems) {
        return problems.stream()
                .filter(problem -> !(problem instanceof SchemaProblem.UnknownField))
                .map(SchemaProblem::path)
                .findFirst()
                .orElse("");
    }

    private static String field(String repetition) {
        int quote = repetition.indexOf('"');
        return repetition.substring(quote + 1, repetition.indexOf('"', quote + 1));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The part at a path, for which the whole is only raw text. */
    ConfigDocument at(Map<String, Object> part, Object... path) {
        String raw = text.equals(json) ? RawJson.at(json, path) : CODEC.sortedJson(part);
        return new ConfigDocument(part, raw, raw, null);
    }
}

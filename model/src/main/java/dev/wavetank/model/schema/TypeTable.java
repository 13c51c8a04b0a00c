package dev.wavetank.model.schema;

import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.version.Since;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Reads {@code types.txt}, whose head describes its notation. */
final class TypeTable {
    private static final String RESOURCE = "types.txt";
    private static final String INDENT = "  ";
    private static final String SINCE = "since=";
    private static final String KEPT = "kept=";

    private final Map<String, ApiType> types = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> typesOfKinds = new LinkedHashMap<>();
    /** By their notation: fields of one type share it. */
    private final Map<String, FieldType> fieldTypes = new LinkedHashMap<>();

    private String name = "";
    private MergeMarker marker = MergeMarker.NONE;
    private final List<Field> fields = new ArrayList<>();

    private TypeTable() {}

    /** The table that comes with this module. */
    static TypeTable load() {
        return of(text());
    }

    /** The table that a text holds. */
    static TypeTable of(String text) {
        TypeTable table = new TypeTable();
        int start = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
            table.line(text.substring(start, end));
            start = end + 1;
        }
        table.finish();
        return table;
    }

    /** The types by name, in the order of the file. */
    Map<String, ApiType> types() {
        return types;
    }

    /** The type of the objects of each kind, by kind, then by apiVersion, in the order of the file. */
    Map<String, Map<String, String>> typesOfKinds() {
        return typesOfKinds;
    }

    private static String text() {
        try (InputStream stream = Objects.requireNonNull(TypeTable.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void line(String line) {
        try {
            if (line.startsWith(INDENT)) {
                fields.add(field(new Words(line, INDENT.length())));
            } else if (!line.startsWith("#")) {
                finish();
                begin(new Words(line, 0));
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(RESOURCE + ": " + name + ": " + line.strip() + ": " + e.getMessage(), e);
        }
    }

    private void finish() {
        if (!name.isEmpty()) {
            types.put(name, new ApiType(name, fields, marker));
        }
        fields.clear();
        marker = MergeMarker.NONE;
    }

    private void begin(Words words) {
        String what = words.next();
        name = words.next();
        while (words.hasNext()) {
            String word = words.next();
            if (word.startsWith("structType=")) {
                marker = MergeMarker.parse(word);
            } else {
                typesOfKinds
                        .computeIfAbsent(FieldType.structName(name), missing -> new LinkedHashMap<>())
                        .put(word, name);
            }
        }
        if (what.equals("kind")) {
            fields.add(Field.of("apiVersion", fieldType("string")));
            fields.add(Field.of("kind", fieldType("string")));
            fields.add(field(new Words("metadata ObjectMeta always", 0)));
        } else if (!what.equals("type")) {
            throw new IllegalArgumentException("a line begins with type, with kind or with two spaces");
        }
    }

    private Field field(Words words) {
        String fieldName = words.next();
        String typeName = words.next();
        boolean pointer = typeName.startsWith("*");
        FieldType type = fieldType(pointer ? typeName.substring(1) : typeName);
        boolean always = false;
        Optional<Object> defaultValue = Optional.empty();
        PatchStrategy patch = PatchStrategy.NONE;
        MergeMarker owned = MergeMarker.NONE;
        Optional<Since> since = Optional.empty();
        Optional<Since> kept = Optional.empty();
        while (words.hasNext()) {
            String word = words.next();
            if (word.equals("always")) {
                always = true;
            } else if (word.startsWith("default=")) {
                defaultValue = Optional.of(GoJsonReader.parse(word.substring("default=".length())));
            } else if (word.startsWith("patch=")) {
                patch = PatchStrategy.parse(word.substring("patch=".length()));
            } else if (word.startsWith(SINCE)) {
                since = Optional.of(Since.parse(word.substring(SINCE.length())));
            } else if (word.startsWith(KEPT)) {
                kept = Optional.of(Since.parse(word.substring(KEPT.length())));
            } else {
                owned = MergeMarker.parse(word);
            }
        }
        return new Field(fieldName, type, always, pointer, defaultValue, patch, owned, since, kept);
    }

    private FieldType fieldType(String text) {
        FieldType known = fieldTypes.get(text);
        if (known == null) {
            known = FieldType.parse(text);
            fieldTypes.put(text, known);
        }
        return known;
    }

    /** The words of a line, which single spaces separate. */
    private static final class Words {
        private final String line;
        private int at;

        private Words(String line, int at) {
            this.line = line;
            this.at = at;
        }

        private boolean hasNext() {
            return at < line.length();
        }

        private String next() {
            if (!hasNext()) {
                throw new IllegalArgumentException("the line is too short");
            }
            int space = line.indexOf(' ', at);
            int end = space < 0 ? line.length() : space;
            String word = line.substring(at, end);
            at = end + 1;
            return word;
        }
    }
}

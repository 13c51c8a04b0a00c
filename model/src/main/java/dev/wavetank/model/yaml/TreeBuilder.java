package dev.wavetank.model.yaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns nodes into plain Java values, with merge keys applied, and remembers where each value stood. */
final class TreeBuilder {
    /** How many values aliases may add to a document. Stops texts that double with every line. */
    static final int ALIAS_LIMIT = 100_000;

    private final String source;
    private int aliasDepth;
    private int aliased;

    TreeBuilder(String source) {
        this.source = source;
    }

    /** A value and its place. */
    record Built(Object value, Place place) {}

    Built build(YamlNode node) {
        count(node);
        if (node instanceof YamlNode.Alias alias) {
            aliasDepth++;
            Built built = build(alias.target());
            aliasDepth--;
            return new Built(built.value(), built.place().movedTo(alias.position()));
        }
        if (node instanceof YamlNode.Mapping mapping) {
            Map<String, Object> map = new LinkedHashMap<>();
            Place place = Place.leaf(mapping.position());
            fill(mapping, map, place);
            return new Built(map, place);
        }
        if (node instanceof YamlNode.Sequence sequence) {
            return list(sequence);
        }
        return new Built(scalar((YamlNode.Scalar) node), Place.leaf(node.position()));
    }

    private void count(YamlNode node) {
        if (aliasDepth > 0) {
            aliased++;
        }
        if (aliased > ALIAS_LIMIT) {
            throw mistake(node, "aliases repeat more than " + ALIAS_LIMIT + " values; write the document out instead");
        }
        if (aliasDepth > NodeComposer.DEPTH_LIMIT) {
            throw mistake(
                    node, "aliases refer to each other more than " + NodeComposer.DEPTH_LIMIT + " times in a row");
        }
    }

    private Built list(YamlNode.Sequence sequence) {
        List<Object> values = new ArrayList<>();
        List<Place> places = new ArrayList<>();
        for (YamlNode item : sequence.items()) {
            Built built = build(item);
            values.add(built.value());
            places.add(built.place());
        }
        return new Built(values, new Place(sequence.position(), new LinkedHashMap<>(), places));
    }

    /** Later entries win over merged ones and merged ones over earlier entries: kubectl goes strictly in order. */
    private void fill(YamlNode.Mapping mapping, Map<String, Object> map, Place place) {
        Map<String, Position> written = new LinkedHashMap<>();
        for (YamlNode.Entry entry : mapping.entries()) {
            if (entry.key() instanceof YamlNode.Scalar scalar && scalar.isMergeKey()) {
                merge(entry.value(), map, place);
                continue;
            }
            String key = key(entry.key());
            Position first = written.putIfAbsent(key, entry.key().position());
            if (first != null) {
                Position second = entry.key().position();
                throw new ManifestException(
                        source,
                        second,
                        "the key '" + key + "' is already in this mapping, at line " + first.line()
                                + "; remove one of the two",
                        "yaml: unmarshal errors:\n  line " + second.line() + ": key \"" + key
                                + "\" already set in map");
            }
            Built built = build(entry.value());
            map.put(key, built.value());
            place.fields().put(key, built.place().movedTo(entry.key().position()));
        }
    }

    private void merge(YamlNode value, Map<String, Object> map, Place place) {
        count(value);
        if (value instanceof YamlNode.Alias alias) {
            aliasDepth++;
            merge(alias.target(), map, place);
            aliasDepth--;
        } else if (value instanceof YamlNode.Mapping mapping) {
            fill(mapping, map, place);
        } else if (value instanceof YamlNode.Sequence sequence
                && sequence.items().stream().allMatch(this::isMapping)) {
            // The first of several mappings has the last word.
            for (int i = sequence.items().size() - 1; i >= 0; i--) {
                merge(sequence.items().get(i), map, place);
            }
        } else {
            throw mistake(value, "the value of '<<' must be a mapping or a list of mappings");
        }
    }

    private boolean isMapping(YamlNode node) {
        YamlNode content = node instanceof YamlNode.Alias alias ? alias.target() : node;
        return content instanceof YamlNode.Mapping;
    }

    private String key(YamlNode node) {
        YamlNode content = node instanceof YamlNode.Alias alias ? alias.target() : node;
        String key;
        try {
            key = MapKeys.text(content);
        } catch (IllegalArgumentException e) {
            throw mistake(node, e.getMessage());
        }
        if (key == null) {
            throw mistake(node, "a key must be text, a number that fits 64 bits, or true or false");
        }
        return key;
    }

    private Object scalar(YamlNode.Scalar scalar) {
        try {
            return TaggedScalars.read(scalar);
        } catch (IllegalArgumentException e) {
            throw mistake(scalar, e.getMessage());
        }
    }

    private ManifestException mistake(YamlNode node, String sentence) {
        return new ManifestException(source, node.position(), sentence);
    }
}

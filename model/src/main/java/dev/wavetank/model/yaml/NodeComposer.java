package dev.wavetank.model.yaml;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;

/** Builds the nodes of one document from the parser's events. Anchors live as long as their document. */
final class NodeComposer {
    /** Far beyond any manifest, and far below what the stack bears. */
    static final int DEPTH_LIMIT = 200;

    private final String source;
    private final Iterator<Event> events;
    private final Map<String, Optional<YamlNode>> anchors = new LinkedHashMap<>();
    private int depth;

    NodeComposer(String source, Iterator<Event> events) {
        this.source = source;
        this.events = events;
    }

    /** Reads what follows a start of document, its end included. */
    YamlNode document() {
        YamlNode root = node(events.next());
        Event end = events.next();
        if (!(end instanceof DocumentEndEvent)) {
            throw new AssertionError("a document has one root, then came " + end);
        }
        return root;
    }

    private YamlNode node(Event event) {
        Position position = position(event);
        String anchor = event instanceof NodeEvent named
                ? named.getAnchor().map(Anchor::getValue).orElse("")
                : "";
        if (event instanceof AliasEvent) {
            return new YamlNode.Alias(position, target(anchor, position));
        }
        if (!anchor.isEmpty()) {
            anchors.put(anchor, Optional.empty()); // Known, but not complete before its last event.
        }
        YamlNode node = content(event, position);
        if (!anchor.isEmpty()) {
            anchors.put(anchor, Optional.of(node));
        }
        return node;
    }

    private YamlNode content(Event event, Position position) {
        if (event instanceof ScalarEvent scalar) {
            String tag = scalar.getTag().orElse("");
            return new YamlNode.Scalar(position, scalar.getValue(), tag, scalar.isPlain());
        }
        depth++;
        if (depth > DEPTH_LIMIT) {
            throw new ManifestException(source, position, "values are nested deeper than " + DEPTH_LIMIT + " levels");
        }
        YamlNode node;
        if (event instanceof MappingStartEvent) {
            node = new YamlNode.Mapping(position, entries());
        } else if (event instanceof SequenceStartEvent) {
            node = new YamlNode.Sequence(position, items());
        } else {
            throw new AssertionError("no case for " + event);
        }
        depth--;
        return node;
    }

    private List<YamlNode.Entry> entries() {
        List<YamlNode.Entry> entries = new ArrayList<>();
        Event event = events.next();
        while (!(event instanceof MappingEndEvent)) {
            YamlNode key = node(event);
            entries.add(new YamlNode.Entry(key, node(events.next())));
            event = events.next();
        }
        return entries;
    }

    private List<YamlNode> items() {
        List<YamlNode> items = new ArrayList<>();
        Event event = events.next();
        while (!(event instanceof SequenceEndEvent)) {
            items.add(node(event));
            event = events.next();
        }
        return items;
    }

    private YamlNode target(String anchor, Position position) {
        Optional<YamlNode> known = anchors.get(anchor);
        if (known == null) {
            throw new ManifestException(
                    source, position, "*" + anchor + " has no anchor &" + anchor + " before it in this document");
        }
        return known.orElseThrow(
                () -> new ManifestException(source, position, "*" + anchor + " stands inside the value it refers to"));
    }

    static Position position(Event event) {
        return event.getStartMark()
                .map(mark -> new Position(mark.getLine() + 1, mark.getColumn() + 1))
                .orElse(new Position(1, 1));
    }
}

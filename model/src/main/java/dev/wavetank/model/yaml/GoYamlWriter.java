package dev.wavetank.model.yaml;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.emitter.Emitter;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.ImplicitTuple;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.events.StreamStartEvent;

/**
 * Writes a tree as the YAML library of Go does, which kubectl uses (gopkg.in/yaml.v2, encode.go and resolve.go): text
 * that YAML 1.1 would take for another type stands in double quotes, text with several lines in a literal block, all
 * other text plain where it can be.
 */
public final class GoYamlWriter {

    /** Words and numbers of YAML 1.1. */
    private static final Pattern OTHER_TYPE = Pattern.compile("|~|null|Null|NULL|<<"
            + "|y|Y|yes|Yes|YES|on|On|ON|true|True|TRUE|n|N|no|No|NO|off|Off|OFF|false|False|FALSE"
            + "|[-+]?(0|[1-9][0-9_]*|0[0-7_]+|0o[0-7_]+|0x[0-9a-fA-F_]+|0b[01_]+)"
            + "|[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?"
            + "|[-+]?(\\.inf|\\.Inf|\\.INF)|\\.nan|\\.NaN|\\.NAN"
            + "|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?"
            + "|[-+]?[1-9][0-9_]*(:[0-5]?[0-9])+(\\.[0-9_]*)?");

    private static final DumpSettings SETTINGS = DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setBestLineBreak("\n")
            .build();

    private final Emitter emitter;

    private GoYamlWriter(StreamDataWriter out) {
        this.emitter = new Emitter(SETTINGS, out);
    }

    /** One document without a leading {@code ---}, keys in the order of the maps. */
    public static String write(Map<String, ?> tree) {
        StringBuilder text = new StringBuilder();
        GoYamlWriter writer = new GoYamlWriter(new StreamDataWriter() {
            @Override
            public void write(String part) {
                text.append(part);
            }

            @Override
            public void write(String part, int from, int length) {
                text.append(part, from, from + length);
            }
        });
        writer.document(tree);
        return text.toString();
    }

    private void document(Map<String, ?> tree) {
        emitter.emit(new StreamStartEvent());
        emitter.emit(new DocumentStartEvent(false, Optional.empty(), Collections.emptyMap()));
        value(tree);
        emitter.emit(new DocumentEndEvent(false));
        emitter.emit(new StreamEndEvent());
    }

    private void value(Object value) {
        if (value instanceof Map<?, ?> map) {
            FlowStyle style = map.isEmpty() ? FlowStyle.FLOW : FlowStyle.BLOCK;
            emitter.emit(new MappingStartEvent(Optional.empty(), Optional.empty(), true, style));
            map.forEach((name, field) -> {
                value(name);
                value(field);
            });
            emitter.emit(new MappingEndEvent());
        } else if (value instanceof List<?> list) {
            FlowStyle style = list.isEmpty() ? FlowStyle.FLOW : FlowStyle.BLOCK;
            emitter.emit(new SequenceStartEvent(Optional.empty(), Optional.empty(), true, style));
            list.forEach(this::value);
            emitter.emit(new SequenceEndEvent());
        } else {
            scalar(String.valueOf(value), value instanceof String text ? style(text) : ScalarStyle.PLAIN);
        }
    }

    private void scalar(String text, ScalarStyle style) {
        emitter.emit(new ScalarEvent(Optional.empty(), Optional.empty(), new ImplicitTuple(true, true), text, style));
    }

    private static ScalarStyle style(String text) {
        if (OTHER_TYPE.matcher(text).matches()) {
            return ScalarStyle.DOUBLE_QUOTED;
        }
        return text.indexOf('\n') >= 0 ? ScalarStyle.LITERAL : ScalarStyle.PLAIN;
    }
}

package dev.wavetank.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;

/** Every entry is one line of valid JSON, from which the texts can be read back. */
class JsonLinesSinkProperties {

    /** A JSON string as RFC 8259 defines it, lone surrogates written as escapes. */
    private static final String STRING =
            "\"((?:[^\"\\\\\\x00-\\x1f\\ud800-\\udfff]|\\\\[\"\\\\/bfnrt]|\\\\u[0-9a-f]{4})*)\"";

    private static final Pattern LINE = Pattern.compile("\\{\"n\":1,\"t\":(\\d+),\"by\":" + STRING
            + ",\"cause\":0,\"type\":\"happened\",\"what\":" + STRING + ",\"count\":(-?\\d+)\\}\n");

    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u([0-9a-f]{4})|(.))");

    @Property
    void any_text_survives(@ForAll String component, @ForAll String what, @ForAll long count) {
        assertReadsBack(component, what, count);
    }

    @Property
    void control_characters_quotes_and_backslashes_survive(
            @ForAll @CharRange(from = '\0', to = '~') String component,
            @ForAll @CharRange(from = '\ud7f0', to = '\ue00f') String what) {
        assertReadsBack(component, what, 0);
    }

    @Example
    void looks_as_documented() {
        Trace trace = new Trace();
        StringBuilder out = new StringBuilder();
        trace.addSink(new JsonLinesSink(out));
        trace.record(5, "a", new Happened("pod.bound", "default/\"web\"\n", 1));
        trace.record(7, "b", new Happened("pod.bound", null, -2));

        assertThat(out.toString()).isEqualTo("""
                        {"n":1,"t":5,"by":"a","cause":0,"type":"pod.bound","what":"default/\\"web\\"\\u000a","count":1}
                        {"n":2,"t":7,"by":"b","cause":1,"type":"pod.bound","what":null,"count":-2}
                        """);
    }

    @Example
    void says_when_the_destination_fails() {
        Writer full = new Writer() {
            @Override
            public void write(char[] buffer, int offset, int length) throws IOException {
                throw new IOException("disk full");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Trace trace = new Trace();
        trace.addSink(new JsonLinesSink(full));

        assertThatThrownBy(() -> trace.record(0, "a", new Happened("t", "x", 0)))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("cannot write the trace");
    }

    private static void assertReadsBack(String component, String what, long count) {
        StringBuilder out = new StringBuilder();
        new JsonLinesSink(out).accept(new TraceEntry(1, 42, component, 0, new Happened("happened", what, count)));

        Matcher matcher = LINE.matcher(out);
        assertThat(matcher.matches()).as(out.toString()).isTrue();
        assertThat(matcher.group(1)).isEqualTo("42");
        assertThat(unescape(matcher.group(2))).isEqualTo(component);
        assertThat(unescape(matcher.group(3))).isEqualTo(what);
        assertThat(matcher.group(4)).isEqualTo(Long.toString(count));
    }

    private static String unescape(String text) {
        return ESCAPE.matcher(text).replaceAll(found -> {
            String hex = found.group(1);
            return Matcher.quoteReplacement(
                    hex == null ? found.group(2) : String.valueOf((char) Integer.parseInt(hex, 16)));
        });
    }
}

package dev.wavetank.cli;

import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.reports.story.StoryText;
import dev.wavetank.reports.story.Way;
import dev.wavetank.sim.trace.RingSink;
import dev.wavetank.sim.trace.TraceSink;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** The options of commands that tell the way of an object. */
final class StoryOptions {

    private static final int RECORDS_KEPT = 1_000_000;

    @Option(
            names = "--story",
            arity = "0..1",
            fallbackValue = "",
            preprocessor = AttachedValue.class,
            paramLabel = "OBJECT",
            description =
                    "Tell the way of an object from the command to its goal, step by step: which component saw,"
                            + " decided and wrote what, and what it waited for. Without OBJECT, of the first pod that got ready.")
    private String object;

    private final RingSink records = new RingSink(RECORDS_KEPT, true);

    /** Takes a value only after an equals sign: what follows in another word is the command's. */
    private static final class AttachedValue implements IParameterPreprocessor {

        @Override
        public boolean preprocess(Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            if (" ".equals(info.get("separator"))) {
                words.push(((OptionSpec) option).fallbackValue());
            }
            return false;
        }
    }

    void addTo(List<TraceSink> sinks) {
        if (object != null) {
            sinks.add(records);
        }
    }

    void print(Streams streams) {
        if (object == null) {
            return;
        }
        String wanted = object.isEmpty() ? Way.firstPod(records.entries()).orElse("") : object;
        Optional<Way> way = Way.of(wanted, records.entries());
        streams.out().println();
        if (way.isPresent()) {
            StoryText.lines(way.get()).forEach(streams.out()::println);
        } else {
            streams.out().println(object.isEmpty() ? "no story: no pod got ready" : "no story: there is no " + wanted);
        }
    }
}

package dev.wavetank.cli;

import dev.wavetank.cli.execution.SinkFile;
import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.inspect.DropStory;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.scenario.AddOn;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.reports.story.StoryDiagram;
import dev.wavetank.reports.story.StoryText;
import dev.wavetank.reports.story.StoryTrack;
import dev.wavetank.reports.story.Way;
import dev.wavetank.sim.trace.RingSink;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** The options of commands that tell the way of an object. */
final class StoryOptions {

    /** Only the end of a longer run can be told, so that memory suffices. */
    static final int RECORDS_KEPT = 2_000_000;

    /** What the file of {@code --perfetto} is, for messages. */
    static final String PERFETTO = "Perfetto trace";

    private static final String DIAGRAM = "sequence diagram";

    @Option(
            names = "--story",
            arity = "0..1",
            fallbackValue = "",
            preprocessor = AttachedValue.class,
            paramLabel = "OBJECT",
            description = "Tell the way of an object, such as pod/web-1, from the command to its goal: which component"
                    + " saw, decided and wrote what, and what it waited for. Without OBJECT, that of the first pod"
                    + " that got ready. Of load/NAME: why requests were not answered.")
    private @Nullable String object;

    @Option(
            names = "--mermaid",
            paramLabel = "FILE.mmd",
            description = "Write the story as a Mermaid sequence diagram.")
    private @Nullable Path mermaid;

    @Option(
            names = "--perfetto",
            paramLabel = "FILE.json",
            description = "Write the whole run, or with --story the story, as a Chrome trace, which ui.perfetto.dev"
                    + " opens: one track for each component.")
    private @Nullable Path perfetto;

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

    /** Asks for a story, as an option does that stands behind the words of another command. */
    void tell(String wanted) {
        object = wanted;
    }

    private boolean isAsked() {
        return object != null || mermaid != null;
    }

    /** Where the whole run is to be written, or null. */
    @Nullable
    Path perfettoOfRun() {
        return isAsked() ? null : perfetto;
    }

    /**
     * Makes the run record what the story needs.
     *
     * @throws BadInputException when a file for the story cannot be written, before the run instead of after it
     */
    void addTo(List<TraceSink> sinks) {
        if (isAsked()) {
            SinkFile.requireWritable(mermaid, DIAGRAM);
            SinkFile.requireWritable(perfetto, PERFETTO);
            sinks.add(records);
        }
    }

    /**
     * Prints the story, and writes it into files.
     *
     * @throws BadInputException when there is no such object
     */
    void print(Streams streams) {
        if (!isAsked()) {
            return;
        }
        List<TraceEntry> trace = records.entries();
        if (object != null && object.startsWith(AddOn.Load.PREFIX)) {
            printDrops(streams, object.substring(AddOn.Load.PREFIX.length()), trace);
            return;
        }
        Way way = way(object == null ? "" : object, trace);
        if (object != null) {
            streams.out().println();
            StoryText.lines(way).forEach(streams.out()::println);
        }
        if (mermaid != null) {
            write(mermaid, StoryDiagram.of(way));
        }
        if (perfetto != null) {
            try (SinkFile file = SinkFile.open(perfetto, PERFETTO, StoryTrack::sink)) {
                List<TraceSink> sinks = new ArrayList<>();
                file.addTo(sinks);
                sinks.forEach(sink -> way.steps().forEach(sink::accept));
            }
        }
    }

    private void printDrops(Streams streams, String load, List<TraceEntry> trace) {
        List<String> loads = DropStory.loads(trace);
        if (mermaid != null || perfetto != null) {
            throw new BadInputException("the story of a load has no diagram: leave --mermaid and --perfetto out");
        }
        if (!loads.contains(load)) {
            throw new BadInputException("there is no story of load/" + load + ": "
                    + (loads.isEmpty() ? "no load has sent a request" : "the loads are " + String.join(", ", loads)));
        }
        streams.out().println();
        DropStory.lines(trace, load).forEach(streams.out()::println);
    }

    /** The way of the wanted object, or of the first pod that got ready. */
    static Way way(String object, List<TraceEntry> trace) {
        if (object.isEmpty()) {
            String first = Way.firstPod(trace)
                    .orElseThrow(() -> new BadInputException("there is no story: no pod got ready; name another object"
                            + " with --story=OBJECT, such as --story=deployment/web"));
            return Way.of(first, trace).orElseThrow();
        }
        return Way.of(withKind(object), trace)
                .orElseThrow(() -> new BadInputException("there is no story of " + object + ": the run has no such"
                        + " object. " + others(Way.objects(trace))));
    }

    private static String others(String objects) {
        return objects.isEmpty() ? "There is none that has a story" : "It has " + objects;
    }

    /** With the kind of the type, which may be written in every way that kubectl takes, such as {@code deploy/web}. */
    private static String withKind(String object) {
        int slash = object.indexOf('/');
        if (slash < 0) {
            return object;
        }
        return ApiSchema.of(KubernetesVersion.DEFAULT)
                .named(object.substring(0, slash).replaceFirst("\\..*", ""))
                .stream()
                .findFirst()
                .map(kind -> kind.kind().toLowerCase(Locale.ROOT) + object.substring(slash))
                .orElse(object);
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException failure) {
            throw SinkFile.unwritable(file, DIAGRAM, failure);
        }
    }
}

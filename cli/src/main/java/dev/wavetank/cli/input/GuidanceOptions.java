package dev.wavetank.cli.input;

import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.explore.RunInput;
import dev.wavetank.properties.guided.CorpusFolder;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of an exploration that learns from what its runs reach. */
public final class GuidanceOptions {

    @Option(
            names = "--guided",
            description = "Explore guided by coverage: keep what seeds decided that came to a new condition or"
                    + " hand-over, and change it a little for half of the others: faults of two plans together, a fault"
                    + " at the next write of its kind, at another time or once more, another decision about the order"
                    + " of events. The other half is drawn as ever. --jobs changes nothing but the speed.")
    private boolean guided;

    @Option(
            names = "--corpus",
            paramLabel = "DIR",
            description = "Save there what --guided keeps, and replay first what an earlier exploration saved there;"
                    + " without --seeds, go on with the seed after the last. Saved failures can be put there, too."
                    + " Implies --guided.")
    private @Nullable Path directory;

    /** Whether the exploration is guided. */
    public boolean isGuided() {
        return guided || directory != null;
    }

    /** The folder of the corpus; null without one. */
    public @Nullable CorpusFolder corpus() {
        return directory == null ? null : new CorpusFolder(directory);
    }

    /**
     * The first seed when none is given.
     *
     * @throws BadInputException when the folder does not say it rightly
     */
    public long firstSeed() {
        CorpusFolder corpus = corpus();
        try {
            return corpus == null ? 1 : corpus.nextSeed();
        } catch (IllegalArgumentException wrong) {
            throw new BadInputException(wrong.getMessage(), wrong);
        }
    }

    /**
     * The inputs of the corpus.
     *
     * @param shared the scenario of all seeds, which gets the faults of each input; null when inputs keep their own
     * @throws BadInputException when a file cannot be read, or has faults whose targets the cluster does not have
     */
    public List<RunInput> inputs(@Nullable Scenario shared) {
        CorpusFolder corpus = corpus();
        List<RunInput> inputs = new ArrayList<>();
        if (corpus == null) {
            return inputs;
        }
        for (Path file : files(corpus)) {
            try {
                RunInput input = CorpusFolder.read(file, InputFiles.read(file.toString(), file));
                inputs.add(
                        shared == null
                                ? input
                                : input.withScenario(
                                        shared.withFaults(input.scenario().faults())));
            } catch (IllegalArgumentException absent) {
                throw new BadInputException(file + ": " + absent.getMessage(), absent);
            }
        }
        return inputs;
    }

    private static List<Path> files(CorpusFolder corpus) {
        try {
            return CorpusFolder.files(corpus.directory());
        } catch (UncheckedIOException unreadable) {
            throw new BadInputException(unreadable.getMessage(), unreadable);
        }
    }

    /** The options as words of a command line. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        if (guided) {
            words.add("--guided");
        }
        if (directory != null) {
            words.addAll(List.of("--corpus", directory.toString()));
        }
        return words;
    }
}

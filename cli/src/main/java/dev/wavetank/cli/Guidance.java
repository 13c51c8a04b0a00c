package dev.wavetank.cli;

import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.input.GuidanceOptions;
import dev.wavetank.cli.input.SeedRange;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.ExploredRun;
import dev.wavetank.properties.explore.RunInput;
import dev.wavetank.properties.guided.CorpusFolder;
import dev.wavetank.properties.guided.GuidedExploration;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** A guided exploration with its corpus, and what it kept. */
final class Guidance {

    private final @Nullable CorpusFolder folder;
    private final List<RunInput> saved;
    private int replayed;
    private int kept;

    /**
     * Reads the corpus.
     *
     * @param shared the scenario of all seeds; null when each has its own
     * @throws BadInputException when a file of the corpus is wrong
     */
    Guidance(GuidanceOptions options, @Nullable Scenario shared) {
        this.folder = options.corpus();
        this.saved = options.inputs(shared);
    }

    /** Replays the corpus, then runs derived inputs up to the last seed, and returns the failures. */
    List<ExploredRun> run(Exploration exploration, SeedRange seeds, int jobs, Exploration.Observer observer) {
        Exploration.Observer counting = new Exploration.Observer() {
            @Override
            public void finished(ExploredRun run) {
                replayed = Math.min(replayed + 1, saved.size());
                observer.finished(run);
            }

            @Override
            public boolean wantsMore() {
                return observer.wantsMore();
            }
        };
        return new GuidedExploration(exploration, saved, this::keep).run(seeds.first(), seeds.count(), jobs, counting);
    }

    private void keep(RunInput input, SortedSet<String> reached) {
        kept++;
        if (folder != null) {
            write(() -> folder.save(input, reached));
        }
    }

    /** Remembers in the folder how far the exploration came. */
    void explored(long last) {
        if (folder != null) {
            write(() -> folder.explored(last));
        }
    }

    private static void write(Runnable save) {
        try {
            save.run();
        } catch (UncheckedIOException refused) {
            throw new BadInputException(refused.getMessage(), refused);
        }
    }

    /** How much was kept, and where. */
    void print(PrintStream out) {
        out.println();
        String replays = replayed + (replayed < saved.size() ? " of " + saved.size() : "") + " replayed first";
        out.println("guided: " + kept + (kept == 1 ? " input" : " inputs") + " kept"
                + (folder == null ? "" : " in " + folder.directory() + ", " + replays));
    }

    /** The same for programs. */
    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kept", (long) kept);
        tree.put("replayed", (long) replayed);
        if (folder != null) {
            tree.put("corpus", folder.directory().toString());
        }
        return tree;
    }
}

package dev.wavetank.cli.input;

import dev.wavetank.properties.explore.InvariantChoice;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Option;

/** Options that choose the invariants by which a run is judged. */
public final class InvariantOptions {

    @Option(
            names = "--invariants",
            paramLabel = "NAME,...",
            hideParamSyntax = true,
            split = ",",
            completionCandidates = Words.class,
            description = "Judge by these invariants only, separated by commas: by their names, or by tags such as"
                    + " scheduler or at-rest; all by default. The others are counted as not judged. See wavetank"
                    + " invariants.")
    private List<String> only = List.of();

    @Option(
            names = "--skip-invariants",
            paramLabel = "NAME,...",
            hideParamSyntax = true,
            split = ",",
            completionCandidates = Words.class,
            description = "Do not judge by these, named in the same way.")
    private List<String> skipped = List.of();

    /**
     * The invariants that were asked for.
     *
     * @param given those of a saved failure, when none were asked for
     * @throws BadInputException for a name that is unknown
     */
    InvariantChoice choice(InvariantChoice given) {
        if (only.isEmpty() && skipped.isEmpty()) {
            return given;
        }
        InvariantChoice asked = choice("--invariants", only, List.of());
        return skipped.isEmpty() ? asked : choice("--skip-invariants", only, skipped);
    }

    private static InvariantChoice choice(String option, List<String> only, List<String> skipped) {
        try {
            return new InvariantChoice(only, skipped);
        } catch (IllegalArgumentException unknown) {
            throw new BadInputException(option + ": " + unknown.getMessage(), unknown);
        }
    }

    /** These options as words of a command line. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        add(words, "--invariants", only);
        add(words, "--skip-invariants", skipped);
        return words;
    }

    private static void add(List<String> words, String option, List<String> values) {
        if (!values.isEmpty()) {
            words.addAll(List.of(option, String.join(",", values)));
        }
    }

    /** Names and tags, looked up only when they are needed. */
    public static final class Words implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return InvariantChoice.words().iterator();
        }
    }
}

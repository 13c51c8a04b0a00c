package dev.wavetank.properties.explore;

import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.text.Suggestion;
import java.util.ArrayList;
import java.util.List;

/**
 * Which of the invariants of Kubernetes a run is judged by; those of the user judge always.
 *
 * @param only names and tags of those that judge; empty for all
 * @param skipped names and tags of those that do not
 */
public record InvariantChoice(List<String> only, List<String> skipped) {

    /** All of them. */
    public static final InvariantChoice ALL = new InvariantChoice(List.of(), List.of());

    /**
     * Keeps copies.
     *
     * @throws IllegalArgumentException for what is neither a name nor a tag, or when none is left
     */
    public InvariantChoice {
        only = List.copyOf(only);
        skipped = List.copyOf(skipped);
        List<Invariant> all = only.isEmpty() && skipped.isEmpty() ? List.of() : Invariants.ofNoRun();
        for (List<String> words : List.of(only, skipped)) {
            words.forEach(word -> requireKnown(word, all));
        }
        List<String> wanted = only;
        List<String> unwanted = skipped;
        if (!all.isEmpty() && all.stream().noneMatch(one -> isJudged(one, wanted, unwanted))) {
            throw new IllegalArgumentException("no invariant is left to judge a run");
        }
    }

    /** Names and tags that a choice may have. */
    public static List<String> words() {
        List<String> words = new ArrayList<>(
                Invariants.ofNoRun().stream().map(Invariant::name).toList());
        words.addAll(Tag.words());
        return words;
    }

    private static void requireKnown(String word, List<Invariant> all) {
        if (all.stream().noneMatch(invariant -> isMeant(invariant, word))) {
            throw new IllegalArgumentException("there is no invariant and no tag '" + word + "': "
                    + Suggestion.question(word, words()) + "wavetank invariants lists them");
        }
    }

    /** Whether an invariant has this name or this tag. */
    public static boolean isMeant(Invariant invariant, String word) {
        return invariant.name().equals(word)
                || invariant.tags().stream().anyMatch(tag -> tag.word().equals(word));
    }

    private static boolean isJudged(Invariant invariant, List<String> only, List<String> skipped) {
        return (only.isEmpty() || only.stream().anyMatch(word -> isMeant(invariant, word)))
                && skipped.stream().noneMatch(word -> isMeant(invariant, word));
    }

    /** Whether it judges. */
    boolean includes(Invariant invariant) {
        return isJudged(invariant, only, skipped);
    }
}

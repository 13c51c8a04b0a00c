package dev.wavetank.model.kubelet.cri.process.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A command that makes one text of another: {@code wc}, {@code cut}, {@code sort}, {@code uniq}, {@code tr}, {@code
 * sed}, {@code awk}, {@code grep}, {@code tac}, {@code rev}.
 *
 * @param work what it makes of a text
 * @param files whose content is the text; none: it reads its pipe
 * @param inPlace whether the result goes into the file, as with {@code sed -i}
 */
public record Filter(Work work, List<String> files, boolean inPlace) {

    /** What a filter makes of a text. */
    public interface Work {

        /**
         * The result.
         *
         * @param text that it reads
         * @param file where that comes from; null for a pipe
         */
        Result of(String text, @Nullable String file);
    }

    /**
     * What a filter prints.
     *
     * @param code its exit code
     * @param text that it prints
     */
    public record Result(int code, String text) {

        static Result of(String text) {
            return new Result(0, text);
        }

        static Result of(List<String> lines) {
            return of(lines.isEmpty() ? "" : String.join("\n", lines) + "\n");
        }
    }

    static Filter of(Work work, List<String> files) {
        return new Filter(work, files, false);
    }

    /** The filter with these options and files; empty when it is none, or one that is not understood. */
    public static Optional<Filter> of(String command, List<String> arguments) {
        Options options = new Options(arguments);
        return switch (command) {
            case "wc" -> Columns.count(options);
            case "cut" -> Columns.cut(options);
            case "awk" -> Columns.awk(options);
            case "sort" -> Lines.sort(options);
            case "uniq" -> Lines.uniq(options);
            case "tac" -> Lines.tac(options);
            case "tr" -> Signs.translate(options);
            case "rev" -> Signs.reverse(options);
            case "sed" -> Edits.sed(options);
            case "grep", "egrep", "fgrep" -> Edits.grep(command, options);
            default -> Optional.empty();
        };
    }

    /** The words of a command: letters of options, options with a value, and what is none. */
    static final class Options {
        private final List<String> rest;

        Options(List<String> words) {
            this.rest = new ArrayList<>(words);
        }

        /** Takes the value of an option, which stands in the same word or in the next one; null without it. */
        @Nullable
        String value(char letter) {
            for (int i = 0; i < rest.size(); i++) {
                String word = rest.get(i);
                if (word.startsWith("-" + letter) && word.length() > 2) {
                    return rest.remove(i).substring(2);
                }
                if (word.equals("-" + letter) && i + 1 < rest.size()) {
                    rest.remove(i);
                    return rest.remove(i);
                }
            }
            return null;
        }

        /** Takes all options of one letter; null when there is one that is not among these letters. */
        @Nullable
        String letters(String known) {
            StringBuilder found = new StringBuilder();
            while (!rest.isEmpty() && rest.get(0).length() > 1 && rest.get(0).startsWith("-")) {
                String word = rest.remove(0);
                if (word.equals("--")) {
                    break;
                }
                if (!word.substring(1).chars().allMatch(letter -> known.indexOf(letter) >= 0)) {
                    return null;
                }
                found.append(word.substring(1));
            }
            return found.toString();
        }

        /** Takes the first word that is no option; null when there is none. */
        @Nullable
        String next() {
            return rest.isEmpty() ? null : rest.remove(0);
        }

        /** What is left. */
        List<String> rest() {
            return List.copyOf(rest);
        }
    }
}

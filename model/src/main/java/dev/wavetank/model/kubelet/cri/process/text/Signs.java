package dev.wavetank.model.kubelet.cri.process.text;

import dev.wavetank.model.kubelet.cri.process.text.Filter.Options;
import dev.wavetank.model.kubelet.cri.process.text.Filter.Result;
import java.util.List;
import java.util.Optional;

/** Single signs of texts. */
final class Signs {

    private Signs() {}

    /** {@code tr FROM TO} and {@code tr -d SIGNS}. */
    static Optional<Filter> translate(Options options) {
        String letters = options.letters("ds");
        List<String> sets = options.rest();
        boolean replaces = letters != null
                && letters.isEmpty()
                && sets.size() == 2
                && !sets.get(1).isEmpty();
        boolean alone = letters != null && letters.length() == 1 && sets.size() == 1;
        if (!replaces && !alone) {
            return Optional.empty();
        }
        String from = set(sets.get(0));
        String to = replaces ? set(sets.get(1)) : "";
        if (from.isEmpty()) {
            return Optional.empty();
        }
        boolean deletes = alone && "d".equals(letters);
        return Optional.of(Filter.of(
                (text, file) -> {
                    StringBuilder result = new StringBuilder();
                    for (int i = 0; i < text.length(); i++) {
                        char next = text.charAt(i);
                        int at = from.indexOf(next);
                        boolean repeats = !deletes && i > 0 && text.charAt(i - 1) == next;
                        if (at < 0) {
                            result.append(next);
                        } else if (replaces) {
                            result.append(to.charAt(Math.min(at, to.length() - 1)));
                        } else if (!deletes && !repeats) {
                            result.append(next);
                        }
                    }
                    return Result.of(result.toString());
                },
                List.of()));
    }

    /** All signs of a set such as {@code a-z}; empty when it is not understood. */
    private static String set(String written) {
        String text = Printf.unescaped(written)
                .replace("[:upper:]", "A-Z")
                .replace("[:lower:]", "a-z")
                .replace("[:digit:]", "0-9")
                .replace("[:space:]", " \t\n\r");
        if (text.contains("[:")) {
            return "";
        }
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            boolean isRange =
                    i + 2 < text.length() && text.charAt(i + 1) == '-' && text.charAt(i) <= text.charAt(i + 2);
            if (isRange) {
                for (char one = text.charAt(i); one <= text.charAt(i + 2); one++) {
                    all.append(one);
                }
                i += 2;
            } else {
                all.append(text.charAt(i));
            }
        }
        return all.toString();
    }

    /** {@code rev}: each line from its end. */
    static Optional<Filter> reverse(Options options) {
        return options.letters("") == null
                ? Optional.empty()
                : Optional.of(Filter.of(
                        (text, file) -> Result.of(text.lines()
                                .map(line -> new StringBuilder(line).reverse().toString())
                                .toList()),
                        options.rest()));
    }
}

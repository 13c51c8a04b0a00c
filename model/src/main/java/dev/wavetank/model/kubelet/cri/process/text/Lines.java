package dev.wavetank.model.kubelet.cri.process.text;

import dev.wavetank.model.kubelet.cri.process.text.Filter.Options;
import dev.wavetank.model.kubelet.cri.process.text.Filter.Result;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The order of lines. Texts are compared sign by sign, as without a locale. */
final class Lines {

    private static final Pattern NUMBER = Pattern.compile("\\s*(-?[0-9]{1,18}(?:\\.[0-9]{1,18})?).*", Pattern.DOTALL);

    private Lines() {}

    /** {@code sort}, with numbers, in reverse, and each line once. */
    static Optional<Filter> sort(Options options) {
        String letters = options.letters("nru");
        if (letters == null) {
            return Optional.empty();
        }
        Comparator<String> plain = Comparator.naturalOrder();
        Comparator<String> order =
                letters.contains("n") ? Comparator.comparing(Lines::number).thenComparing(plain) : plain;
        Comparator<String> wanted = letters.contains("r") ? order.reversed() : order;
        return Optional.of(Filter.of(
                (text, file) -> {
                    List<String> lines = text.lines().toList();
                    if (letters.contains("u")) {
                        lines = new ArrayList<>(new TreeSet<>(lines));
                    }
                    return Result.of(lines.stream().sorted(wanted).toList());
                },
                options.rest()));
    }

    private static BigDecimal number(String line) {
        Matcher number = NUMBER.matcher(line);
        return number.matches() ? new BigDecimal(number.group(1)) : BigDecimal.ZERO;
    }

    /** {@code uniq}, also with the number of equal lines. */
    static Optional<Filter> uniq(Options options) {
        String letters = options.letters("cd");
        if (letters == null || options.rest().size() > 1) {
            return Optional.empty();
        }
        return Optional.of(
                Filter.of((text, file) -> Result.of(equal(text.lines().toList(), letters)), options.rest()));
    }

    private static List<String> equal(List<String> lines, String letters) {
        List<String> result = new ArrayList<>();
        for (int from = 0; from < lines.size(); ) {
            int to = from;
            while (to < lines.size() && lines.get(to).equals(lines.get(from))) {
                to++;
            }
            if (!letters.contains("d") || to - from > 1) {
                String count = String.format(Locale.ROOT, "%7d ", to - from);
                result.add((letters.contains("c") ? count : "") + lines.get(from));
            }
            from = to;
        }
        return result;
    }

    /** {@code tac}: the last line first. */
    static Optional<Filter> tac(Options options) {
        return options.letters("") == null
                ? Optional.empty()
                : Optional.of(Filter.of(
                        (text, file) -> {
                            List<String> lines = new ArrayList<>(text.lines().toList());
                            Collections.reverse(lines);
                            return Result.of(lines);
                        },
                        options.rest()));
    }
}

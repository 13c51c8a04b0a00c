package dev.wavetank.model.kubelet.cri.process.text;

import dev.wavetank.model.kubelet.cri.process.text.Filter.Options;
import dev.wavetank.model.kubelet.cri.process.text.Filter.Result;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Counts, and the fields of lines. */
final class Columns {

    private static final Pattern RANGE = Pattern.compile("([0-9]{0,4})(-?)([0-9]{0,4})");
    private static final Pattern PRINT = Pattern.compile("\\s*(?:/([^/]*)/)?\\s*\\{\\s*print\\s*([^}]*?);?\\s*}\\s*");

    private Columns() {}

    /** {@code wc}; one option prints a bare number for a pipe, and its file after it otherwise, as busybox does. */
    static Optional<Filter> count(Options options) {
        String letters = options.letters("lwc");
        if (letters == null || options.rest().size() > 1) {
            return Optional.empty();
        }
        String shown = letters.isEmpty() ? "lwc" : letters;
        return Optional.of(Filter.of(
                (text, file) -> {
                    List<String> counts = new ArrayList<>();
                    if (shown.contains("l")) {
                        counts.add(String.valueOf(
                                text.chars().filter(one -> one == '\n').count()));
                    }
                    if (shown.contains("w")) {
                        counts.add(String.valueOf(fields(text, null).size()));
                    }
                    if (shown.contains("c")) {
                        counts.add(String.valueOf(text.getBytes(StandardCharsets.UTF_8).length));
                    }
                    String line = counts.size() == 1
                            ? counts.get(0)
                            : counts.stream()
                                    .map(one -> String.format(Locale.ROOT, "%9s", one))
                                    .collect(Collectors.joining(" "));
                    return Result.of(line + (file == null ? "" : " " + file) + "\n");
                },
                options.rest()));
    }

    /** {@code cut -d SIGN -f LIST} and {@code cut -c LIST}. */
    static Optional<Filter> cut(Options options) {
        String sign = options.value('d');
        String fields = options.value('f');
        String signs = options.value('c');
        String letters = options.letters("s");
        String list = fields == null ? signs : fields;
        if (letters == null || list == null || fields != null && signs != null) {
            return Optional.empty();
        }
        Optional<IntPredicate> chosen = ranges(list);
        String separator = sign == null ? "\t" : sign;
        if (chosen.isEmpty() || separator.length() != 1) {
            return Optional.empty();
        }
        IntPredicate which = chosen.get();
        return Optional.of(Filter.of(
                (text, file) -> Result.of(text.lines()
                        .filter(line -> fields == null || letters.isEmpty() || line.contains(separator))
                        .map(line -> fields == null
                                ? chosen(List.of(line.split("")), which, "")
                                : line.contains(separator)
                                        ? chosen(List.of(line.split(Pattern.quote(separator), -1)), which, separator)
                                        : line)
                        .toList()),
                options.rest()));
    }

    private static String chosen(List<String> parts, IntPredicate which, String separator) {
        return IntStream.range(0, parts.size())
                .filter(i -> which.test(i + 1))
                .mapToObj(parts::get)
                .collect(Collectors.joining(separator));
    }

    private static Optional<IntPredicate> ranges(String list) {
        IntPredicate all = i -> false;
        for (String part : list.split(",")) {
            Matcher range = RANGE.matcher(part);
            if (!range.matches() || part.isEmpty() || part.equals("-")) {
                return Optional.empty();
            }
            int from = range.group(1).isEmpty() ? 1 : Integer.parseInt(range.group(1));
            int to = !range.group(3).isEmpty()
                    ? Integer.parseInt(range.group(3))
                    : range.group(2).isEmpty() ? from : Integer.MAX_VALUE;
            all = all.or(i -> i >= from && i <= to);
        }
        return Optional.of(all);
    }

    /** {@code awk '{print $1, "text"}'}, also with an expression before it and with {@code -F}. */
    static Optional<Filter> awk(Options options) {
        String separator = options.value('F');
        String program = options.next();
        Matcher print = PRINT.matcher(program == null ? "" : program);
        if (!print.matches() || separator != null && separator.length() != 1) {
            return Optional.empty();
        }
        Optional<Pattern> chosen = RegularExpression.of(print.group(1) == null ? "" : print.group(1), true, 0);
        List<String> parts = Arrays.stream(print.group(2).split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1))
                .map(String::strip)
                .toList();
        boolean isKnown = parts.stream().allMatch(one -> one.matches("\\$([0-9]{1,3}|NF)|NF|NR|\"[^\"\\\\]*\"|"));
        if (chosen.isEmpty() || !isKnown) {
            return Optional.empty();
        }
        return Optional.of(Filter.of(
                (text, file) -> {
                    List<String> result = new ArrayList<>();
                    int number = 0;
                    for (String line : text.lines().toList()) {
                        number++;
                        if (chosen.get().matcher(line).find()) {
                            List<String> fields = fields(line, separator);
                            int current = number;
                            result.add(parts.stream()
                                    .map(part -> field(part, line, fields, current))
                                    .collect(Collectors.joining(" ")));
                        }
                    }
                    return Result.of(result);
                },
                options.rest()));
    }

    private static String field(String part, String line, List<String> fields, int number) {
        if (part.startsWith("\"")) {
            return part.substring(1, part.length() - 1);
        }
        if (part.isEmpty() || part.equals("$0")) {
            return line;
        }
        if (!part.startsWith("$")) {
            return String.valueOf(part.equals("NR") ? number : fields.size());
        }
        int index = part.equals("$NF") ? fields.size() : Integer.parseInt(part.substring(1));
        return index == 0 ? line : index <= fields.size() ? fields.get(index - 1) : "";
    }

    private static List<String> fields(String text, @Nullable String separator) {
        if (separator != null && !separator.equals(" ")) {
            return List.of(text.split(Pattern.quote(separator), -1));
        }
        return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    }
}

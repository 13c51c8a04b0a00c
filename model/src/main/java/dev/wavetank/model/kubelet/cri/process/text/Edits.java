package dev.wavetank.model.kubelet.cri.process.text;

import dev.wavetank.model.kubelet.cri.process.text.Filter.Options;
import dev.wavetank.model.kubelet.cri.process.text.Filter.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lines that fit a regular expression. */
final class Edits {

    private static final Pattern PRINTED = Pattern.compile("([0-9]{1,6}|\\$)(?:,([0-9]{1,6}|\\$))?p");

    private Edits() {}

    /** {@code sed s/a/b/}, {@code sed /a/d} and {@code sed -n 1,2p}, each alone or several after {@code -e}. */
    static Optional<Filter> sed(Options options) {
        List<String> scripts = new ArrayList<>();
        for (String script = options.value('e'); script != null; script = options.value('e')) {
            scripts.add(script);
        }
        String letters = options.letters("nirE");
        if (letters == null) {
            return Optional.empty();
        }
        if (scripts.isEmpty()) {
            String script = options.next();
            scripts.add(script == null ? "" : script);
        }
        boolean isExtended = letters.contains("r") || letters.contains("E");
        boolean inPlace = letters.contains("i");
        Matcher printed = PRINTED.matcher(scripts.get(0));
        if (letters.contains("n")) {
            return scripts.size() == 1 && printed.matches() && !inPlace
                    ? Optional.of(Filter.of(
                            (text, file) -> Result.of(part(text.lines().toList(), printed)), options.rest()))
                    : Optional.empty();
        }
        List<UnaryOperator<@Nullable String>> steps = new ArrayList<>();
        for (String script : scripts.stream().flatMap(Edits::commands).toList()) {
            Optional<UnaryOperator<@Nullable String>> step = step(script.strip(), isExtended);
            if (step.isEmpty()) {
                return Optional.empty();
            }
            steps.add(step.get());
        }
        return Optional.of(new Filter((text, file) -> Result.of(edited(text, steps)), options.rest(), inPlace));
    }

    /** The commands of a script, which stand between semicolons when each of them is one that is understood. */
    private static Stream<String> commands(String script) {
        List<String> parts = List.of(script.split(";"));
        boolean areAll =
                parts.stream().allMatch(part -> step(part.strip(), false).isPresent());
        return areAll ? parts.stream() : Stream.of(script);
    }

    private static List<String> edited(String text, List<UnaryOperator<@Nullable String>> steps) {
        return text.lines()
                .map(line -> {
                    String edited = line;
                    for (UnaryOperator<@Nullable String> step : steps) {
                        edited = edited == null ? null : step.apply(edited);
                    }
                    return edited;
                })
                .filter(Objects::nonNull)
                .toList();
    }

    private static List<String> part(List<String> lines, Matcher range) {
        int from = number(range.group(1), lines.size());
        int to = range.group(2) == null ? from : number(range.group(2), lines.size());
        return lines.subList(Math.min(Math.max(0, from - 1), lines.size()), Math.max(0, Math.min(to, lines.size())));
    }

    private static int number(String written, int last) {
        return written.equals("$") ? last : Integer.parseInt(written);
    }

    /** What one command makes of a line: null when it deletes it. */
    private static Optional<UnaryOperator<@Nullable String>> step(String script, boolean isExtended) {
        if (script.startsWith("/") && script.endsWith("/d") && script.length() > 3) {
            return RegularExpression.of(script.substring(1, script.length() - 2), isExtended, 0)
                    .map(expression ->
                            line -> line == null || expression.matcher(line).find() ? null : line);
        }
        if (!script.startsWith("s") || script.length() < 4) {
            return Optional.empty();
        }
        List<String> parts = parts(script.substring(2), script.charAt(1));
        if (parts.size() != 3 || !parts.get(2).matches("[gI]*")) {
            return Optional.empty();
        }
        int flags = parts.get(2).contains("I") ? Pattern.CASE_INSENSITIVE : 0;
        boolean everywhere = parts.get(2).contains("g");
        String replacement = replacement(parts.get(1));
        return RegularExpression.of(parts.get(0), isExtended, flags)
                .filter(expression -> fits(expression, replacement))
                .map(expression -> line -> line == null
                        ? null
                        : everywhere
                                ? expression.matcher(line).replaceAll(replacement)
                                : expression.matcher(line).replaceFirst(replacement));
    }

    private static boolean fits(Pattern expression, String replacement) {
        int groups = expression.matcher("").groupCount();
        return Pattern.compile("\\$([0-9])")
                .matcher(replacement)
                .results()
                .allMatch(found -> Integer.parseInt(found.group(1)) <= groups);
    }

    /** Parts between signs that have no backslash before them. */
    private static List<String> parts(String text, char sign) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            if (next == '\\' && i + 1 < text.length()) {
                char escaped = text.charAt(++i);
                part.append(escaped == sign ? "" : "\\").append(escaped);
            } else if (next == sign) {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(next);
            }
        }
        parts.add(part.toString());
        return parts;
    }

    private static String replacement(String written) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < written.length(); i++) {
            char next = written.charAt(i);
            if (next == '\\' && i + 1 < written.length()) {
                char escaped = written.charAt(++i);
                text.append(Character.isDigit(escaped) ? "$" : "\\").append(escaped == 'n' ? '\n' : escaped);
            } else {
                text.append(next == '&' ? "$0" : next == '$' ? "\\$" : String.valueOf(next));
            }
        }
        return text.toString();
    }

    /** {@code grep}: its exit code says whether there is such a line. */
    static Optional<Filter> grep(String command, Options options) {
        String given = options.value('e');
        String letters = options.letters("qvciEFoxw");
        String written = given == null ? options.next() : given;
        if (letters == null || written == null || options.rest().size() > 1) {
            return Optional.empty();
        }
        boolean isFixed = letters.contains("F") || command.equals("fgrep");
        boolean isExtended = letters.contains("E") || command.equals("egrep");
        int flags = letters.contains("i") ? Pattern.CASE_INSENSITIVE : 0;
        Optional<Pattern> expression = isFixed
                ? Optional.of(Pattern.compile(Pattern.quote(written), flags))
                : RegularExpression.of(bounded(written, letters), isExtended, flags);
        return expression.map(pattern -> Filter.of((text, file) -> found(text, pattern, letters), options.rest()));
    }

    private static String bounded(String written, String letters) {
        return letters.contains("x") ? "^" + written + "$" : letters.contains("w") ? "\\b" + written + "\\b" : written;
    }

    private static Result found(String text, Pattern expression, String letters) {
        boolean wanted = !letters.contains("v");
        List<String> lines = text.lines()
                .filter(line -> expression.matcher(line).find() == wanted)
                .toList();
        int code = lines.isEmpty() ? 1 : 0;
        if (letters.contains("q")) {
            return new Result(code, "");
        }
        if (letters.contains("c")) {
            return new Result(code, lines.size() + "\n");
        }
        if (letters.contains("o")) {
            lines = lines.stream()
                    .flatMap(line -> expression.matcher(line).results().map(match -> match.group()))
                    .toList();
        }
        return new Result(code, Result.of(lines).text());
    }
}

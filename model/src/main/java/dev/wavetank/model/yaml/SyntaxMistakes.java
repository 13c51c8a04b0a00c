package dev.wavetank.model.yaml;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Says in one plain sentence what the parser found wrong. */
final class SyntaxMistakes {
    private static final Map<String, String> SENTENCES = new LinkedHashMap<>();

    static {
        SENTENCES.put("TAB", "a tab cannot begin a token; indent with spaces");
        SENTENCES.put(
                "mapping values are not allowed", "a ':' cannot stand here; check the indentation, or quote the value");
        SENTENCES.put("could not find expected ':'", "this line has no ':' after its key; check the indentation");
        SENTENCES.put("expected <block end>", "this line does not fit the indentation of the lines above");
        SENTENCES.put("sequence entries are not allowed", "a list cannot begin here; put its '-' on the next line");
        SENTENCES.put("expected ',' or '}'", "a ',' or '}' is missing before this");
        SENTENCES.put("expected ',' or ']'", "a ',' or ']' is missing before this");
        SENTENCES.put("found unexpected end of stream", "the quotation that begins here has no end");
        SENTENCES.put("unknown escape character", "this is not an escape that double quotes allow; write \\\\ for \\");
        SENTENCES.put("that cannot start any token", "this character cannot begin a value; put the value in quotes");
        SENTENCES.put("document start", "only '---' can begin another document here");
        SENTENCES.put("undefined tag handle", "the tag here uses a prefix that no %TAG line declares");
    }

    private static final String UNENDED = "found unexpected end of stream";

    /** The quotes and braces of a command in braces are read as those of YAML. */
    private static final String COMMAND = "; write the whole command in quotation marks";

    private SyntaxMistakes() {}

    private static boolean isCommand(String text, int line, String problem) {
        boolean byCommand = problem.contains(UNENDED) || problem.contains("expected ',' or '}'");
        return byCommand && text.lines().skip(line - 1L).findFirst().orElse("").contains("kubectl:");
    }

    static ManifestException describe(String source, String text, YamlEngineException problem) {
        if (problem instanceof ReaderException unreadable) {
            String sentence = String.format(
                    Locale.ROOT, "the character U+%04X is not allowed in YAML", unreadable.getCodePoint());
            return new ManifestException(source, positionAt(text, unreadable.getPosition()), sentence);
        }
        if (problem instanceof MarkedYamlEngineException marked) {
            String found = String.valueOf(marked.getProblem());
            // A quotation without an end reaches to the end of the text: what is wrong stands where it begins.
            Position position = (found.contains(UNENDED) ? marked.getContextMark() : Optional.<Mark>empty())
                    .or(marked::getProblemMark)
                    .map(mark -> new Position(mark.getLine() + 1, mark.getColumn() + 1))
                    .orElse(new Position(1, 1));
            String sentence = sentence(found) + (isCommand(text, position.line(), found) ? COMMAND : "");
            return new ManifestException(source, position, sentence, GoYamlProblem.text(marked));
        }
        return new ManifestException(source, new Position(1, 1), "not valid YAML: " + problem.getMessage());
    }

    private static String sentence(String problem) {
        for (Map.Entry<String, String> known : SENTENCES.entrySet()) {
            if (problem.contains(known.getKey())) {
                return known.getValue();
            }
        }
        return "not valid YAML: " + problem;
    }

    private static Position positionAt(String text, int index) {
        int end = text.offsetByCodePoints(0, Math.min(index, text.codePointCount(0, text.length())));
        String before = text.substring(0, end);
        int lineStart = before.lastIndexOf('\n') + 1;
        int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
        return new Position(line, before.codePointCount(lineStart, end) + 1);
    }
}

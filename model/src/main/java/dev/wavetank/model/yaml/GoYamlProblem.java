package dev.wavetank.model.yaml;

import java.util.LinkedHashMap;
import java.util.Map;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ScannerException;

/**
 * The words of Go's reader of YAML ({@code gopkg.in/yaml.v2}: {@code parserc.go}, {@code scannerc.go}), which are those
 * of libyaml.
 */
final class GoYamlProblem {
    private static final Map<String, String> WORDS = new LinkedHashMap<>();

    static {
        WORDS.put("expected ',' or ']'", "did not find expected ',' or ']'");
        WORDS.put("expected ',' or '}'", "did not find expected ',' or '}'");
        WORDS.put("document start", "did not find expected <document start>");
        WORDS.put("mapping values are not allowed", "mapping values are not allowed in this context");
        WORDS.put("sequence entries are not allowed", "block sequence entries are not allowed in this context");
        WORDS.put("could not find expected ':'", "could not find expected ':'");
        WORDS.put("that cannot start any token", "found character that cannot start any token");
        WORDS.put("found unexpected end of stream", "found unexpected end of stream");
        WORDS.put("unknown escape character", "found unknown escape character");
        WORDS.put("undefined tag handle", "found undefined tag handle");
    }

    private GoYamlProblem() {}

    /**
     * The whole message. The lines of a problem count from 0, and from 1 when the scanner has found it; on the first
     * line Go takes that of the context instead, and says none when that is the first line too ({@code fail} in
     * {@code decode.go}). The end of a text without a last line break is on the next line.
     */
    static String text(MarkedYamlEngineException problem) {
        int line = problem.getProblemMark()
                .map(mark -> mark.getLine() + (isBehindText(problem, mark) ? 1 : 0))
                .orElse(0);
        if (line > 0) {
            line += problem instanceof ScannerException ? 1 : 0;
        } else {
            line = problem.getContextMark().map(Mark::getLine).orElse(0);
        }
        return "yaml: " + (line > 0 ? "line " + line + ": " : "") + words(problem);
    }

    private static boolean isBehindText(MarkedYamlEngineException problem, Mark mark) {
        return problem.getProblem().contains("<stream end>") && mark.getColumn() > 0;
    }

    private static String words(MarkedYamlEngineException problem) {
        if (problem.getProblem().contains("expected <block end>")) {
            boolean sequence = String.valueOf(problem.getContext()).contains("block collection")
                    || String.valueOf(problem.getContext()).contains("block sequence");
            return sequence ? "did not find expected '-' indicator" : "did not find expected key";
        }
        for (Map.Entry<String, String> known : WORDS.entrySet()) {
            if (problem.getProblem().contains(known.getKey())) {
                return known.getValue();
            }
        }
        return problem.getProblem();
    }
}

package dev.wavetank.cli.result;

import dev.wavetank.cli.execution.Execution;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.provenance.Provenance;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.invariant.KnownFinding;
import dev.wavetank.properties.invariant.Margin;
import dev.wavetank.properties.invariant.Violation;
import dev.wavetank.reports.JsonReport;
import dev.wavetank.reports.LoadText;
import dev.wavetank.sim.fault.inject.Anchors;
import dev.wavetank.sim.fault.swarm.SwarmMask;
import dev.wavetank.sim.liveness.Bound;
import dev.wavetank.sim.random.Choice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes results for programs. Every time is a whole number of nanoseconds of virtual time, as docs/result.schema.json
 * says.
 */
public final class JsonResult {

    private JsonResult() {}

    /** The beginning of every result: the version of its form, and the sub-command that made it. */
    public static Map<String, Object> document(String command) {
        return JsonReport.document(command);
    }

    /**
     * The fields of a run, in the order in which they are written.
     *
     * @param command the sub-command that made it, such as {@code run}
     */
    public static Map<String, Object> tree(String command, Execution execution) {
        RunResult result = execution.result();
        Map<String, Object> tree = document(command);
        tree.put("name", result.scenario().name());
        tree.put("provenance", execution.provenance().tree());
        tree.put("seed", result.seed());
        tree.put("fingerprint", result.fingerprint());
        tree.put("outcome", lower(result.outcome()));
        tree.put("stopReason", lower(result.stopReason()));
        tree.put("virtualTime", result.virtualTime());
        tree.put("phase", lower(result.phase()));
        tree.put("bound", bound(result.bound()));
        tree.put("events", result.events());
        tree.put(
                "violations",
                result.violations().stream().map(JsonResult::violation).toList());
        tree.put("unknowns", result.unknowns());
        tree.put("notJudged", result.notJudged());
        tree.put("known", result.known().stream().map(JsonResult::known).toList());
        tree.put("margins", result.margins().stream().map(JsonResult::margin).toList());
        tree.put("pods", result.podsByPhase());
        tree.put("podsCreated", result.podsCreated());
        tree.put("stages", JsonReport.stages(execution.latency()));
        if (!execution.loads().isEmpty()) {
            tree.put("loads", execution.loads().stream().map(LoadText::tree).toList());
        }
        if (execution.prepared().mask() != null) {
            tree.put("faultKinds", mask(execution.prepared().mask()));
        }
        tree.put("commands", result.commands().stream().map(JsonResult::command).toList());
        tree.put("storedNotSimulated", execution.storedOnly());
        tree.put("notSimulated", execution.notSimulated());
        if (result.anchors().total() > 0) {
            tree.put("anchors", anchors(result.anchors()));
        }
        List<Choice> decisions = execution.prepared().parts().decisions();
        if (!decisions.isEmpty()) {
            tree.put("decisions", decisions(decisions.size(), result.missedDecisions()));
        }
        return tree;
    }

    private static Map<String, Object> bound(Bound bound) {
        Map<String, Object> terms = new LinkedHashMap<>();
        bound.terms().forEach(term -> terms.put(term.cause(), term.nanos()));
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("total", bound.total());
        tree.put("terms", terms);
        return tree;
    }

    /** The tree as indented JSON. */
    public static String write(Map<String, Object> tree) {
        JsonMapper mapper =
                JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        return mapper.writeValueAsString(tree);
    }

    /** The tree as JSON in one line, for files that programs read. */
    public static String writeCompact(Map<String, Object> tree) {
        return JsonMapper.shared().writeValueAsString(tree);
    }

    public static Map<String, Object> violation(Violation violation) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("invariant", violation.invariant());
        tree.put("sentence", violation.sentence());
        tree.put("object", violation.object());
        tree.put("at", violation.at());
        tree.put("message", violation.message());
        return tree;
    }

    /** How near an invariant came to being broken. */
    static Map<String, Object> margin(Margin margin) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("invariant", margin.invariant());
        tree.put("object", margin.object());
        tree.put("at", margin.at());
        tree.put("used", margin.used());
        tree.put("allowed", margin.allowed());
        return tree;
    }

    private static Map<String, Object> known(KnownFinding finding) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("issue", finding.behaviour().issue());
        tree.put("sentence", finding.behaviour().sentence());
        tree.put("count", finding.count());
        tree.put("first", violation(finding.first()));
        return tree;
    }

    private static Map<String, Object> anchors(Anchors anchors) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("matched", anchors.matched());
        tree.put("total", anchors.total());
        tree.put("missed", anchors.unmatched().stream().map(Provenance::tree).toList());
        return tree;
    }

    private static Map<String, Object> decisions(int total, List<Choice> missed) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("matched", total - missed.size());
        tree.put("total", total);
        tree.put("missed", lines(missed));
        return tree;
    }

    /** Each choice as the line that is saved. */
    public static List<String> lines(List<Choice> choices) {
        return choices.stream().map(Choice::line).toList();
    }

    private static Map<String, Object> mask(SwarmMask mask) {
        Map<String, Object> on = new LinkedHashMap<>();
        mask.rates().forEach((kind, rate) -> on.put(kind, rate.toString()));
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("on", on);
        tree.put("off", mask.off());
        return tree;
    }

    private static Map<String, Object> command(CommandResult command) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("at", command.at());
        tree.put("ended", command.ended());
        tree.put("arguments", command.arguments());
        tree.put("exitCode", command.exitCode());
        tree.put("outcome", command.outcome().words());
        tree.put("stdout", command.stdout());
        tree.put("stderr", command.stderr());
        return tree;
    }

    public static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}

package dev.wavetank.cli.result;

import dev.wavetank.properties.determinism.Diagnosis;
import dev.wavetank.sim.determinism.Difference;
import dev.wavetank.sim.determinism.Mismatch;
import dev.wavetank.sim.determinism.SuspiciousText;
import dev.wavetank.sim.trace.JsonLinesSink;
import dev.wavetank.sim.trace.TraceEntry;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Writes what a determinism check found, for people and for programs. */
public final class DiagnosisResult {

    private DiagnosisResult() {}

    /** What was done, and what is suspect though the runs agree. */
    public static void print(Diagnosis diagnosis, PrintStream out) {
        out.println("determinism  " + diagnosis.passedText() + ": same fingerprint");
        diagnosis.suspects().forEach(suspect -> out.println("note         " + suspect));
    }

    /** The same for programs; records have the names that a trace file has. */
    public static Map<String, Object> tree(Diagnosis diagnosis) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("same", diagnosis.mismatch().isEmpty());
        tree.put("passed", diagnosis.passed());
        diagnosis.mismatch().ifPresent(mismatch -> tree.put("mismatch", tree(mismatch)));
        tree.put(
                "suspects",
                diagnosis.suspects().stream().map(DiagnosisResult::tree).toList());
        return tree;
    }

    private static Map<String, Object> tree(Mismatch mismatch) {
        Difference difference = mismatch.difference();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("where", mismatch.where());
        tree.put(
                "fingerprints",
                List.of(mismatch.first().fingerprint(), mismatch.second().fingerprint()));
        tree.put("from", difference.from());
        tree.put("to", difference.to());
        tree.put("first", difference.first().stream().map(DiagnosisResult::tree).toList());
        tree.put(
                "second",
                difference.second().stream().map(DiagnosisResult::tree).toList());
        tree.put("leak", JsonResult.lower(difference.leak()));
        tree.put("likely", mismatch.likely());
        tree.put("cure", mismatch.cure());
        return tree;
    }

    private static Map<String, Object> tree(SuspiciousText suspect) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("n", suspect.entry().number());
        tree.put("by", suspect.entry().component());
        tree.put("type", suspect.entry().record().type());
        tree.put("field", suspect.field());
        tree.put("text", suspect.text());
        return tree;
    }

    private static JsonNode tree(TraceEntry entry) {
        StringBuilder line = new StringBuilder();
        new JsonLinesSink(line).accept(entry);
        return JsonMapper.shared().readTree(line.toString());
    }
}

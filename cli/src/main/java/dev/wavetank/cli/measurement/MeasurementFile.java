package dev.wavetank.cli.measurement;

import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.result.JsonResult;
import dev.wavetank.model.provenance.Provenance;
import dev.wavetank.reports.measure.Measurement;
import dev.wavetank.reports.measure.output.MeasurementOutput;
import dev.wavetank.reports.measure.output.SavedMeasurement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes measurements with all their samples, for comparisons. */
public final class MeasurementFile {

    /** The command whose form a saved measurement has, whoever saved it. */
    private static final String FORM = "measure";

    private MeasurementFile() {}

    /** The result of a measurement for programs, without its samples. */
    public static Map<String, Object> tree(Provenance provenance, MeasurementOutput output, List<String> warnings) {
        Map<String, Object> tree = JsonResult.document(FORM);
        tree.put("provenance", provenance.tree());
        tree.putAll(output.tree());
        tree.put("warnings", warnings);
        return tree;
    }

    /**
     * Writes a measurement. Makes the directory of the file when it is missing.
     *
     * @param tree the result, to which the samples are added
     * @throws BadInputException when the file cannot be written
     */
    public static void write(
            Path file,
            MeasuredScenario scenario,
            Measurement measurement,
            SeedOptions seeds,
            Map<String, Object> tree,
            Provenance provenance) {
        String cluster = provenance.lines().stream()
                .filter(line -> line.label().equals("cluster"))
                .map(Provenance.Line::value)
                .findFirst()
                .orElse("");
        tree.putAll(new SavedMeasurement(
                        scenario.first().scenario().name(),
                        scenario.identity(seeds.first()),
                        seeds.warmUp(),
                        cluster,
                        measurement)
                .tree());
        try {
            Path directory = file.getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            Files.writeString(file, JsonResult.writeCompact(tree) + "\n");
        } catch (IOException failure) {
            throw new BadInputException(
                    "--save: cannot write " + file + ": name a file in a directory that you may write to", failure);
        }
    }
}

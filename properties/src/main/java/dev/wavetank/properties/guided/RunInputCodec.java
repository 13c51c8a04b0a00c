package dev.wavetank.properties.guided;

import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.model.yaml.Position;
import dev.wavetank.model.yaml.YamlDocument;
import dev.wavetank.model.yaml.YamlReader;
import dev.wavetank.model.yaml.YamlWriter;
import dev.wavetank.properties.explore.FailureCodec;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.properties.explore.RunInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/**
 * Reads and writes the YAML form of inputs that are kept. Its fields are those of saved failures, so that a saved
 * failure can be read as an input, too.
 */
final class RunInputCodec {

    private RunInputCodec() {}

    /** The input as YAML: first what it reached, then all that is needed to run it again. */
    static String write(RunInput input, SortedSet<String> reached) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("reached", new ArrayList<Object>(reached));
        tree.put("seed", input.seed());
        tree.put("order", input.order());
        FailureCodec.writeDecisions(input.decisions(), tree);
        tree.put("scenario", ScenarioCodec.tree(input.scenario()));
        return YamlWriter.write(tree);
    }

    /**
     * Reads an input, or a saved failure.
     *
     * @param source name of the file, for messages
     * @throws ManifestException when it is neither, naming line and field
     */
    static RunInput read(String source, String text) {
        List<YamlDocument> documents = YamlReader.read(source, text);
        if (documents.size() != 1 || !documents.get(0).root().containsKey("scenario")) {
            throw new ManifestException(
                    source,
                    new Position(1, 1),
                    "is no input of a corpus: expected one document with seed, order and scenario");
        }
        YamlDocument document = documents.get(0);
        PartsSpec parts = FailureCodec.parts(document);
        long seed = FailureCodec.seed(document);
        return new RunInput(
                seed, ScenarioCodec.read(document, "scenario", List.of()), seed, parts.order(), parts.decisions());
    }
}

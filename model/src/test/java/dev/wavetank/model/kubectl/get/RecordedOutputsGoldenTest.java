package dev.wavetank.model.kubectl.get;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.yaml.GoYamlWriter;
import dev.wavetank.model.yaml.YamlReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts that kubectl 1.20.2 and 1.32 printed of a real cluster, and the tables that its server had made. */
class RecordedOutputsGoldenTest {

    private static final Path RECORDED = Path.of("src/test/resources/dev/wavetank/model/kubectl");
    private static final ObjectCodec CODEC = new ObjectCodec();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1.32] $ kubectl -n demo get deploy nginx -o yaml",
                "[1.20.2] $ kubectl -n demo get deploy nginx -o yaml",
                "[1.20.2] $ kubectl -n demo get pod nginx-6799fc88d8-dqz22 -o yaml",
                "[1.20.2] $ kubectl get lease -n kube-node-lease hollow-0 -o yaml",
            })
    void yaml_is_written_as_it_was(String command) throws IOException {
        String text = outputs().get(command);

        assertThat(GoYamlWriter.write(YamlReader.read("recorded", text).get(0).root()))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nodes | [1.20.2] $ kubectl get nodes | false",
                "nodes | [1.20.2] $ kubectl get nodes -o wide | true",
                "nodes | [1.32] $ kubectl get nodes | false",
                "nodes | [1.32] $ kubectl get nodes -o wide | true",
            })
    void a_table_is_laid_out_as_it_was(String table, String command, boolean wide) throws IOException {
        ObjectFields tree = new ObjectFields(
                CODEC.tree(Files.readString(RECORDED.resolve("table-" + table + ".json"), StandardCharsets.UTF_8)));
        TableText.Style style = new TableText.Style(wide, false, false, List.of(), true, "");

        List<String> lines = new TableText(style).lines(tree, KubernetesVersion.V1_32);
        // The recorded table has only the first rows.
        assertThat(lines).hasSizeGreaterThan(3);
        assertThat(outputs().get(command)).startsWith(String.join("\n", lines) + "\n");
    }

    /** What was printed, by the version and the command; the last of equal ones. */
    private static Map<String, String> outputs() throws IOException {
        String all = Files.readString(RECORDED.resolve("kubectl-outputs.md"), StandardCharsets.UTF_8);
        Map<String, String> outputs = new LinkedHashMap<>();
        Matcher parts = Pattern.compile("(?ms)^### (.*?)\\n(.*?)(?=^### |\\z)").matcher(all);
        while (parts.find()) {
            outputs.putIfAbsent(parts.group(1), parts.group(2).replaceFirst("\\n\\n\\n*\\z", "\n"));
        }
        return outputs;
    }
}

package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.kubectl.wire.KubectlResult;
import dev.wavetank.model.version.KubernetesVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Commands, usage and flags with their defaults as the pages of real binaries have them: kubectl v1.20.2 of Debian, and
 * v1.27, v1.32 and v1.33 of Google. Only facts are kept of these pages, no sentences.
 */
class HelpGoldenTest {

    private static final Path RECORDED = Path.of("src/test/resources/dev/wavetank/model/kubectl");
    private static final Pattern DIFFERENCE = Pattern.compile("(.+) (lacks|has) (?:-\\w, )?(--[\\w-]+)=.*");

    @ParameterizedTest
    @CsvSource({"1.20, 1.20.2", "1.27, 1.27", "1.32, 1.32", "1.33, 1.33"})
    void pages_have_the_flags_of_the_real_ones(String version, String recorded) throws IOException {
        Terminal terminal = new Terminal(KubernetesVersion.parse(version));
        List<String> differences = new ArrayList<>();
        long all = 0;
        for (String line : Files.readAllLines(RECORDED.resolve("help-" + recorded + ".txt"), StandardCharsets.UTF_8)) {
            String[] facts = line.split("\t");
            List<String> words = new ArrayList<>(facts[0].equals("kubectl") ? List.of() : List.of(facts[0].split(" ")));
            words.add("--help");
            KubectlResult page = terminal.type(facts[0].equals("options") ? List.of("options") : words);
            assertThat(page.exitCode()).as(line).isZero();
            TreeSet<String> real = new TreeSet<>(Arrays.asList(facts).subList(1, facts.length));
            all += real.size();
            TreeSet<String> modelled = facts(page.stdout());
            real.stream()
                    .filter(fact -> !modelled.contains(fact))
                    .map(fact -> facts[0] + " lacks " + fact)
                    .forEach(differences::add);
            modelled.stream()
                    .filter(fact -> !real.contains(fact))
                    .map(fact -> facts[0] + " has " + fact)
                    .forEach(differences::add);
        }
        Path known = RECORDED.resolve("help-" + recorded + "-differences.txt");
        if (Boolean.getBoolean("guard.update")) {
            Files.write(known, differences);
        }
        assertThat(differences).containsExactlyElementsOf(Files.readAllLines(known, StandardCharsets.UTF_8));
        assertThat(Files.readString(Path.of("../ARCHITECTURE.md"), StandardCharsets.UTF_8))
                .contains("| kubectl help v" + recorded + " | " + (all - lacking(differences)) + " of " + all + " |");
    }

    /** A flag that only the real kubectl has is refused as such, and not as mistyped. */
    @ParameterizedTest
    @CsvSource({"1.20, 1.20.2", "1.27, 1.27", "1.32, 1.32", "1.33, 1.33"})
    void flags_that_are_lacking_are_said_not_to_be_simulated(String version, String recorded) throws IOException {
        Terminal terminal = new Terminal(KubernetesVersion.parse(version));
        Path known = RECORDED.resolve("help-" + recorded + "-differences.txt");
        Set<String> otherwise = new TreeSet<>();
        for (String line : Files.readAllLines(known, StandardCharsets.UTF_8)) {
            Matcher other = DIFFERENCE.matcher(line);
            if (other.matches() && other.group(2).equals("has")) {
                otherwise.add(flag(other));
            }
        }
        int flags = 0;
        for (String line : Files.readAllLines(known, StandardCharsets.UTF_8)) {
            Matcher lacking = DIFFERENCE.matcher(line);
            if (lacking.matches() && lacking.group(2).equals("lacks") && !otherwise.contains(flag(lacking))) {
                boolean isGlobal = lacking.group(1).equals("options");
                List<String> words = new ArrayList<>(
                        isGlobal
                                ? List.of("get", "pods")
                                : List.of(lacking.group(1).split(" ")));
                words.add(lacking.group(3) + "=x");
                assertThat(terminal.type(words).stderr())
                        .as(line)
                        .isEqualTo("error: kubectl " + (isGlobal ? "get" : lacking.group(1)) + " " + lacking.group(3)
                                + " is not simulated\n");
                flags++;
            }
        }
        assertThat(flags).isGreaterThan(40);
    }

    private static String flag(Matcher difference) {
        return difference.group(1) + " " + difference.group(3);
    }

    private static long lacking(List<String> differences) {
        return differences.stream().filter(line -> line.contains(" lacks ")).count();
    }

    private static TreeSet<String> facts(String page) {
        TreeSet<String> facts = new TreeSet<>();
        String part = "";
        for (String line : page.split("\n")) {
            if (!line.startsWith(" ")) {
                part = line;
            } else if (part.endsWith("Commands:") || part.endsWith("):")) {
                facts.add("command: " + line.strip().split(" ")[0]);
            } else if (part.startsWith("Usage")) {
                facts.add("usage: " + line.strip());
            } else if (line.startsWith("    -")) {
                facts.add(line.strip());
            }
        }
        return facts;
    }
}

package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows is what the program prints, but for how fast it was. */
class ReadmeOutputTest {

    private static final String EXAMPLES = "../examples/";

    @TempDir
    private Path directory;

    @Test
    void the_journey_of_one_command() throws IOException {
        String journey = printed("kubectl", "create", "deployment", "web", "--image=nginx", "--replicas=3");

        assertThat(shown("./wavetank kubectl create deployment web --image=nginx --replicas=3\ncluster"))
                .endsWith(journey.substring(journey.indexOf("cluster")));
    }

    @Test
    void what_cannot_be_judged() throws IOException {
        String end = printed("run", EXAMPLES + "quota.yaml")
                .lines()
                .filter(line -> line.matches("(invariants|  |bound|outcome).*"))
                .collect(Collectors.joining("\n"));

        String shown = shown("$ ./wavetank run examples/quota.yaml |");
        assertThat(end).endsWith(shown.substring(shown.indexOf('\n') + 1).strip());
    }

    @Test
    void a_bug_that_is_found_and_what_led_to_it() throws IOException {
        String out = directory.toString();
        String found = printed("explore", EXAMPLES + "web.yaml", "--bug", "no-slow-start", "--jobs", "1", "--out", out);
        String led =
                printed("replay", directory.resolve("slow-start-seed-1.yaml").toString(), "--explain");

        String shown = shown("$ ./wavetank explore examples/web.yaml --bug no-slow-start");
        assertThat(timeless(found.replace(out, "wavetank-failures")))
                .endsWith(timeless(shown.substring(shown.indexOf("cluster"))));
        assertThat(led).endsWith(shown("what led to it, step by step:"));
    }

    @Test
    void the_story_of_the_command_that_the_documents_follow() throws IOException {
        String command = "kubectl --profile v1.8 run nginx --image=nginx --replicas=3 --port=80 --expose --story";
        String story = printed(command.split(" "));

        assertThat(shown("$ ./wavetank " + command))
                .endsWith(story.substring(story.indexOf("the way of pod/default/nginx-")));
    }

    @Test
    void why_a_pod_took_its_time() throws IOException {
        String shown = shown("$ ./wavetank why pod/web examples/web.yaml");

        assertThat(shown.substring(shown.indexOf('\n') + 1))
                .isEqualTo(printed("why", "pod/web", EXAMPLES + "web.yaml"));
    }

    private static String printed(String... words) {
        String out = Invocation.of(words).out();
        return out.replace(EXAMPLES, "examples/");
    }

    /** Without the figures that the speed of a machine decides. */
    private static String timeless(String text) {
        return text.lines()
                .map(line -> line.replaceFirst("(?<=^\\d{1,7} .{30,60}) +[\\d.]+ +\\d+ +\\d+ : 1$", ""))
                .map(line -> line.replace("./wavetank", "wavetank").replaceAll(" --out \\S+", ""))
                .collect(Collectors.joining("\n"));
    }

    /** The block of the README that begins with this text, or has it. */
    private static String shown(String text) throws IOException {
        List<String> parts =
                List.of(Files.readString(Path.of("..", "README.md")).split("```\\w*\n"));
        return parts.stream().filter(part -> part.contains(text)).findFirst().orElseThrow();
    }
}

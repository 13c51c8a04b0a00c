package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * The Java of the manual and of the page about controllers of one's own compiles as it stands there, its tests pass,
 * and its programs print what the block of the language {@code text} below them shows. The test of the README is that
 * of the starter.
 *
 * <p>{@code -Dguard.update=true} writes the real outputs into the pages.
 */
class DocumentedCodeTest {

    private static final Pattern CLASS = Pattern.compile("^(?:public )?(?:final )?class (\\w+)", Pattern.MULTILINE);
    private static final Path STARTER = Markdown.ROOT.resolve("starter");

    @TempDir
    private Path directory;

    static Stream<Markdown.Block> blocks() {
        return Stream.concat(Markdown.manual().stream(), Stream.of(Markdown.tenMinutes()))
                .flatMap(page -> page.blocks("java").stream());
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void it_compiles_and_does_what_the_page_says(Markdown.Block block) throws Exception {
        String name = compile(block.text());
        if (block.text().contains("void main(")) {
            compare(block, output(name));
        }
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {directory.toUri().toURL()}, getClass().getClassLoader())) {
            SummaryGeneratingListener summary = new SummaryGeneratingListener();
            LauncherFactory.create()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(selectClass(loader.loadClass(name)))
                                    .filters(EngineFilter.includeEngines("junit-jupiter"))
                                    .build(),
                            summary);
            assertThat(summary.getSummary().getFailures())
                    .extracting(failure -> failure.getException().toString())
                    .isEmpty();
            assertThat(summary.getSummary().getTestsSucceededCount() > 0)
                    .isEqualTo(block.text().contains("Test\n") || block.text().contains("@StormTest("));
        }
    }

    @Test
    void the_readme_shows_the_test_of_the_starter() throws IOException {
        List<Markdown.Block> shown = Markdown.readme().blocks("java");

        assertThat(shown).hasSize(1);
        assertThat(Files.readString(STARTER.resolve("src/test/java/WebStormTest.java")))
                .isEqualTo(shown.get(0).text());
        assertThat(shown.get(0).text().lines().filter(line -> !line.startsWith("import ")))
                .hasSizeLessThanOrEqualTo(20);
    }

    @Test
    void the_starter_has_the_versions_of_the_build() throws IOException {
        String build = Files.readString(Markdown.ROOT.resolve("pom.xml"));
        String starter = Files.readString(STARTER.resolve("pom.xml"));

        assertThat(version(starter, "wavetank-junit")).isEqualTo(version(build, "wavetank-parent"));
        assertThat(build).contains("<junit.version>" + version(starter, "junit-bom") + "</junit.version>");
        for (String plugin : List.of("maven-resources-plugin", "maven-compiler-plugin", "maven-surefire-plugin")) {
            assertThat(version(starter, plugin)).isEqualTo(version(build, plugin));
        }
        assertThat(Markdown.readme().text())
                .contains("dev.wavetank:wavetank-junit:" + version(build, "wavetank-parent"));
    }

    private static String version(String pom, String artifact) {
        Matcher version = Pattern.compile("<artifactId>" + artifact + "</artifactId>\\s*<version>([^<]+)<")
                .matcher(pom);
        assertThat(version.find()).as(artifact).isTrue();
        return version.group(1);
    }

    private String compile(String source) throws IOException {
        Matcher declared = CLASS.matcher(source);
        assertThat(declared.find()).as("a class").isTrue();
        Path file = Files.writeString(directory.resolve(declared.group(1) + ".java"), source);
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-Xlint:all,-processing",
                        "-Werror",
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        directory.toString(),
                        file.toString());
        assertThat(compiled).as("exit code of the compiler").isZero();
        return declared.group(1);
    }

    private String output(String name) throws IOException, InterruptedException {
        String path = System.getProperty("java.class.path") + System.getProperty("path.separator") + directory;
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Duser.language=en",
                        "-cp",
                        path,
                        name)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().map(String::stripTrailing).reduce("", (all, line) -> all + line + "\n");
    }

    /** The block of text after the program. */
    private static void compare(Markdown.Block block, String printed) {
        Markdown page = Markdown.of(block.page());
        String rest = page.text().substring(page.text().indexOf(block.text()));
        int begin = rest.indexOf("```text\n") + "```text\n".length();
        String shown = rest.substring(begin, rest.indexOf("```\n", begin));
        if (Boolean.getBoolean("guard.update") && !shown.equals(printed)) {
            String before = rest.substring(0, begin);
            page.replace(before + shown + "```\n", before + printed + "```\n");
            return;
        }
        assertThat(printed).isEqualTo(shown);
    }
}

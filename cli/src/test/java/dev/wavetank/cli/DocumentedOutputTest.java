package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the manual shows below a command is what the command prints, but for how fast it was. A block of the language
 * {@code console} has commands, which begin with {@code $}, and below each all of its output. The blocks of a page run
 * in one directory, one after the other, as a reader would run them.
 *
 * <p>{@code mvn -pl cli -am test -Dtest=DocumentedOutputTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dguard.update=true} writes the real outputs into the pages.
 */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class DocumentedOutputTest {

    private static final String PROMPT = "$ ";
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    private static Path archive;

    /** Options of a JVM that starts quickly, as the launcher's does. */
    private static String options;

    @TempDir
    private Path directory;

    static Stream<Markdown> pages() {
        return Markdown.manual().stream().filter(page -> !page.blocks("console").isEmpty());
    }

    /** Class data archives need jars. */
    @BeforeAll
    static void prepare_class_data() throws IOException, InterruptedException {
        List<String> path = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            boolean isClasses = !entry.isEmpty() && Files.isDirectory(Path.of(entry));
            path.add(isClasses ? jar(Path.of(entry), path.size()) : entry);
        }
        String base = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp " + String.join(File.pathSeparator, path);
        Path data = archive.resolve("classes.jsa");
        List<String> command = new ArrayList<>(List.of(JAVA, "-XX:ArchiveClassesAtExit=" + data));
        command.addAll(List.of(base.split(" ")));
        command.addAll(List.of(Main.class.getName(), "explore", "../examples/web.yaml", "--seeds", "1..2"));
        new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(archive.resolve("log").toFile())
                .start()
                .waitFor();
        options = "-Xshare:auto -XX:SharedArchiveFile=" + data + " -Xlog:cds=off -Xlog:cds+dynamic=off " + base;
    }

    private static String jar(Path classes, int number) {
        String jar = archive.resolve(number + ".jar").toString();
        ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(System.out, System.err, "-c", "-0", "-f", jar, "-C", classes.toString(), ".");
        return jar;
    }

    @ParameterizedTest
    @MethodSource("pages")
    void a_command_prints_what_the_page_shows(Markdown page) throws IOException, InterruptedException {
        prepare();
        for (Markdown.Block block : page.blocks("console")) {
            String printed = run(block);
            if (timeless(printed).equals(timeless(block.text()))) {
                continue;
            }
            if (Boolean.getBoolean("guard.update")) {
                page.replace("```console\n" + block.text(), "```console\n" + printed);
                continue;
            }
            assertThat(timeless(printed)).as(block.toString()).isEqualTo(timeless(block.text()));
        }
    }

    /** A directory like the top of the project, with a launcher that does not build. */
    private void prepare() throws IOException {
        Path examples = Markdown.ROOT.resolve("examples");
        Files.createDirectory(directory.resolve("examples"));
        try (Stream<Path> files = Files.list(examples)) {
            for (Path file : files.toList()) {
                Files.copy(file, directory.resolve("examples").resolve(file.getFileName()));
            }
        }
        Path launcher = directory.resolve("wavetank");
        Files.writeString(
                launcher,
                "#!/bin/sh\nexec '%s' %s -Dwavetank.command=./wavetank %s \"$@\"\n"
                        .formatted(JAVA, options, Main.class.getName()));
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
    }

    /** The block as a terminal would show it. */
    private String run(Markdown.Block block) throws IOException, InterruptedException {
        StringBuilder shown = new StringBuilder();
        for (String line : block.text().lines().toList()) {
            if (line.startsWith(PROMPT)) {
                shown.append(line).append('\n').append(output(line.substring(PROMPT.length())));
            }
        }
        return shown.toString();
    }

    private String output(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(command).isTrue();
        // A jar knows its version; classes do not.
        return output.replace("wavetank (from classes)", "wavetank " + Markdown.version())
                .lines()
                .map(line -> line.stripTrailing() + "\n")
                .collect(Collectors.joining());
    }

    /** Without the figures that the speed of a machine decides. */
    private static String timeless(String text) {
        return text.lines()
                .map(line -> line.replaceFirst("(?<=^\\d{1,7} .{30,60}) +[\\d.]+ +\\d+ +\\d+ : 1$", ""))
                .collect(Collectors.joining("\n"));
    }
}

package dev.wavetank.properties.determinism;

import dev.wavetank.sim.determinism.Recording;
import dev.wavetank.sim.determinism.RecordingText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Makes a run in fresh JVMs, in a temporary directory. */
final class FreshJvmProbe implements AutoCloseable {

    /** One in two declines, so this many do so once in a million times; the last one may not. */
    private static final int MOST_JVMS = 20;

    private static final int LAST_WORDS = 2_000;
    private static final String INPUT = "input.txt";
    private static final String OUTPUT = "output.txt";

    private final FreshJvm jvm;
    private final Path directory;

    private FreshJvmProbe(FreshJvm jvm, Path directory) {
        this.jvm = jvm;
        this.directory = directory;
    }

    /**
     * The run of a fresh JVM.
     *
     * @param first the run that it is compared with
     * @throws FreshJvmException when it gives no answer
     */
    static Recording ask(FreshJvm jvm, Recording first) {
        try (FreshJvmProbe probe = new FreshJvmProbe(jvm, Files.createTempDirectory("wavetank-determinism"))) {
            return probe.ask(first);
        } catch (IOException failure) {
            throw new FreshJvmException("a fresh JVM could not be asked: " + failure, failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new FreshJvmException("waiting for the fresh JVM was interrupted", interrupted);
        }
    }

    private Recording ask(Recording first) throws IOException, InterruptedException {
        Recording question = new Recording(first.outline(), 1, List.of());
        Files.write(file(FreshRun.QUESTION), RecordingText.write(question), StandardCharsets.US_ASCII);
        Files.writeString(file(INPUT), jvm.input());
        List<String> answer = run(true);
        for (int jvms = 2; jvms <= MOST_JVMS && answer.equals(FreshRun.DECLINED); jvms++) {
            answer = run(jvms < MOST_JVMS);
        }
        try {
            return RecordingText.read(answer);
        } catch (IllegalArgumentException incomplete) {
            throw new FreshJvmException("the fresh JVM gave no full answer: " + incomplete.getMessage(), incomplete);
        }
    }

    private List<String> run(boolean mayDecline) throws IOException, InterruptedException {
        Files.deleteIfExists(file(FreshRun.ANSWER)); // that of a JVM that declined
        Process process = new ProcessBuilder(command(mayDecline))
                .redirectErrorStream(true)
                .redirectInput(file(INPUT).toFile())
                .redirectOutput(file(OUTPUT).toFile())
                .start();
        // It must not outlive this JVM, which may be terminated meanwhile.
        Thread end = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(end);
        boolean ended = process.waitFor(jvm.limit().toMillis(), TimeUnit.MILLISECONDS);
        Runtime.getRuntime().removeShutdownHook(end);
        if (!ended) {
            process.destroyForcibly().waitFor();
            throw new FreshJvmException(
                    "the fresh JVM did not end within " + jvm.limit().toSeconds() + " seconds" + lastWords(), null);
        }
        if (!Files.exists(file(FreshRun.ANSWER))) {
            throw new FreshJvmException(
                    "the fresh JVM ended with exit code " + process.exitValue() + " and no answer" + lastWords(), null);
        }
        return Files.readAllLines(file(FreshRun.ANSWER), StandardCharsets.US_ASCII);
    }

    private List<String> command(boolean mayDecline) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm.environment().options());
        command.add("-Xmx" + Runtime.getRuntime().maxMemory());
        command.add("-D" + FreshRun.DIRECTORY + "=" + directory);
        if (mayDecline) {
            command.add("-D" + FreshRun.UNLIKE + "=" + FreshRun.order());
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), jvm.mainClass()));
        command.addAll(jvm.arguments());
        return command;
    }

    private String lastWords() throws IOException {
        String words = new String(Files.readAllBytes(file(OUTPUT)), StandardCharsets.UTF_8).strip();
        if (words.isEmpty()) {
            return "";
        }
        return ": " + words.substring(Math.max(0, words.length() - LAST_WORDS));
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}

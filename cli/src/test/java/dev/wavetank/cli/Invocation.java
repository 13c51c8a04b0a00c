package dev.wavetank.cli;

import dev.wavetank.cli.terminal.Streams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What one call of the command gave. */
record Invocation(int exitCode, String out, String err) {

    private static final Set<String> WRITING = Set.of("run", "kubectl", "explore", "report");

    static Invocation of(String... args) {
        return withInput("", args);
    }

    static Invocation withInput(String input, String... args) {
        Path directory = temporary();
        try {
            Invocation done = call(input, withOut(directory, args));
            // The command line is part of the result; it must not differ from call to call.
            return new Invocation(done.exitCode, done.out.replace(directory.toString(), "OUT"), done.err);
        } finally {
            delete(directory);
        }
    }

    private static Invocation call(String input, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Streams streams = new Streams(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false);
        int exitCode = Main.run(streams, args);
        return new Invocation(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Commands write failures and reports where they are cleared away, unless a test wants to see them. */
    private static String[] withOut(Path directory, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        boolean chosen = all.stream().anyMatch(argument -> argument.equals("--out") || argument.startsWith("--out="));
        if (!all.isEmpty() && WRITING.contains(all.get(0)) && !chosen) {
            all.add(1, "--out=" + directory);
        }
        return all.toArray(String[]::new);
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("wavetank-test");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}

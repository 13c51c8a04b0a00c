package dev.wavetank.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of the documentation.
 *
 * @param file where it is, below {@link #ROOT}
 * @param text all of it
 */
record Markdown(Path file, String text) {

    /** The top of the project; tests run in a module. */
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final String TEN_MINUTES = "properties/README.md";

    private static final Pattern BLOCK = Pattern.compile("^```(\\w*)\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    /**
     * What stands between two fences.
     *
     * @param page the file that has it
     * @param language as the first fence names it, or empty
     * @param text the lines, each with its end
     */
    record Block(Path page, String language, String text) {

        @Override
        public String toString() {
            return ROOT.relativize(page) + ": " + text.lines().findFirst().orElse("");
        }
    }

    /** The page that people see first. */
    static Markdown readme() {
        return of(ROOT.resolve("README.md"));
    }

    /** How to test a controller of one's own. */
    static Markdown tenMinutes() {
        return of(ROOT.resolve(TEN_MINUTES));
    }

    /** The page that people see first, and the pages below {@code docs}. */
    static List<Markdown> manual() {
        List<Markdown> pages = new ArrayList<>(List.of(readme()));
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(file -> pages.add(of(file)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return pages;
    }

    /** The manual and the pages of contributors and modules. */
    static List<Markdown> all() {
        List<Markdown> pages = manual();
        for (String other : List.of(
                "ARCHITECTURE.md",
                "CONTRIBUTING.md",
                "sim/README.md",
                "model/README.md",
                "benchmarks/README.md",
                TEN_MINUTES)) {
            pages.add(of(ROOT.resolve(other)));
        }
        return pages;
    }

    static Markdown of(Path file) {
        try {
            return new Markdown(file, Files.readString(file));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The version of the project. */
    static String version() {
        Matcher version = Pattern.compile("<artifactId>wavetank-parent</artifactId>\\s*<version>([^<]+)<")
                .matcher(of(ROOT.resolve("pom.xml")).text);
        if (!version.find()) {
            throw new AssertionError("pom.xml has no version");
        }
        return version.group(1);
    }

    /** Its blocks in this language, in order. */
    List<Block> blocks(String language) {
        List<Block> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            if (block.group(1).equals(language)) {
                blocks.add(new Block(file, language, block.group(2)));
            }
        }
        return blocks;
    }

    /** The page without its blocks. */
    String prose() {
        return BLOCK.matcher(text).replaceAll("");
    }

    @Override
    public String toString() {
        return ROOT.relativize(file).toString();
    }

    /** Writes the page with one text for another. */
    void replace(String before, String after) {
        try {
            Files.writeString(file, of(file).text.replace(before, after));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}

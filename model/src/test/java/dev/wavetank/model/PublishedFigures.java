package dev.wavetank.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The table of figures that others have published, next to those that are predicted, in the documentation. */
public final class PublishedFigures {

    private static final Path PAGE = Path.of("..", "docs", "performance.md");

    private PublishedFigures() {}

    /** Holds the page to rows that a test has computed. */
    public static void documented(List<String> rows) {
        try {
            assertThat(Files.readAllLines(PAGE))
                    .as("rows of %s, which have to be%n%s%n", PAGE, String.join("\n", rows))
                    .containsAll(rows);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}

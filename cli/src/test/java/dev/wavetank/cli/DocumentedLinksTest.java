package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between pages lead to a file, and to a heading of it; every page is in the index. */
class DocumentedLinksTest {

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ +(.+)$", Pattern.MULTILINE);

    @Test
    void every_link_leads_somewhere() {
        List<String> dead = new ArrayList<>();
        int links = 0;
        for (Markdown page : Markdown.all()) {
            Matcher link = LINK.matcher(page.prose());
            while (link.find()) {
                links++;
                if (!leadsSomewhere(page, link.group(1))) {
                    dead.add(Markdown.ROOT.relativize(page.file()) + " -> " + link.group(1));
                }
            }
        }
        assertThat(dead).isEmpty();
        assertThat(links).isGreaterThan(50);
    }

    @Test
    void the_index_names_every_page() {
        String index = Markdown.of(Markdown.ROOT.resolve("docs/README.md")).text();

        assertThat(Markdown.manual().stream()
                        .filter(page -> page.file().getParent().endsWith("docs"))
                        .map(page -> page.file().getFileName().toString())
                        .filter(name -> !name.equals("README.md"))
                        .filter(name -> !index.contains("](" + name + ")")))
                .isEmpty();
    }

    @Test
    void the_examples_are_explained() throws IOException {
        String scenarios =
                Markdown.of(Markdown.ROOT.resolve("docs/scenarios.md")).text();

        try (Stream<Path> examples = Files.list(Markdown.ROOT.resolve("examples"))) {
            assertThat(examples.map(example -> example.getFileName().toString())
                            .filter(name -> !scenarios.contains("](../examples/" + name + ")")))
                    .isEmpty();
        }
    }

    @Test
    void a_dead_link_is_seen() {
        Markdown page = Markdown.readme();

        assertThat(leadsSomewhere(page, "docs/README.md")).isTrue();
        assertThat(leadsSomewhere(page, "docs/nowhere.md")).isFalse();
        assertThat(leadsSomewhere(page, "docs/README.md#nowhere")).isFalse();
    }

    private static boolean leadsSomewhere(Markdown page, String link) {
        if (link.startsWith("https://")) {
            return true;
        }
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty()
                ? page.file()
                : page.file().resolveSibling(parts[0]).normalize();
        if (!Files.exists(target)) {
            return false;
        }
        return parts.length == 1 || anchors(target).contains(parts[1]);
    }

    /** The anchors that GitHub makes of the headings. */
    private static List<String> anchors(Path file) {
        return HEADING.matcher(Markdown.of(file).prose())
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{Alnum} _-]", "")
                        .replace(' ', '-'))
                .toList();
    }
}

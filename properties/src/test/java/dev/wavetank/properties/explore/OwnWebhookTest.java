package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The example of the README compiles, because it is a class here, and does what is said there. */
class OwnWebhookTest {

    @Test
    void the_readme_shows_this_class() throws IOException {
        String source = Files.readString(
                Path.of("src/test/java/dev/wavetank/properties/explore/OwnWebhook.java"), StandardCharsets.UTF_8);
        String shown =
                source.substring(source.indexOf("import dev.wavetank.model")).strip();
        assertThat(Files.readString(Path.of("../README.md"), StandardCharsets.UTF_8))
                .contains(shown);
    }

    @Test
    void the_webhook_refuses_what_it_does_not_like() {
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            OwnWebhook.main(new String[0]);
        } finally {
            System.setOut(before);
        }
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("admission webhook \"names.example.com\" denied the request: it is fruit");
    }
}

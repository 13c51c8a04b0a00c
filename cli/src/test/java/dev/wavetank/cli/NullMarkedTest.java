package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaPackage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/**
 * Packages are {@code @NullMarked}, so NullAway checks them, except those that {@code nullness/unmarked.txt} lists. The
 * list may only shrink: a listed package that is marked, or no longer there, fails too.
 */
class NullMarkedTest {

    /** Written by jte from the templates of the report, so nobody can mark it. */
    private static final String GENERATED = "dev.wavetank.reports.html.templates";

    @Test
    void every_package_is_null_marked_but_the_listed_ones() throws IOException {
        Set<String> unmarked = MainClasses.ALL.stream()
                .map(JavaClass::getPackage)
                .filter(each -> !each.getClasses().isEmpty() && !each.isAnnotatedWith(NullMarked.class))
                .map(JavaPackage::getName)
                .filter(name -> !name.equals(GENERATED))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(unmarked).containsExactlyElementsOf(listed());
    }

    private static Set<String> listed() throws IOException {
        try (InputStream list = NullMarkedTest.class.getResourceAsStream("/nullness/unmarked.txt")) {
            return new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}

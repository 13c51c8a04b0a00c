package dev.wavetank.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import dev.wavetank.model.version.KubernetesVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Only the package {@code model.version} compares versions; everybody else asks for a feature. */
class VersionComparisonTest {

    private static final String PACKAGE = "dev.wavetank.model.version";
    private static final Set<String> ORDER =
            Set.of("compareTo", "ordinal", "equals", "minor", "name", "getDeclaringClass");

    /** Where a number of a version is reported, and a default is chosen. */
    private static final Set<String> REPORTING = Set.of("dev.wavetank.model.apiserver.discovery.ServerMetadata");

    /** The default of findings whose version is not known: that of the recordings. */
    private static final Set<String> NAMING = Set.of("dev.wavetank.model.apiserver.registry.validation.FieldErrors");

    private static final Pattern NUMBER =
            Pattern.compile("\\bint (minor\\w*|\\w*Minor)\\b|minorVersion|[<>=]=? *(?:KubernetesVersion\\.)?V1_\\d");

    private static GivenClassesConjunction others() {
        return noClasses().that(resideOutsideOfPackage(PACKAGE));
    }

    @Test
    void nobody_else_calls_what_orders_versions() {
        others().and(describe("report no number", (JavaClass type) -> !REPORTING.contains(type.getName())))
                .should()
                .accessTargetWhere(describe("orders versions", VersionComparisonTest::orders))
                .check(MainClasses.ALL);
    }

    private static boolean orders(JavaAccess<?> access) {
        return access.getTargetOwner().isEquivalentTo(KubernetesVersion.class)
                && ORDER.contains(access.getTarget().getName());
    }

    @Test
    void nobody_else_names_a_version() {
        others().and(describe("choose no default", (JavaClass type) -> !NAMING.contains(type.getName())))
                .should()
                .accessTargetWhere(describe("names a version", VersionComparisonTest::names))
                .check(MainClasses.ALL);
    }

    private static boolean names(JavaAccess<?> access) {
        return access instanceof JavaFieldAccess
                && access.getTargetOwner().isEquivalentTo(KubernetesVersion.class)
                && access.getTarget().getName().startsWith("V1_");
    }

    @Test
    void no_field_holds_a_minor_version() {
        noFields()
                .that()
                .areDeclaredInClassesThat(resideOutsideOfPackage(PACKAGE))
                .and()
                .haveRawType(int.class)
                .should()
                .haveNameMatching("(?i)minor.*|.*[a-z]Minor.*")
                .check(MainClasses.ALL);
    }

    @Test
    void no_source_compares_numbers_of_versions() throws IOException {
        List<String> found = new ArrayList<>();
        for (String module : new TreeSet<>(List.of("sim", "model", "properties", "reports", "cli"))) {
            Path sources = Path.of("..", module, "src", "main", "java");
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    boolean own = file.toString().contains(PACKAGE.replace('.', '/'));
                    if (!own && NUMBER.matcher(Files.readString(file)).find()) {
                        found.add(sources.relativize(file).toString());
                    }
                }
            }
        }
        assertThat(found).isEmpty();
        assertThat(NUMBER.matcher("private final int minorversion;".toLowerCase(Locale.ROOT))
                        .find())
                .isTrue();
        assertThat(NUMBER.matcher("version == KubernetesVersion.V1_32").find()).isTrue();
    }
}

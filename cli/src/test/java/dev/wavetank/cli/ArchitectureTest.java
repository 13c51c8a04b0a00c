package dev.wavetank.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.members;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.EvaluationResult;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Date;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of the house that concern who may know whom. Think twice before adding an exception. */
class ArchitectureTest {
    private static final String CODEC = "dev.wavetank.model.codec..";
    private static final List<Class<?>> MUTABLE =
            List.of(StringBuilder.class, StringBuffer.class, BitSet.class, Iterator.class, Random.class, Date.class);

    private static final List<String> JACKSON = List.of("tools.jackson", "com.fasterxml.jackson");

    private static final JavaClasses MAIN = MainClasses.ALL;

    @Test
    void every_module_is_seen() {
        assertThat(MAIN.stream().map(JavaClass::getPackageName))
                .contains(
                        "dev.wavetank.sim",
                        "dev.wavetank.model",
                        "dev.wavetank.properties",
                        "dev.wavetank.reports",
                        "dev.wavetank.junit",
                        "dev.wavetank.cli");
    }

    @Test
    void dependencies_point_one_way() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("sim")
                .definedBy("dev.wavetank.sim..")
                .layer("model")
                .definedBy("dev.wavetank.model..")
                .layer("properties")
                .definedBy("dev.wavetank.properties..")
                .layer("reports")
                .definedBy("dev.wavetank.reports..")
                .layer("junit")
                .definedBy("dev.wavetank.junit..")
                .layer("cli")
                .definedBy("dev.wavetank.cli..")
                .withOptionalLayers(false)
                .whereLayer("sim")
                .mayNotAccessAnyLayer()
                .whereLayer("model")
                .mayOnlyAccessLayers("sim")
                .whereLayer("properties")
                .mayOnlyAccessLayers("sim", "model")
                .whereLayer("reports")
                .mayOnlyAccessLayers("sim", "model")
                .whereLayer("junit")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .check(MAIN);
    }

    @Test
    void reports_know_no_component_of_the_model() {
        noClasses()
                .that()
                .resideInAPackage("dev.wavetank.reports..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.wavetank.model.api..",
                        "dev.wavetank.model.apiserver..",
                        "dev.wavetank.model.client..",
                        "dev.wavetank.model.cluster..",
                        "dev.wavetank.model.codec..",
                        "dev.wavetank.model.controller..",
                        "dev.wavetank.model.etcd..",
                        "dev.wavetank.model.kubectl..",
                        "dev.wavetank.model.kubelet..",
                        "dev.wavetank.model.scenario..",
                        "dev.wavetank.model.scheduler..")
                .check(MAIN);
    }

    @Test
    void packages_form_no_cycles() {
        slices().matching("dev.wavetank.(**)").should().beFreeOfCycles().check(MAIN);
    }

    @Test
    void the_kernel_needs_nothing_but_the_jdk() {
        noClasses()
                .that()
                .resideInAPackage("dev.wavetank.sim..")
                .should()
                .dependOnClassesThat(
                        not(resideInAnyPackage("java..", "dev.wavetank.sim..", "org.jspecify.annotations..")))
                .check(MAIN);
    }

    /** What a class keeps outlives a run, and leaks into the next one in the same JVM. */
    @Test
    void nothing_that_changes_is_static_in_the_simulated_world() {
        fields().that()
                .areDeclaredInClassesThat(resideInAnyPackage("dev.wavetank.sim..", "dev.wavetank.model.."))
                .and()
                .areStatic()
                .should(notChange())
                .check(MAIN);
    }

    @Test
    void static_fields_that_change_are_found() {
        JavaClasses samples = new ClassFileImporter().importClasses(StaticState.class);

        EvaluationResult found = fields().that().areStatic().should(notChange()).evaluate(samples);

        assertThat(found.getFailureReport().getDetails())
                .extracting(detail -> detail.replaceAll(".*StaticState\\.(\\w+)> .*", "$1"))
                .containsExactlyInAnyOrder("count", "LETTERS", "SEEN", "NAMES", "TOTAL", "TEXT", "SHARED");
    }

    @Test
    void jackson_types_stay_inside_the_codec() {
        members()
                .that()
                .areDeclaredInClassesThat(resideInAnyPackage("dev.wavetank.sim..", "dev.wavetank.model..")
                        .and(not(resideInAPackage(CODEC))))
                .should(showNoJacksonType())
                .allowEmptyShould(true) // package descriptions have no members; every_module_is_seen guards the rest
                .check(MAIN);
        classes()
                .that(resideInAnyPackage("dev.wavetank.sim..", "dev.wavetank.model..")
                        .and(not(resideInAPackage(CODEC))))
                .should()
                .notBeAssignableTo(resideInAPackage("tools.jackson.."))
                .check(MAIN);
    }

    private static ArchCondition<JavaField> notChange() {
        return new ArchCondition<>("not change: be final and of a type that does not") {
            @Override
            public void check(JavaField field, ConditionEvents events) {
                if (!field.getModifiers().contains(JavaModifier.SYNTHETIC) && changes(field)) {
                    events.add(SimpleConditionEvent.violated(
                            field,
                            field.getDescription() + " is static and may change: keep it in an object of a run"));
                }
            }
        };
    }

    private static boolean changes(JavaField field) {
        JavaClass type = field.getRawType();
        boolean isCollection = type.isAssignableTo(Collection.class) || type.isAssignableTo(Map.class);
        return !field.getModifiers().contains(JavaModifier.FINAL)
                || type.isArray()
                || isCollection && !type.isInterface()
                || MUTABLE.stream().anyMatch(type::isAssignableTo)
                || type.getPackageName().equals("java.util.concurrent.atomic")
                || isOfOurs(type) && type.getAllFields().stream().anyMatch(ArchitectureTest::isVariable);
    }

    private static boolean isOfOurs(JavaClass type) {
        return type.getPackageName().startsWith("dev.wavetank.");
    }

    private static boolean isVariable(JavaField field) {
        return isOfOurs(field.getOwner())
                && !field.getModifiers().contains(JavaModifier.FINAL)
                && !field.getModifiers().contains(JavaModifier.STATIC);
    }

    private static ArchCondition<JavaMember> showNoJacksonType() {
        return new ArchCondition<>("show no Jackson type in a public or protected signature") {
            @Override
            public void check(JavaMember member, ConditionEvents events) {
                if (isVisible(member)) {
                    typesOf(member)
                            .filter(ArchitectureTest::isJackson)
                            .forEach(type -> events.add(SimpleConditionEvent.violated(
                                    member, member.getDescription() + " shows " + type.getName())));
                }
            }
        };
    }

    private static boolean isVisible(JavaMember member) {
        return member.getModifiers().contains(JavaModifier.PUBLIC)
                || member.getModifiers().contains(JavaModifier.PROTECTED);
    }

    /** Every type in the signature, type arguments included; annotations are not part of it. */
    private static Stream<JavaClass> typesOf(JavaMember member) {
        if (member instanceof JavaField field) {
            return field.getType().getAllInvolvedRawTypes().stream();
        }
        JavaCodeUnit unit = (JavaCodeUnit) member;
        Stream<JavaClass> parameters =
                unit.getParameterTypes().stream().flatMap(type -> type.getAllInvolvedRawTypes().stream());
        Stream<JavaClass> thrown = unit.getExceptionTypes().stream();
        return Stream.of(unit.getReturnType().getAllInvolvedRawTypes().stream(), parameters, thrown)
                .flatMap(types -> types);
    }

    private static boolean isJackson(JavaClass type) {
        return JACKSON.stream().anyMatch(prefix -> type.getPackageName().startsWith(prefix));
    }

    /** What the rule has to find, and what it has to leave in peace. */
    private static final class StaticState {
        private static final int LIMIT = 3;
        private static final List<String> WORDS = List.of("a", "b");
        private static final Pattern PATTERN = Pattern.compile("a");
        private static final int[] LETTERS = {1, 2};
        private static final ArrayList<String> SEEN = new ArrayList<>();
        private static final TreeMap<String, String> NAMES = new TreeMap<>();
        private static final AtomicLong TOTAL = new AtomicLong();
        private static final StringBuilder TEXT = new StringBuilder();
        private static final StaticState SHARED = new StaticState();
        private static int count;

        private int changes;

        private int touch() {
            changes += LIMIT + WORDS.size() + LETTERS.length + SEEN.size() + NAMES.size() + TEXT.length() + count++;
            return SHARED.changes + (int) TOTAL.incrementAndGet() + PATTERN.flags();
        }
    }
}

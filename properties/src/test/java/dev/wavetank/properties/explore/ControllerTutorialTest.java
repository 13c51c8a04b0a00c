package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Violation;
import dev.wavetank.sim.trace.MemorySink;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tutorial of the model's README: its classes compile as they stand there, and do what is said there. {@code
 * -Dguard.update=true} writes the violation that is shown; the words below it are to be read again then.
 */
@Tag("slow")
class ControllerTutorialTest {

    private static final Path README = Path.of("..", "model", "README.md");
    private static final Pattern BLOCK = Pattern.compile("^```(\\w*)\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("^(?:public )?(?:final )?class (\\w+)", Pattern.MULTILINE);
    private static final String TEST = "SiteStormsTest";
    private static final String RBAC = "cluster: {settings: {kube-apiserver.authorization-mode: \"Node,RBAC\"}}\n";

    @TempDir
    private Path directory;

    @Test
    void the_controller_is_short() throws IOException {
        assertThat(sources().get("SiteController").lines().filter(line -> !line.startsWith("import ")))
                .hasSizeLessThan(80);
    }

    @Test
    void no_storm_breaks_an_invariant() throws ReflectiveOperationException, IOException {
        storms(load(sources()));
    }

    @Test
    void the_bug_is_found_and_shrunk_to_what_is_shown() throws ReflectiveOperationException, IOException {
        String told = "";
        try {
            storms(load(withBug(sources())));
        } catch (InvocationTargetException failed) {
            told = failed.getCause().getMessage();
        }
        if (Boolean.getBoolean("guard.update")) {
            String readme = Files.readString(README);
            Files.writeString(README, readme.replace(block("", 0).strip(), told.strip()));
        }
        assertThat(told.strip()).isEqualTo(block("", 0).strip());
    }

    @Test
    void replay_breaks_what_the_shown_faults_break() throws ReflectiveOperationException, IOException {
        String told = block("", 0).stripIndent();
        ClassLoader loader = load(withBug(sources()));
        assertThatThrownBy(() -> storms(loader)).isInstanceOf(InvocationTargetException.class);
        Matcher file = Pattern.compile("saved +(\\S+)").matcher(told);
        assertThat(file.find()).isTrue();
        RunResult run =
                Replay.of(Path.of(file.group(1))).with(exploration(loader)).run();
        assertThat(told).contains(run.violations().get(0).message(), run.fingerprint());
    }

    @Test
    void with_rbac_the_controller_needs_the_rights_that_are_shown() throws ReflectiveOperationException, IOException {
        ClassLoader loader = load(sources());
        String scenario = scenario(loader);
        String rights = ("---\n" + block("yaml", 0)).indent(4);
        String permitted = scenario.replace("  blog.yaml: |", rights + "  blog.yaml: |");

        assertThat(calm(loader, RBAC + scenario).violations())
                .extracting(Violation::invariant)
                .containsExactly("SitesAreServed");
        assertThat(calm(loader, RBAC + permitted).violations()).isEmpty();
    }

    @Test
    void the_garbage_collector_takes_what_a_deleted_site_owned() throws ReflectiveOperationException, IOException {
        ClassLoader loader = load(sources());
        String deleted = scenario(loader).replace("files:", "- {at: 40s, kubectl: delete -f grown.yaml}\nfiles:");

        RunResult run = calm(loader, deleted);

        assertThat(run.violations()).isEmpty();
        assertThat(run.commands()).extracting(CommandResult::exitCode).containsOnly(0);
        assertThat(run.podsByPhase()).isEmpty();
    }

    @Test
    void a_new_image_reaches_the_deployment() throws ReflectiveOperationException, IOException {
        ClassLoader loader = load(sources());
        Exploration storms = exploration(loader);
        String text =
                scenario(loader).replace("spec: {image: nginx, replicas: 3}", "spec: {image: nginx:2, replicas: 3}");
        MemorySink trace = new MemorySink();

        RunResult run = ScenarioRun.of(
                ScenarioCodec.read("sites", text), 1, storms.parts(), storms.invariants(), List.of(trace));

        assertThat(run.violations()).isEmpty();
        assertThat(trace.entries().stream()
                        .filter(entry ->
                                entry.record() instanceof StoreTrace change && change.object() instanceof Deployment)
                        .map(entry -> (Deployment) ((StoreTrace) entry.record()).object())
                        .map(deployment -> deployment
                                .spec()
                                .template()
                                .spec()
                                .containers()
                                .get(0)
                                .image())
                        .distinct())
                .containsExactly("nginx", "nginx:2");
    }

    private static String scenario(ClassLoader loader) throws ReflectiveOperationException {
        var field = loader.loadClass(TEST).getDeclaredField("SCENARIO");
        field.setAccessible(true);
        return (String) field.get(null);
    }

    private static RunResult calm(ClassLoader loader, String text) throws ReflectiveOperationException {
        Exploration storms = exploration(loader);
        return ScenarioRun.of(ScenarioCodec.read("sites", text), 1, storms.parts(), storms.invariants(), List.of());
    }

    private static Exploration exploration(ClassLoader loader) throws ReflectiveOperationException {
        return (Exploration)
                accessible(loader, "storms", Controller.Factory.class).invoke(null, factory(loader));
    }

    private static Controller.Factory factory(ClassLoader loader) throws ReflectiveOperationException {
        var constructor = loader.loadClass("SiteController").getDeclaredConstructor(ControllerEnvironment.class);
        constructor.setAccessible(true);
        return environment -> {
            try {
                return (Controller) constructor.newInstance(environment);
            } catch (ReflectiveOperationException failed) {
                throw new AssertionError(failed);
            }
        };
    }

    private static Method accessible(ClassLoader loader, String name, Class<?>... parameters)
            throws ReflectiveOperationException {
        Method method = loader.loadClass(TEST).getDeclaredMethod(name, parameters);
        method.setAccessible(true);
        return method;
    }

    /** Runs the test of the README. */
    private static void storms(ClassLoader loader) throws ReflectiveOperationException {
        var constructor = loader.loadClass(TEST).getDeclaredConstructor();
        constructor.setAccessible(true);
        accessible(loader, "no_storm_breaks_an_invariant").invoke(constructor.newInstance());
    }

    /** With the line changed that the README changes. */
    private static Map<String, String> withBug(Map<String, String> sources) throws IOException {
        List<String> lines =
                block("diff", 0).lines().map(line -> line.substring(1)).toList();
        assertThat(sources.get("SiteController")).contains(lines.get(0));
        sources.computeIfPresent("SiteController", (name, source) -> source.replace(lines.get(0), lines.get(1)));
        return sources;
    }

    private ClassLoader load(Map<String, String> sources) throws IOException {
        Path classes = Files.createTempDirectory(directory, "classes");
        List<String> arguments = new ArrayList<>(List.of("-Xlint:all,-processing", "-Werror", "-proc:none", "-d"));
        arguments.add(classes.toString());
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = classes.resolve(source.getKey() + ".java");
            arguments.add(Files.writeString(file, source.getValue()).toString());
        }
        int compiled = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(compiled).as("exit code of the compiler").isZero();
        return new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
    }

    /** The classes of the README by name. */
    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        for (String block : blocks("java")) {
            Matcher declared = CLASS.matcher(block);
            assertThat(declared.find()).as(block).isTrue();
            sources.put(declared.group(1), block);
        }
        return sources;
    }

    private static String block(String language, int index) throws IOException {
        return blocks(language).get(index);
    }

    /** What stands between fences of a language, in order. */
    private static List<String> blocks(String language) throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(README));
        while (block.find()) {
            if (block.group(1).equals(language)) {
                blocks.add(block.group(2));
            }
        }
        return blocks;
    }
}

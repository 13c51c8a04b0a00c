package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.properties.bugs.KnownBug;
import dev.wavetank.properties.bugs.KnownBugs;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is wrong with the input: one sentence on standard error, nothing on standard output, exit code 2. */
class BadInputTest {

    @TempDir
    private Path directory;

    private String manifest;

    @BeforeEach
    void write_the_manifest() {
        manifest = file("web.yaml", InputFile.DEPLOYMENT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--nodes many          | Invalid value for option '--nodes': 'many' is not a whole number",
                "--seed 1.5            | Invalid value for option '--seed': '1.5' is not a whole number"
                        + " from -9223372036854775808 to 9223372036854775807",
                "--until 5             | Invalid value for option '--until': '5' is not a span of time: write a number"
                        + " and a unit, such as 250ms, 1.5s, 10m or 1h30m",
                "--until 0s            | Invalid value for option '--until': the span of time must be longer than"
                        + " nothing, was '0s'",
                "--profile v1.7        | Invalid value for option '--profile': there is no Kubernetes version 'v1.7'"
                        + " here: use one from v1.8 to v1.36",
                "--profile v1.99       | Invalid value for option '--profile': there is no Kubernetes version 'v1.99'"
                        + " here: use one from v1.8 to v1.36",
                "--profile banana      | Invalid value for option '--profile': there is no Kubernetes version"
                        + " 'banana' here: use one from v1.8 to v1.36",
                "--profile v1          | Invalid value for option '--profile': there is no Kubernetes version 'v1'"
                        + " here: use one from v1.8 to v1.36",
                "--profile latest      | Invalid value for option '--profile': there is no Kubernetes version"
                        + " 'latest' here: use one from v1.8 to v1.36",
                "--profile 1.20.2      | Invalid value for option '--profile': there is no Kubernetes version"
                        + " '1.20.2' here: use one from v1.8 to v1.36",
                "--frobnicate          | there is no option '--frobnicate'",
                "--nodez 3            | there is no option '--nodez': did you mean '--nodes'?",
                "--trace=             | Invalid value for option '--trace': the name of a file or directory is missing",
                "--seed 9223372036854775808 | Invalid value for option '--seed': '9223372036854775808' is not a whole"
                        + " number from -9223372036854775808 to 9223372036854775807",
            })
    void a_wrong_option_points_to_the_help(String options, String sentence) {
        assertBad(sentence + " (see wavetank run --help)", ("run " + manifest + " " + options).split(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--nodes -1            | Invalid value for option '--nodes': nodes must be from 0 to 10000, was -1"
                        + " (see wavetank run --help)",
                "--order backwards     | --order: there is no order 'backwards': use fifo, shuffle,"
                        + " walk, pct:CHANGES (such as pct:3) or portfolio; all but fifo take a window, as in"
                        + " shuffle@200us",
                "--set kubelet         | --set takes component.flag=value, such as kubelet.kube-api-qps=100, was"
                        + " 'kubelet'",
                "--set kubelet.kube-api-qps=x | kubelet.kube-api-qps must be a number, was 'x'",
                "--faults medium       | --faults takes none, light, heavy "
                        + "(or swarm, which is the same), long or a file with a"
                        + " fault plan: there is no file medium: check the name and the directory",
                "--trace /no/where/t   | the trace cannot be written to /no/where/t: name a file in a directory that"
                        + " exists and that you may write to",
                "--perfetto /no/where/p | the Perfetto trace cannot be written to /no/where/p: name a file in a"
                        + " directory that exists and that you may write to",
            })
    void an_impossible_value_is_told(String options, String sentence) {
        assertBad(sentence, ("run " + manifest + " " + options).split(" "));
    }

    @Test
    void a_missing_file() {
        String missing = directory.resolve("missing.yaml").toString();

        assertBad("there is no file " + missing + ": check the name and the directory", "run", missing);
        assertBad("there is no file " + missing + ": check the name and the directory", "replay", missing);
    }

    @Test
    void a_directory() {
        assertBad(directory + " is a directory: name the files in it", "run", directory.toString());
    }

    @Test
    void files_that_would_overwrite_what_is_read_or_one_another() {
        assertBad(
                "--trace would overwrite " + manifest + ", which the run reads: name another file",
                "run",
                manifest,
                "--trace",
                manifest);
        String out = directory.resolve("out.jsonl").toString();
        assertThat(Invocation.of("run", manifest, "--trace", out, "--audit-log", out)
                        .err())
                .contains(" would both write " + out + ": name two files");
    }

    @Test
    void a_file_of_a_scenario_that_is_no_text() {
        String scenario = file("s.yaml", "timeline: [{at: 0s, kubectl: apply -f a.yaml}]\nfiles: {a.yaml: 5}\n");

        assertBad(
                scenario + ":2:9: files.a.yaml: expected the text of the file, after a '|', found 5", "run", scenario);
    }

    @Test
    void malformed_yaml_has_line_and_column() {
        String broken = file("broken.yaml", "a: [1,\nb: 2\n");

        assertBad(broken + ":3:1: a ',' or ']' is missing before this", "run", broken);
    }

    @Test
    void an_unknown_kind() {
        String text = file("kind.yaml", InputFile.DEPLOYMENT.replace("Deployment", "Deploymint"));

        assertBad(
                text + ":2:1: no matches for kind \"Deploymint\" in version \"apps/v1\" (the kind is"
                        + " misspelled or not simulated)",
                "run",
                text);
    }

    @Test
    void a_wrong_type() {
        String text = file("type.yaml", InputFile.DEPLOYMENT.replace("replicas: 2", "replicas: two"));

        assertBad(
                text + ":5:3: Deployment in version \"v1\" cannot be handled as a Deployment: json: cannot unmarshal"
                        + " string into Go struct field DeploymentSpec.spec.replicas of type int32 (at spec.replicas)",
                "run",
                text);
    }

    @Test
    void a_misspelt_field_of_a_scenario() {
        String text = file("s.yaml", "cluster: {nodez: 3}\n");

        assertBad(
                text
                        + ":1:11: cluster.nodez: no such field: did you mean 'nodes'? expected one of nodes, nodeCapacity, profile,"
                        + " settings, addOns, nodeReserved, zones, nodeImages, staticPods, pools, region",
                "run",
                text);
    }

    @Test
    void an_image_of_nodes_with_a_layer_that_has_two_sizes() {
        String text = file("s.yaml", """
                cluster:
                  nodeImages:
                    "app:1": base:30Mi+5Mi
                    "app:2": base:31Mi+5Mi
                """);

        assertBad(
                text
                        + ":2:3: cluster.nodeImages: the layer 'base' has two sizes, 31457280 and 32505856 bytes;"
                        + " layers of different content need different names",
                "run",
                text);
    }

    @Test
    void an_image_of_nodes_whose_size_is_no_quantity() {
        String text = file("s.yaml", "cluster: {nodeImages: {nginx: big}}\n");

        assertBad(
                text
                        + ":1:11: cluster.nodeImages: nginx: 'big' is no size: write a quantity of bytes such as 70Mi"
                        + " or 100M, or layers with '+' between them such as debian:29Mi+41Mi",
                "run",
                text);
    }

    @Test
    void a_size_of_nodes_that_is_no_quantity() {
        String text = file("s.yaml", "cluster: {nodeCapacity: {cpu: lots}}\n");

        assertBad(
                text
                        + ":1:26: cluster.nodeCapacity.cpu: 'lots' is no quantity: write a number and perhaps a unit,"
                        + " such as 4, 500m or 16Gi",
                "run",
                text);
    }

    @Test
    void a_size_of_nodes_below_zero() {
        String text = file("s.yaml", "cluster: {nodeCapacity: {memory: \"-1\"}}\n");

        assertBad(text + ":1:26: cluster.nodeCapacity.memory: '-1' is negative: expected 0 or more", "run", text);
    }

    @Test
    void spans_of_centuries() {
        String command = file("s.yaml", "timeline:\n- {at: 2562047h, kubectl: get pods}\n");
        String delay = file(
                "plan.yaml",
                "faults:\n- {kind: networkDelay, between: etcd, and: kube-apiserver, delay: 2562047h, at: 1s, for: 2s}\n");

        String most = "'2562047h' is too long a span of time: write at most 87600h, which is ten years";
        assertBad(command + ":2:4: timeline[0].at: " + most, "run", command);
        assertBad(delay + ":2:60: faults[0].delay: " + most, "run", file("web.yaml", "name: web\n"), "--faults", delay);
    }

    @Test
    void a_slowness_that_is_a_pause() {
        String text = file(
                "s.yaml",
                "timeline: []\nfaults:\n- {kind: slowCpu, component: kube-scheduler, cost: 100h, at: 1ms, for: 5s}\n");

        assertBad(
                text
                        + ":3:46: faults[0].cost: expected at most 1h, found 100h: a component that does nothing for so"
                        + " long is one with a componentPause",
                "run",
                text);
    }

    @Test
    void a_fault_that_hits_nothing() {
        String plan = file("plan.yaml", "faults:\n- {kind: nodeCrash, node: node-9, at: 1s, for: 2s}\n");

        assertBad(
                plan
                        + ":2:21: faults[0].node: fault nodeCrash names the node 'node-9', which this cluster does not"
                        + " have: choose from node-1 to node-3",
                "run",
                manifest,
                "--faults",
                plan);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-1                  | expected a whole number from 0 to 9007199254740992, found -1",
                "9007199254740993    | expected a whole number from 0 to 9007199254740992, found 9007199254740993",
                "9223372036854775807 | expected a whole number from 0 to 9007199254740992, found 9223372036854775807",
                "9223372036854775808 | expected a whole number, found '9.223372036854776E18'",
                "1.5                 | expected a whole number, found '1.5'",
                "many                | expected a whole number, found 'many'",
                "[1]                 | expected a whole number, found a list",
            })
    void a_bump_that_no_revision_can_hold(String bump, String sentence) {
        String plan = file("plan.yaml", "faults:\n- {kind: etcdRestore, bump: " + bump + ", at: 1s, for: 2s}\n");

        assertBad(plan + ":2:23: faults[0].bump: " + sentence, "run", manifest, "--faults", plan);
    }

    @Test
    void a_scenario_beside_other_files() {
        String scenario = file("s.yaml", "cluster: {nodes: 3}\n");

        assertBad(
                scenario + " is not a Kubernetes manifest: several files are run together only when all of them are"
                        + " manifests; name a scenario alone",
                "run",
                manifest,
                scenario);
    }

    @Test
    void something_that_is_no_saved_failure() {
        assertBad(
                manifest + ":1:1: is not a saved failure: expected one document with invariant, seed, fingerprint and"
                        + " scenario",
                "replay",
                manifest);
    }

    @Test
    void a_failure_with_own_parts_is_replayed_in_java() {
        String failure = file("failure.yaml", """
                invariant: OneDeployment
                object: site/blog
                message: has two
                at: 20s
                fingerprint: 00ff
                seed: 35
                order: fifo
                ownParts: [controller site, invariant OneDeployment]
                scenario: {timeline: []}
                """);
        String sentence = failure + ": the failure was found with parts of the user's own (controller site, invariant"
                + " OneDeployment), which this command does not have: replay it in Java, with the exploration that"
                + " found it: Replay.of(Path.of(\"" + failure + "\")).with(exploration).run()";

        assertBad(sentence, "replay", failure);
        assertBad(sentence, "run", failure);
        assertBad(sentence, "explore", failure);
    }

    @Test
    void a_wrong_exploration() {
        assertBad(
                "Invalid value for option '--seeds': '5..1' is no range of seeds: write the first and the last, such"
                        + " as 1..1000 (see wavetank explore --help)",
                "explore",
                manifest,
                "--seeds",
                "5..1");
        assertBad(
                "Invalid value for option '--seeds': '1..99999999999999999999' has a seed of more than 64 bits: the"
                        + " greatest is 9223372036854775806 (see wavetank explore --help)",
                "explore",
                manifest,
                "--seeds",
                "1..99999999999999999999");
        assertBad("--jobs must be at least 1, was 0 (see wavetank explore --help)", "explore", manifest, "--jobs", "0");
        assertBad(
                "there is no known bug 'worm': use "
                        + KnownBugs.all().stream().map(KnownBug::name).collect(Collectors.joining(" or ")),
                "explore",
                manifest,
                "--bug",
                "worm");
    }

    @Test
    void kinds_of_faults_without_anything_that_draws_them() {
        assertBad(
                "--fault-kinds says which kinds are drawn: it needs --faults light, heavy or long",
                "run",
                manifest,
                "--fault-kinds",
                "answerLost");
        String plan = file("plan.yaml", "faults: []\n");
        assertBad(
                "--fault-kinds says which kinds are drawn, and --faults " + plan
                        + " draws none: use --faults light, heavy or long",
                "run",
                manifest,
                "--faults",
                plan,
                "--fault-kinds",
                "answerLost");
        assertThat(Invocation.of("explore", manifest, "--fault-kinds", "flood").err())
                .startsWith("wavetank: --fault-kinds: no such kind of fault 'flood': use componentCrash, ");
    }

    @Test
    void no_command_and_no_such_command() {
        String commands =
                "use one of run, kubectl, why, explain, inspect, ping, trace-packet, curl, explore, replay, report,"
                        + " measure, sweep, compare, fit, bench, versions, settings, invariants, faults, bugs,"
                        + " stages, completion (see wavetank --help)";

        assertBad("no command given: " + commands);
        assertBad("there is no command 'simulate': " + commands, "simulate");
        assertBad("there is no command 'exlpore': did you mean 'explore'? " + commands, "exlpore");
    }

    @Test
    void the_place_in_the_program_is_shown_only_on_request() {
        Invocation run = Invocation.of("--stacktrace", "run", manifest, "--order", "backwards");

        assertThat(run.err())
                .startsWith("wavetank: --order: there is no order 'backwards'")
                .contains("\tat dev.wavetank.cli.input.ScenarioOptions");
    }

    private static void assertBad(String sentence, String... args) {
        assertThat(Invocation.of(args)).isEqualTo(new Invocation(2, "", "wavetank: " + sentence + "\n"));
    }

    private String file(String name, String text) {
        return InputFile.write(directory, name, text);
    }
}

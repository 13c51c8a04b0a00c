package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RunCommandTest {

    @TempDir
    private Path directory;

    @Test
    void applies_several_manifests_in_order() {
        String namespace = file("ns.yaml", "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n");
        String service = file("svc.yaml", InputFile.SERVICE);
        String deployment = file("web.yaml", InputFile.DEPLOYMENT);

        Invocation run = Invocation.of("run", namespace, service, deployment);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("\n\nnamespace/shop created\nservice/web created\ndeployment.apps/web created\n")
                .containsPattern("pods +2 Running")
                .doesNotContain("not simulated");
    }

    @Test
    void runs_a_scenario_with_files_beside_it() {
        file("web.yaml", InputFile.DEPLOYMENT);
        String scenario = file("storm.yaml", """
                cluster: {nodes: 2}
                timeline:
                - {at: 0s, kubectl: apply -f web.yaml}
                - {at: 30s, kubectl: scale deployment web --replicas=4}
                faults:
                - {kind: containerExit, podIndex: 0, at: 20s, for: 1s}
                """);

        Invocation run = Invocation.of("run", scenario, "--order", "shuffle", "--check-determinism");

        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("0.000000s $ kubectl apply -f web.yaml\n")
                .contains("deployment.apps/web scaled")
                .containsPattern("pods +4 Running")
                .contains("\ndeterminism  same JVM twice and a fresh JVM (hashCode=2, ")
                .contains("): same fingerprint\n");
        assertThat(run.exitCode()).isZero();
    }

    /** 1,000,000,000 is the bump of etcd's guide to disaster recovery. */
    @Test
    void restores_etcd_with_the_bump_of_the_guide_and_with_the_greatest() {
        file("web.yaml", InputFile.DEPLOYMENT);
        for (String bump : List.of("1000000000", "9007199254740992")) {
            String scenario = file("restore.yaml", """
                    timeline:
                    - {at: 0s, kubectl: apply -f web.yaml}
                    - {at: 60s, kubectl: scale deployment web --replicas=4}
                    faults:
                    - {kind: etcdRestore, bump: %s, at: 30s, for: 1s}
                    """.formatted(bump));

            Invocation run = Invocation.of("run", scenario, "-o", "json");

            assertThat(run.err()).isEmpty();
            assertThat(JsonMapper.shared()
                            .readTree(run.out())
                            .get("pods")
                            .get("Running")
                            .asInt())
                    .isEqualTo(4);
        }
    }

    @Test
    void json_has_every_field_and_nothing_else_is_printed() {
        Invocation run = Invocation.of("run", file("web.yaml", InputFile.DEPLOYMENT), "-o", "json");
        JsonNode result = JsonMapper.shared().readTree(run.out());

        assertThat(run.err()).isEmpty();
        assertThat(result.get("seed").asLong()).isEqualTo(1);
        assertThat(result.get("fingerprint").asString()).matches("[0-9a-f]{32}");
        assertThat(result.get("outcome").asString()).isEqualTo("held");
        assertThat(result.get("stopReason").asString()).isEqualTo("quiescent");
        assertThat(result.get("virtualTime").asLong()).isPositive();
        assertThat(result.get("events").asLong()).isPositive();
        assertThat(result.get("violations").size()).isZero();
        assertThat(result.get("pods").get("Running").asInt()).isEqualTo(2);
        assertThat(result.get("formatVersion").asInt()).isEqualTo(1);
        JsonNode startup = result.get("stages").get("pod_startup");
        assertThat(startup.propertyNames())
                .containsExactly("count", "wanted", "missing", "p50", "p90", "p99", "p99.9", "max", "mean");
        assertThat(startup.get("count").asInt()).isEqualTo(2);
        assertThat(startup.get("max").asLong())
                .isBetween(1_000_000L, result.get("virtualTime").asLong());
    }

    @Test
    void says_which_faults_hit_nothing() throws IOException {
        Path plan = Files.writeString(
                directory.resolve("faults.yaml"),
                "faults:\n- {kind: containerExit, podPrefix: nothere, at: 20s, for: 0s}\n");

        Invocation run =
                Invocation.of("kubectl", "--faults", plan.toString(), "create", "deployment", "web", "--image=nginx");

        assertThat(run.out()).contains("containerExit default/nothere*[0] at 20s: hit nothing");
    }

    @Test
    void says_when_there_was_nothing_to_do() throws IOException {
        String plan = "faults:\n- {kind: nodeCrash, node: node-1, at: 1s, for: 2s}\n";
        Path alone = Files.writeString(directory.resolve("faults.yaml"), plan + "timeline: []\n");
        Path command = Files.writeString(
                directory.resolve("command.yaml"),
                plan + "timeline:\n- {kubectl: create deployment web --image=nginx}\n");

        assertThat(Invocation.of("run", alone.toString()).out())
                .containsPattern("\nnote +no commands: nothing was tested\n");
        assertThat(Invocation.of("run", command.toString()).out()).doesNotContain("tested");
    }

    @Test
    void says_when_no_pod_was_ever_created() throws IOException {
        Path paused = Files.writeString(directory.resolve("paused.yaml"), """
                timeline:
                - {kubectl: create deployment web --image=nginx}
                faults:
                - {kind: componentPause, component: kube-controller-manager, at: 0s, for: 1h}
                horizon: 2m
                """);

        assertThat(Invocation.of("run", paused.toString()).out())
                .containsPattern("\nnote +no pod was ever created: what invariants say about pods was not tested\n");
    }

    @Test
    void writes_the_audit_log_in_kubernetes_own_form() throws IOException {
        Path audit = directory.resolve("audit.jsonl");

        Invocation.of("kubectl", "--audit-log", audit.toString(), "create", "deployment", "web", "--image=nginx");

        List<Map<?, ?>> events = new ArrayList<>();
        for (String line : Files.readAllLines(audit)) {
            events.add(new JsonMapper().readValue(line, Map.class));
        }
        Map<?, ?> first = events.stream()
                .filter(event -> event.get("userAgent").equals("kubectl-create"))
                .findFirst()
                .orElseThrow();
        assertThat(first.get("kind")).isEqualTo("Event");
        assertThat(first.get("apiVersion")).isEqualTo("audit.k8s.io/v1");
        assertThat(first.get("requestURI")).isEqualTo("/apis/apps/v1/namespaces/default/deployments");
        assertThat(first.get("verb")).isEqualTo("create");
        assertThat(first.get("responseStatus")).isEqualTo(Map.of("metadata", Map.of(), "code", 201));
        assertThat(first.get("objectRef"))
                .isEqualTo(Map.of(
                        "resource", "deployments",
                        "namespace", "default",
                        "name", "web",
                        "apiGroup", "apps",
                        "apiVersion", "v1"));
        assertThat((Map<?, ?>) first.get("requestObject")).extracting("kind").isEqualTo("Deployment");
        assertThat((Map<?, ?>) first.get("responseObject")).extracting("kind").isEqualTo("Deployment");
        assertThat(events)
                .anySatisfy(event -> assertThat(event.get("requestURI").toString())
                        .matches("/api/v1/namespaces/default/pods/web-[0-9a-z]+-[0-9a-z]{5}/binding"));
    }

    @Test
    void an_audit_policy_says_what_the_audit_log_has() throws IOException {
        Path audit = directory.resolve("few.jsonl");
        String policy = "apiVersion: audit.k8s.io/v1\nkind: Policy\nomitStages: [RequestReceived]\nrules:\n"
                + "- {level: Metadata, verbs: [create], resources: [{group: '', resources: [pods]}]}\n";

        Invocation.of(
                "kubectl",
                "--audit-log",
                audit.toString(),
                "--audit-policy",
                file("policy.yaml", policy),
                "create",
                "deployment",
                "web",
                "--image=nginx");

        assertThat(Files.readAllLines(audit))
                .hasSize(1)
                .allSatisfy(line -> assertThat(line)
                        .contains("\"level\":\"Metadata\"")
                        .contains("\"resource\":\"pods\"")
                        .doesNotContain("Object"));
    }

    @Test
    void a_wrong_audit_policy_is_told() throws IOException {
        String policy = "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n- {level: All}\n";
        Invocation wrong = Invocation.of(
                "kubectl",
                "--audit-log",
                directory.resolve("none.jsonl").toString(),
                "--audit-policy",
                file("wrong.yaml", policy),
                "create",
                "deployment",
                "web",
                "--image=nginx");

        assertThat(wrong.err())
                .contains(
                        "rules[0].level: there is no level 'All'; use one of [None, Metadata, Request, RequestResponse]");
    }

    @Test
    void writes_trace_and_report() throws IOException {
        Path trace = directory.resolve("trace.jsonl");
        Path report = directory.resolve("report");

        Invocation run = Invocation.of(
                "run",
                file("web.yaml", InputFile.DEPLOYMENT),
                "--trace",
                trace.toString(),
                "--report",
                report.toString());

        assertThat(run.exitCode()).isZero();
        List<String> lines = Files.readAllLines(trace);
        assertThat(lines).hasSizeGreaterThan(50);
        JsonNode last = JsonMapper.shared().readTree(lines.get(lines.size() - 1));
        assertThat(last.propertyNames()).startsWith("n", "t", "by", "cause", "type");
        assertThat(last.get("n").asInt()).isGreaterThanOrEqualTo(lines.size());
        assertThat(report.resolve("report.html")).isNotEmptyFile();
        assertThat(report.resolve("report.json")).isNotEmptyFile();
    }

    @Test
    void writes_the_whole_run_as_a_chrome_trace() throws IOException {
        Path trace = directory.resolve("trace.jsonl");
        Path perfetto = directory.resolve("perfetto.json");

        Invocation run = Invocation.of(
                "run",
                file("web.yaml", InputFile.DEPLOYMENT),
                "--trace",
                trace.toString(),
                "--perfetto",
                perfetto.toString());

        assertThat(run.exitCode()).isZero();
        ChromeTrace chrome = ChromeTrace.read(perfetto);
        assertThat(chrome.slices()).hasSameSizeAs(Files.readAllLines(trace));
        assertThat(chrome.tracks()).contains("etcd", "kube-apiserver", "kube-scheduler", "kubelet/node-1");
        assertThat(chrome.arrows()).isGreaterThan(50);
    }

    @Test
    void an_object_that_the_server_refuses_is_a_failure() {
        String text = InputFile.DEPLOYMENT.replace("matchLabels: {app: web}", "matchLabels: {app: other}");

        Invocation run = Invocation.of("run", file("web.yaml", text));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .startsWith("The Deployment \"web\" is invalid: spec.template.metadata.labels: ")
                .endsWith("\nwavetank: the simulated cluster refused a manifest: see its own words above\n");
    }

    @Test
    void files_are_plain_texts_unless_a_command_reads_them_as_manifests() {
        file("app.yaml", "color: blue\n");
        String scenario = file("s.yaml", """
                timeline:
                - {kubectl: create configmap a --from-file=nginx.conf}
                - {kubectl: create configmap b --from-file key=app.yaml}
                - {at: 1s, kubectl: patch configmap a --patch-file p.yaml}
                - {at: 2s, kubectl: create secret tls t --cert=c.pem --key k.pem}
                files:
                  nginx.conf: "server { listen 80; }"
                  p.yaml: "data: {more: x}"
                  c.pem: "-----BEGIN CERTIFICATE-----"
                  k.pem: "-----BEGIN PRIVATE KEY-----"
                  unused.txt: "- no\\n- manifest"
                """);

        Invocation run = Invocation.of("run", scenario);

        assertThat(run.exitCode()).as(run.err()).isNotEqualTo(3);
        assertThat(run.out()).contains("configmap/a created", "configmap/b created", "configmap/a patched");
        assertThat(run.err()).doesNotContain("mapping of fields", "kind not set", "there is no file");
    }

    @Test
    void a_command_that_fails_in_the_cluster_is_told_but_is_no_bad_input() {
        String scenario = file("s.yaml", "timeline:\n- {kubectl: delete deployment nope}\n");

        Invocation run = Invocation.of("run", scenario);

        assertThat(run.exitCode()).isZero();
        assertThat(run.err())
                .isEqualTo("Error from server (NotFound): deployments.apps \"nope\" not found\n"
                        + "wavetank: a command of the scenario was refused by the simulated cluster\n");
    }

    @Test
    void a_command_that_a_fault_cuts_off_has_an_exit_code_of_its_own() {
        String plan = file(
                "plan.yaml",
                "faults:\n- {kind: networkPartition, between: kubectl, and: kube-apiserver, at: 0s, for: 10m}\n");
        String manifest = file("web.yaml", InputFile.DEPLOYMENT);

        Invocation run = Invocation.of("run", manifest, "--faults", plan);

        assertThat(run.err())
                .startsWith("error: error validating \"" + manifest
                        + "\": error validating data: failed to download openapi: Get ")
                .contains(": i/o timeout; if you choose to ignore these errors, turn validation off with ")
                .endsWith("\nwavetank: a command was cut off: it got no answer, or the cluster was not able to give"
                        + " one\n");
        assertThat(run.exitCode()).isEqualTo(4);
    }

    @Test
    void manifests_that_the_cluster_refuses_are_a_failure() {
        String manifest = file("quota.yaml", """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: a, namespace: nowhere}
                """);

        Invocation run = Invocation.of("run", manifest);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).endsWith("wavetank: the simulated cluster refused a manifest: see its own words above\n");
    }

    @Test
    void kinds_of_faults_that_cannot_be_drawn_are_told() {
        Invocation run = Invocation.of(
                "run",
                file("web.yaml", InputFile.DEPLOYMENT),
                "--faults",
                "light",
                "--fault-kinds",
                "etcdDiskLoss,networkDelay");

        assertThat(run.err())
                .startsWith("wavetank: --fault-kinds: no etcdDiskLoss is drawn: this cluster has nothing that it could"
                        + " hit\n");
    }

    @Test
    void policies_of_abac_are_a_file() {
        String policies = file("policies.jsonl", "{\"user\":\"*\"}\n");
        String manifest = file("web.yaml", InputFile.DEPLOYMENT);
        String mode = "kube-apiserver.authorization-mode=ABAC";

        Invocation run = Invocation.of(
                "run", manifest, "--set", mode, "--set", "kube-apiserver.authorization-policy-file=" + policies);
        assertThat(run.exitCode()).isZero();
        assertThat(Invocation.of("run", manifest, "--set", mode).err())
                .contains("the authorization mode ABAC needs a policy file: give authorization-policy-file");
        String wrong = file("wrong.jsonl", "{\"kind\":\"Policy\"}\n");
        Invocation refused = Invocation.of(
                "run", manifest, "--set", mode, "--set", "kube-apiserver.authorization-policy-file=" + wrong);
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("error reading policy file " + wrong + ", line 1");
    }

    @Test
    void faults_are_drawn_from_the_seed_or_read_from_a_file() {
        String manifest = file("web.yaml", InputFile.DEPLOYMENT);
        String plan = file("plan.yaml", "faults:\n- {kind: nodeCrash, node: node-2, at: 1s, for: 2s}\n");

        JsonNode drawn = JsonMapper.shared()
                .readTree(Invocation.of("run", manifest, "--faults=heavy", "--seed=4", "--out=" + directory, "-o=json")
                        .out());
        JsonNode read = JsonMapper.shared()
                .readTree(Invocation.of("run", manifest, "--faults", plan, "--out=" + directory, "-o", "json")
                        .out());

        assertThat(drawn.at("/provenance/faults").size()).isPositive();
        assertThat(read.at("/provenance/faults").size()).isEqualTo(1);
        assertThat(read.at("/provenance/faults").get(0).get("kind").asString()).isEqualTo("nodeCrash");
        assertThat(read.at("/provenance/faults").get(0).get("at").asLong()).isEqualTo(1_000_000_000L);
    }

    @Test
    void drawn_faults_tell_which_kinds_the_seed_switched_on() {
        String manifest = file("web.yaml", InputFile.DEPLOYMENT);

        Invocation text =
                Invocation.of("run", manifest, "--faults=heavy", "--fault-kinds=componentPause,answerLost", "--seed=5");
        JsonNode json = JsonMapper.shared()
                .readTree(Invocation.of(
                                "run",
                                manifest,
                                "--faults=heavy",
                                "--fault-kinds=componentPause,answerLost",
                                "--seed=5",
                                "-o=json")
                        .out());

        assertThat(text.out()).containsPattern("faults {7}.*(componentPause|answerLost)");
        JsonNode kinds = json.get("faultKinds");
        assertThat(kinds.get("on").size() + kinds.get("off").size()).isEqualTo(2);
        assertThat(Invocation.of("run", manifest).out()).doesNotContain("\nfaults ");
    }

    @Test
    void nodes_that_the_command_line_adds_can_be_hit_by_the_scenario() {
        String scenario =
                file("s.yaml", "cluster: {nodes: 3}\nfaults:\n- {kind: nodeCrash, node: node-5, at: 1s, for: 1s}\n");

        assertThat(Invocation.of("run", scenario, "--nodes", "5").exitCode()).isZero();
        assertThat(Invocation.of("run", scenario).err()).contains("names the node 'node-5'");
    }

    @Test
    void a_fault_that_waited_in_vain_is_told() {
        String scenario = file(
                "s.yaml",
                "timeline: []\nfaults:\n- {kind: streamBreak, after: {component: kube-scheduler, verb: create, object: pods/*}}\n");

        Invocation run = Invocation.of("run", scenario);

        assertThat(run.out())
                .contains("streamBreak * -> * * * after create pods/* by kube-scheduler, number 1: never opened");
    }

    @Test
    void an_early_end_leaves_the_outcome_unknown_and_says_why() {
        Invocation run = Invocation.of("run", file("web.yaml", InputFile.DEPLOYMENT), "--until", "1s");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .containsPattern("outcome +unknown: no invariant broke, but not every one could be judged\n")
                .containsPattern("unknown: Convergence: horizon 1s reached, before the bound at \\S+: 2 of 2 pods of"
                        + " replicaset/default/web-\\w+ are not ready because pod default/web-\\S+ is Pending.*;"
                        + " \\d+ work events? (is|are) pending: ")
                .containsPattern("bound +\\S+ = request timeout 1m2s \\+ keep-alive 45s \\+ ")
                .containsPattern("stopped +time limit at 1\\.000000s");
    }

    @Test
    void commands_that_the_run_did_not_reach_are_told() {
        String scenario = file("s.yaml", "timeline:\n- {at: 2h, kubectl: create deployment web --image=nginx}\n");

        assertThat(Invocation.of("run", scenario).out())
                .containsPattern("note +1 of the commands had not ended, or not begun, when the run ended\n");
    }

    private String file(String name, String text) {
        return InputFile.write(directory, name, text);
    }
}

package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scenarios under old versions: initializers as add-ons, and requests that follow from what containers have used. */
class InitializersScenarioTest {

    private static final Path EXAMPLE = Path.of("..", "examples", "initializers.yaml");

    private static final String USAGE = """
            cluster:
              nodes: 1
              profile: v1.8
              settings:
                kube-apiserver.enable-admission-plugins: InitialResources
                kube-apiserver.ir-history-file: usage.csv
            timeline:
            - {at: 1s, kubectl: run web --image=nginx:1.13 --restart=Never}
            - {at: 5s, kubectl: get pod web -o yaml}
            files:
              usage.csv: |
                cpu,nginx:1.13,default,2h,100m,25
                cpu,nginx:1.13,default,3h,250m,5
                memory,nginx:1.13,other,480h,64Mi,40
            horizon: 1m
            """;

    @TempDir
    private Path directory;

    private Invocation run(String scenario, String... options) {
        String[] all = new String[options.length + 2];
        all[0] = "run";
        all[1] = InputFile.write(directory, "scenario.yaml", scenario);
        System.arraycopy(options, 0, all, 2, options.length);
        return Invocation.of(all);
    }

    @Test
    void initializers_finish_objects_in_their_order_and_a_missing_one_blocks() throws IOException {
        Invocation run = run(Files.readString(EXAMPLE));

        assertThat(run.out())
                .contains("pod \"web\" created\n", "pod \"plain\" created\n", "pod \"probe\" created\n")
                .contains("secret \"strong\" created\n")
                .doesNotContain("secret \"weak\" created")
                .contains("Error from server (Forbidden): the value of password is too short: it has 3 characters and"
                        + " needs at least 20\n")
                .contains("Error from server (Timeout): Timeout: server has timed out waiting for the initialization of"
                        + " configmaps lost\n");
    }

    /** The examples of the documents: a sidecar for port 80, certificates in one namespace. */
    @Test
    void initializers_act_on_what_their_conditions_name_and_let_others_pass() throws IOException {
        String out = run(Files.readString(EXAMPLE)).out();
        String web = between(out, "$ kubectl get pod web -o yaml", "$ kubectl get pod plain -o yaml");
        String plain = between(out, "$ kubectl get pod plain -o yaml", "$ kubectl get pod probe ");
        String probe = between(out, "$ kubectl get pod probe ", "$ kubectl create secret generic weak");

        assertThat(web)
                .contains("  - image: envoy:1.4\n", "    - containerPort: 15001\n")
                .doesNotContain("certificates");
        assertThat(plain).contains("name: plain\n").doesNotContain("envoy", "certificates");
        assertThat(probe)
                .contains("  volumes:\n  - emptyDir: {}\n    name: certificates\n")
                .doesNotContain("envoy");
    }

    @Test
    void an_annotation_asks_for_a_sidecar_too() throws IOException {
        String pod = "{apiVersion: v1, kind: Pod, metadata: {name: asked, annotations: {sidecar: wanted}}, spec:"
                + " {restartPolicy: Never, containers: [{name: c, image: nginx}]}}";
        Invocation run = run(Files.readString(EXAMPLE)
                .replace("kubectl: run plain --image=nginx --restart=Never", "kubectl: create -f asked.yaml")
                .replace("get pod plain", "get pod asked")
                .replace("\nfiles:\n", "\nfiles:\n  asked.yaml: '" + pod + "'\n"));

        assertThat(between(run.out(), "$ kubectl get pod asked -o yaml", "$ kubectl get pod probe "))
                .contains("  - image: envoy:1.4\n");
    }

    private static String between(String text, String from, String to) {
        return text.substring(text.indexOf(from), text.indexOf(to));
    }

    @Test
    void an_initializer_that_is_down_delays_what_waits_for_it() throws IOException {
        Invocation run = run(
                Files.readString(EXAMPLE)
                        + "faults:\n- {kind: componentCrash, at: 3s, for: 10s, component: initializer/certificates.example.com}\n");

        assertThat(run.out()).contains("pod \"web\" created\n", "name: certificates\n");
        assertThat(run.out()).containsPattern("lastTransitionTime: \"2026-01-01T00:00:1[3-9]Z\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "resources: [secrets] | resources: [pods] | cluster.addOns[2].resources: must be [secrets]",
                "refuseSecretsShorterThan: 20 | latency: 1s | cluster.addOns[2].kind: an initializer does something",
                "name: sidecar.example.com | name: certificates.example.com | there are two add-ons",
                "resources: [pods] | resources: [pots] | an initializer looks at 'pots', which is no resource"
            })
    void a_mistake_about_an_initializer_is_reported(String good, String bad, String message) throws IOException {
        Invocation run = run(Files.readString(EXAMPLE).replace(good, bad));

        assertThat(run.err()).contains(message);
        assertThat(run.out()).as("before the run").isEmpty();
    }

    @Test
    void a_version_without_initializers_has_no_place_for_one() {
        Invocation run = run("""
                cluster:
                  profile: v1.14
                  addOns:
                  - {kind: initializer, name: a.example.com, resources: [pods], patch: {spec: {hostname: a}}}
                """);

        assertThat(run.err()).contains("addOns[0]: Kubernetes v1.14 has no initializers, which v1.14 removed");
    }

    @Test
    void initial_resources_follow_from_the_history() {
        assertThat(run(USAGE).out())
                .contains(
                        "kubernetes.io/initial-resources: 'Initial Resources plugin set: cpu, memory request\n      for container web'\n")
                .contains("        cpu: 250m\n        memory: \"67108864\"\n");
        assertThat(run(USAGE, "--set=kube-apiserver.ir-percentile=50").out()).contains("        cpu: 100m\n");
        assertThat(run(USAGE, "--set=kube-apiserver.ir-namespace-only=true").out())
                .contains("        cpu: 250m\n")
                .doesNotContain("memory: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "profile: v1.8 | profile: v1.11 | v1.11 has no admission plugin 'InitialResources'",
                "enable-admission-plugins: InitialResources | enable-admission-plugins: AlwaysAdmit | only the admission"
                        + " plugin InitialResources reads them",
                "cpu,nginx:1.13,default,2h | gpu,nginx:1.13,default,2h | usage.csv, line 1, field 1 (resource): expected cpu"
                        + " or memory",
                "250m,5 | 250m | usage.csv, line 2: expected resource,image,namespace,age,amount,count, found 5 fields",
                "480h,64Mi | 480x,64Mi | usage.csv, line 3: expected an age such as 2h"
            })
    void a_mistake_about_the_history_is_reported(String good, String bad, String message) {
        assertThat(run(USAGE.replace(good, bad)).err()).contains(message);
    }
}

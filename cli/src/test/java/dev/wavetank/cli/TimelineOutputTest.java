package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code run} says of the commands of a timeline. */
class TimelineOutputTest {

    private static final String GUARDED = """
            cluster: {nodes: 2}
            timeline:
            - {at: 0s, kubectl: create deployment web --image=nginx --replicas=2}
            - {at: 1s, kubectl: create poddisruptionbudget web --selector=app=web --min-available=2}
            - {at: 20s, kubectl: drain node-1 --timeout=20s}
            - {at: 21s, kubectl: get pods --watch}
            - {at: 22s, kubectl: "run a --image=busybox -- sh -c 'for i in 1 2 3; do echo $i; done'"}
            - {at: 23s, kubectl: get pods nosuch}
            - {at: 24s, kubectl: "wait --for=condition=Odd pod/a --timeout=3s"}
            """;

    @TempDir
    Path directory;

    private Invocation run(String scenario) {
        return Invocation.of("run", InputFile.write(directory, "s.yaml", scenario));
    }

    @Test
    void commands_stand_in_the_order_of_their_beginning_with_what_they_wrote_on_both_streams() {
        String out = run(GUARDED).out();

        assertThat(out)
                .containsSubsequence(
                        "\n20.000000s $ kubectl drain node-1 --timeout=20s\n",
                        "node/node-1 cordoned\n",
                        "evicting pod default/web-",
                        "(will retry after 5s): Cannot evict pod",
                        "evicting pod default/web-",
                        "error: unable to drain node \"node-1\" due to error: ",
                        "\n21.000000s $ kubectl get pods --watch\n",
                        "\n22.000000s $ kubectl run a --image=busybox -- sh -c 'for i in 1 2 3; do echo $i; done'\n",
                        "\n23.000000s $ kubectl get pods nosuch\n",
                        "Error from server (NotFound): pods \"nosuch\" not found\n");
    }

    @Test
    void commands_of_one_time_stand_in_the_order_of_the_timeline() {
        String out = run("timeline:\n- {kubectl: get namespaces}\n- {kubectl: config view}\n")
                .out();

        assertThat(out).containsSubsequence("$ kubectl get namespaces\n", "kube-system", "$ kubectl config view\n");
    }

    @Test
    void time_that_ran_out_is_no_mistake_and_the_command_is_named() {
        Invocation run = run(GUARDED);

        assertThat(run.exitCode()).isZero();
        assertThat(run.err())
                .contains(
                        "s.yaml:5:13: timeline[2].kubectl: the command gave up waiting\n",
                        "s.yaml:9:13: timeline[6].kubectl: the command gave up waiting\n",
                        "wavetank: a command of the scenario was refused by the simulated cluster\n")
                .doesNotContain("as it is written", "cut off");
    }

    @Test
    void a_drain_that_daemons_forbid_is_refused() {
        Invocation run = run("""
                cluster: {nodes: 1}
                timeline:
                - {at: 0s, kubectl: apply -f daemons.yaml}
                - {at: 20s, kubectl: drain node-1}
                files:
                  daemons.yaml: |
                    apiVersion: apps/v1
                    kind: DaemonSet
                    metadata: {name: agent}
                    spec:
                      selector: {matchLabels: {app: agent}}
                      template:
                        metadata: {labels: {app: agent}}
                        spec: {containers: [{name: agent, image: fluentd}]}
                """);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("cannot delete DaemonSet-managed Pods");
        assertThat(run.err()).isEqualTo("wavetank: a command of the scenario was refused by the simulated cluster\n");
    }

    @Test
    void what_a_dry_run_would_create_and_what_pods_wait_for_are_not_called_stored() {
        String map = "{apiVersion: v1, kind: ConfigMap, metadata: {name: m}, data: {a: b}}";
        String ingress = "{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: i}, spec: {defaultBackend:"
                + " {service: {name: s, port: {number: 80}}}}}";
        String files = "files:\n  m.yaml: '" + map + "'\n  i.yaml: '" + ingress + "'\n";

        assertThat(run("timeline:\n- {kubectl: apply -f m.yaml}\n- {kubectl: diff -f i.yaml}\n" + files)
                        .out())
                .contains("+kind: Ingress\n")
                .doesNotContain("stored, not simulated");
        assertThat(run("timeline:\n- {kubectl: apply -f i.yaml}\n" + files).out())
                .contains("Ingress: stored, not simulated");
    }

    @Test
    void a_runtime_class_is_simulated() {
        String out = run("""
                cluster: {nodes: 1}
                timeline:
                - {kubectl: apply -f class.yaml}
                files:
                  class.yaml: |
                    {apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: vm}, handler: runc}
                """).out();

        assertThat(out).contains("runtimeclass.node.k8s.io/vm created").doesNotContain("not simulated");
    }

    @Test
    void only_failed_writes_are_told_beside_what_was_not_reached() {
        String out = run("""
                cluster: {nodes: 1, settings: {registry.absent-images: nginx}}
                timeline:
                - {at: 0s, kubectl: create deployment web --image=nginx}
                - {at: 1s, kubectl: get pods nosuch}
                - {at: 2s, kubectl: auth can-i create pods --as=nobody}
                - {at: 3s, kubectl: scale deployment other --replicas=2}
                """).out();

        assertThat(out.lines().filter(line -> line.contains("unknown: Convergence")))
                .hasSize(2)
                .anyMatch(line -> line.endsWith("unknown: Convergence: `kubectl scale deployment other --replicas=2`"
                        + " failed: Error from server (NotFound): deployments.apps \"other\" not found"));
    }

    @Test
    void certificates_that_config_has_taken_are_those_of_the_scenario() {
        String out = run("""
                cluster: {nodes: 1, settings: {kube-apiserver.client-ca-file: ca.crt}}
                timeline:
                - {at: 0s, kubectl: config set-credentials bob --client-certificate=bob.crt --client-key=bob.key}
                - {at: 1s, kubectl: auth whoami --user=bob}
                - at: 2s
                  kubectl: config set-credentials eve --client-certificate=bob.crt --client-key=bob.key --embed-certs
                - {at: 3s, kubectl: auth whoami --user=eve}
                files:
                  ca.crt: |
                    subject=CN = kubernetes
                    issuer=CN = kubernetes
                  bob.crt: |
                    subject=CN = bob, O = staff
                    issuer=CN = kubernetes
                  bob.key: a key
                """).out();

        assertThat(out.lines().filter(line -> line.matches("Username +bob"))).hasSize(2);
    }

    @Test
    void an_option_behind_the_verb_is_explained_and_no_story_is_missed() {
        Invocation run = Invocation.of("kubectl", "run", "nginx", "--image=nginx", "--story", "--mermaid", "a.mmd");

        assertThat(run.err())
                .contains("error: unknown flag: --mermaid\n", "--mermaid is an option of Wavetank: write it before the")
                .doesNotContain("there is no story");
    }

    @Test
    void a_stopped_server_has_completed() {
        String out = run("""
                cluster: {nodes: 1}
                timeline:
                - {at: 0s, kubectl: run web --image=nginx}
                - {at: 20s, kubectl: delete pod web --wait=false}
                - {at: 20s, kubectl: get pods --watch}
                """).out();

        assertThat(out).containsPattern("web +0/1 +Completed ").doesNotContainPattern("web +0/1 +Error ");
    }

    @Test
    void kubelets_of_v1_32_write_their_own_texts() {
        String scenario = """
                cluster: {nodes: 1, profile: %s, settings: {registry.image-sizes: nginx=50000000}}
                timeline:
                - {at: 0s, kubectl: run web --image=nginx}
                - {at: 20s, kubectl: describe pod web}
                """;

        assertThat(run(scenario.formatted("v1.32")).out())
                .containsPattern("including waiting\\)\\. Image size: 50000000 bytes\\.\n")
                .contains("Created container: web\n")
                .containsPattern("PodReadyToStartContainers +True");
        assertThat(run(scenario.formatted("v1.28")).out())
                .contains("including waiting)\n", "Created container web\n")
                .doesNotContain("PodReadyToStartContainers");
    }
}

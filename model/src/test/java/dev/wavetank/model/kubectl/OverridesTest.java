package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Flags that change what {@code run}, {@code expose} and {@code create} generate. */
class OverridesTest {

    private final Terminal terminal = new Terminal();

    private String path(String path, String... words) {
        List<String> line = new ArrayList<>(Arrays.asList(words));
        line.addAll(List.of("--dry-run=client", "-o", "jsonpath=" + path));
        return terminal.type(line).stdout();
    }

    @Test
    void overrides_are_merged_into_the_generated_object() {
        assertThat(path("{.spec.nodeName}", "run", "a", "--image=i", "--overrides={\"spec\":{\"nodeName\":\"x\"}}"))
                .isEqualTo("x");
    }

    @Test
    void overrides_can_be_a_json_patch_or_a_strategic_one() {
        assertThat(path(
                        "{.metadata.labels.x}",
                        "run",
                        "a",
                        "--image=i",
                        "--override-type=json",
                        "--overrides=[{\"op\":\"add\",\"path\":\"/metadata/labels/x\",\"value\":\"y\"}]"))
                .isEqualTo("y");
        assertThat(path(
                        "{.spec.containers[*].image}{..env[*].name}",
                        "run",
                        "a",
                        "--image=i",
                        "--override-type=strategic",
                        "--overrides={\"spec\":{\"containers\":[{\"name\":\"a\",\"env\":[{\"name\":\"K\"}]}]}}"))
                .isEqualTo("iK");
    }

    @Test
    void overrides_that_cannot_be_read_are_refused() {
        assertThat(terminal.type("run a --image=i --overrides={").stderr()).isEqualTo("error: Invalid JSON Patch\n");
        assertThat(terminal.type("run a --image=i --overrides={} --override-type=x")
                        .stderr())
                .isEqualTo("error: invalid override type: x\n");
    }

    @Test
    void a_pod_can_have_annotations_and_be_privileged() {
        assertThat(path("{.metadata.annotations.b}", "run", "a", "--image=i", "--annotations=b=c"))
                .isEqualTo("c");
        assertThat(path("{..privileged}", "run", "a", "--image=i", "--privileged"))
                .isEqualTo("true");
        assertThat(terminal.type("run a --image=i --annotations=foo").stderr())
                .isEqualTo("error: invalid annotations format: foo\n");
    }

    @Test
    void a_service_can_have_addresses_and_affinity() {
        terminal.type("run a --image=i --port=80");
        assertThat(path(
                        "{.spec.clusterIP} {.spec.externalIPs[0]} {.spec.loadBalancerIP} {.spec.sessionAffinity}",
                        "expose",
                        "pod/a",
                        "--cluster-ip=None",
                        "--external-ip=1.2.3.4",
                        "--load-balancer-ip=5.6.7.8",
                        "--session-affinity=ClientIP"))
                .isEqualTo("None 1.2.3.4 5.6.7.8 ClientIP");
        assertThat(terminal.type("expose pod/a --session-affinity=x").stderr())
                .isEqualTo("error: unknown session affinity: x\n");
    }

    /** Names of kubectl v1.32. */
    @Test
    void the_name_of_data_can_end_with_a_hash_of_it() {
        assertThat(path("{.metadata.name}", "create", "configmap", "c", "--from-literal=a=b", "--append-hash"))
                .isEqualTo("c-m4h6ctkgb2");
        assertThat(path("{.metadata.name}", "create", "secret", "generic", "c", "--from-literal=a=b", "--append-hash"))
                .isEqualTo("c-mdmchtdbm6");
    }

    /** Texts of kubectl v1.32. */
    @Test
    void data_can_be_a_file_of_variables_or_a_directory() {
        terminal.file("env.txt", "A=1\n# c\n\nB=two words\nC\n");
        terminal.file("bad.txt", "1x=1\n");
        terminal.file("conf/a.ini", "first");
        terminal.file("conf/b.ini", "second");
        assertThat(path("{.data}", "create", "configmap", "c", "--from-env-file=env.txt"))
                .isEqualTo("{\"A\":\"1\",\"B\":\"two words\",\"C\":\"\"}");
        assertThat(path("{.data}", "create", "configmap", "c", "--from-file=conf"))
                .isEqualTo("{\"a.ini\":\"first\",\"b.ini\":\"second\"}");
        assertThat(terminal.type("create configmap c --from-env-file=env.txt --from-literal=a=b")
                        .stderr())
                .isEqualTo("error: from-env-file cannot be combined with from-file or from-literal\n");
        assertThat(terminal.type("create configmap c --from-env-file=bad.txt").stderr())
                .startsWith("error: \"1x\" is not a valid key name: a valid environment variable name must consist of");
    }
}

package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.kubectl.wire.KubectlResult;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Directories of files, selectors on files, and commands that ask no server. */
class FilesTest {

    private final Terminal terminal = new Terminal();

    @BeforeEach
    void files() {
        terminal.file("dir/b.yaml", map("b", "web"));
        terminal.file(
                "dir/a.json", "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"a\"}}");
        terminal.file("dir/notes.txt", "no manifest");
        terminal.file("dir/deep/c.yml", map("c", "db"));
        terminal.file("text/readme.md", "nothing");
        terminal.file(
                "pod.yaml",
                "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, image: i}]}\n");
    }

    private static String map(String name, String app) {
        return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + ", labels: {app: " + app + "}}\n";
    }

    @Test
    void a_directory_stands_for_its_files_in_order() {
        assertThat(terminal.type("create -f dir").stdout()).isEqualTo("configmap/a created\nconfigmap/b created\n");
        assertThat(terminal.type("delete -f dir/ -R --ignore-not-found").stdout())
                .isEqualTo("configmap \"a\" deleted\nconfigmap \"b\" deleted\n");
    }

    @Test
    void files_are_found_by_paths_from_here_and_from_the_root() {
        assertThat(terminal.type("create -f ./dir/").stdout()).isEqualTo("configmap/a created\nconfigmap/b created\n");
        assertThat(terminal.type("create -f /root/pod.yaml -f ././dir/deep/c.yml")
                        .stdout())
                .isEqualTo("pod/a created\nconfigmap/c created\n");
        assertThat(terminal.type("create configmap all --from-file=./dir --dry-run=client -o jsonpath={.data.a\\.json}")
                        .stdout())
                .isNotEmpty();
        assertThat(terminal.type("create -f ./nowhere").stderr())
                .isEqualTo("error: the path \"./nowhere\" does not exist\n");
    }

    @Test
    void directories_in_a_directory_are_read_when_asked_for() {
        assertThat(terminal.type("apply -R -f dir -o name").stdout())
                .isEqualTo("configmap/a\nconfigmap/b\nconfigmap/c\n");
    }

    @Test
    void a_selector_leaves_out_other_objects() {
        assertThat(terminal.type("create --recursive -f dir -l app=db").stdout())
                .isEqualTo("configmap/c created\n");
        assertThat(terminal.type("create -f dir -l app=none").stderr())
                .isEqualTo("error: no objects passed to create\n");
    }

    @Test
    void a_directory_without_manifests_is_refused() {
        assertThat(terminal.type("create -f text").stderr())
                .isEqualTo("error: error reading [text]: recognized file extensions are [.json .yaml .yml]\n");
        assertThat(terminal.type("create -f nowhere").stderr())
                .isEqualTo("error: the path \"nowhere\" does not exist\n");
    }

    @Test
    void kustomize_is_refused_in_one_sentence() {
        assertThat(terminal.type("apply -k dir").stderr())
                .isEqualTo("error: kubectl apply -k is not simulated: there is no Kustomize; write the objects into"
                        + " files, and kubectl apply -f\n");
        assertThat(terminal.type("get -f pod.yaml -k dir").stderr())
                .isEqualTo("error: only one of -f or -k can be specified\n");
    }

    /** Texts of kubectl v1.32. */
    @ParameterizedTest
    @CsvSource({
        "label --local -f pod.yaml a=b, pod/a labeled",
        "annotate --local -f pod.yaml a=b, pod/a annotated",
        "set image --local -f pod.yaml c=j, pod/a image updated",
        "set env --local -f pod.yaml A=1, pod/a env updated",
        "set resources --local -f pod.yaml --limits=cpu=1, pod/a resource requirements updated",
        "set image --local --dry-run=client -f pod.yaml c=j, pod/a image updated (dry run)",
        "'patch --local -f pod.yaml -p {\"metadata\":{\"labels\":{\"a\":\"b\"}}}', pod/a patched",
    })
    void a_local_command_changes_only_what_it_prints(String line, String printed) {
        terminal.stopServer();
        assertThat(terminal.type(line)).isEqualTo(new KubectlResult(0, printed + "\n", ""));
    }

    @Test
    void a_local_command_prints_the_changed_object() {
        terminal.stopServer();
        assertThat(terminal.type("label --local -f pod.yaml a=b -o jsonpath={.metadata.labels.a}")
                        .stdout())
                .isEqualTo("b");
        assertThat(terminal.type("set image --local -f pod.yaml c=j -o jsonpath={..image}")
                        .stdout())
                .isEqualTo("j");
    }

    @Test
    void a_dry_run_prints_the_changed_object() {
        terminal.type("create -f pod.yaml");
        assertThat(terminal.type("label pod a a=b --dry-run=client -o jsonpath={.metadata.labels.a}")
                        .stdout())
                .isEqualTo("b");
        assertThat(terminal.type("get pod a -o jsonpath={.metadata.labels}").stdout())
                .isEmpty();
    }

    /** Texts of kubectl v1.32. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    label --local pod/a a=b | can only use local files by -f pod.yaml or --filename=pod.json when
                    patch --local pod/a -p {} | cannot specify --local and server resources
                    set image --local pod/a c=j | you must specify resources by --filename when --local is set.
                    label --local --dry-run=server -f pod.yaml a=b | cannot specify --local and --dry-run=server - did
                    """)
    void a_local_command_needs_files(String line, String refusal) {
        assertThat(terminal.type(line).stderr()).startsWith("error: " + refusal);
    }
}

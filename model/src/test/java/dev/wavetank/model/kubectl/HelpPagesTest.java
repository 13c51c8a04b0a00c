package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.kubectl.wire.KubectlResult;
import dev.wavetank.model.version.KubernetesVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole pages of kubectl and of commands that need a further word, as the binaries of Google print them. */
class HelpPagesTest {

    private static final Path RECORDED = Path.of("src/test/resources/dev/wavetank/model/kubectl/help-pages.txt");

    @ParameterizedTest
    @ValueSource(strings = {"1.27", "1.28", "1.29", "1.32", "1.33"})
    void pages_are_those_of_the_version(String version) throws IOException {
        String recorded = Files.readString(RECORDED, StandardCharsets.UTF_8);
        int pages = 0;
        for (String page : recorded.split("(?m)^=== ")) {
            int end = page.indexOf('\n');
            if (end < 0
                    || !List.of(page.substring(0, end).split(": ")[0].split(" "))
                            .contains(version)) {
                continue;
            }
            String words = page.substring(0, end).split(": ", -1)[1];
            assertThat(typed(version, (words + " --help").strip()).stdout())
                    .as(words)
                    .isEqualTo(page.substring(end + 1));
            pages++;
        }
        assertThat(pages).isEqualTo(8);
    }

    @Test
    void a_wrong_word_is_named_with_the_command_that_helps() {
        for (String group : List.of("set", "rollout", "config", "auth", "top", "create secret", "create service")) {
            KubectlResult result = typed("1.32", group + " foo");
            assertThat(result.exitCode()).isOne();
            assertThat(result.stderr())
                    .isEqualTo(
                            "error: unknown command \"foo\"\nSee 'kubectl " + group + " -h' for help and examples\n");
        }
        assertThat(typed("1.32", "create foo").stderr())
                .isEqualTo("error: Unexpected args: [foo]\nSee 'kubectl create -h' for help and examples\n");
    }

    /** Until v1.30 with the page, since then without. */
    @Test
    void create_alone_misses_files() {
        assertThat(typed("1.30", "create").stderr())
                .startsWith("Error: must specify one of -f and -k\n\nCreate a resource from a file or from stdin.\n");
        assertThat(typed("1.31", "create").stderr()).isEqualTo("error: must specify one of -f and -k\n");
    }

    /** Columns of old pages stand closer together. */
    @Test
    void older_pages_have_one_space_between_columns() {
        assertThat(typed("1.20", "create --help").stdout())
                .contains("  poddisruptionbudget Create a pod disruption budget")
                .doesNotContain("token");
        assertThat(typed("1.18", "set").stderr()).isEqualTo("""
                Configure application resources

                 These commands help you make changes to existing application resources.

                Available Commands:
                  env            Update environment variables on a pod template
                  image          Update image of a pod template
                  resources      Update resource requests/limits on objects with pod templates
                  selector       Set the selector on a resource
                  serviceaccount Update ServiceAccount of a resource
                  subject        Update User, Group or ServiceAccount in a RoleBinding/ClusterRoleBinding

                Usage:
                  kubectl set SUBCOMMAND [options]

                Use "kubectl <command> --help" for more information about a given command.
                Use "kubectl options" for a list of global command-line options (applies to all commands).
                """);
        assertThat(typed("1.8", "--help").stdout())
                .contains("  rolling-update ")
                .doesNotContain("  wait ");
    }

    @Test
    void an_unknown_topic_gets_the_commands_as_an_error() {
        KubectlResult result = typed("1.32", "help foo");
        assertThat(result.exitCode()).isZero();
        assertThat(result.stdout()).isEmpty();
        assertThat(result.stderr()).startsWith("Unknown help topic [`foo`]\n\n\nBasic Commands (Beginner):\n");
    }

    /** {@code dep} was never an alias in the versions that were tried, v1.27 to v1.33; {@code deploy} is. */
    @Test
    void create_deploy_is_an_alias_and_create_dep_is_none() {
        assertThat(typed("1.32", "create dep x --image=nginx").stderr())
                .isEqualTo("error: unknown flag: --image\nSee 'kubectl create --help' for usage.\n");
        assertThat(typed("1.32", "create deploy x --image=nginx --dry-run=client -o name")
                        .stdout())
                .isEqualTo("deployment.apps/x\n");
    }

    private static KubectlResult typed(String version, String words) {
        return new Terminal(KubernetesVersion.parse(version)).type(List.of(words.split(" ")));
    }
}

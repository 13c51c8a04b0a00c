package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.kubectl.wire.KubectlResult;
import dev.wavetank.model.version.KubernetesVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands and flags exist in the versions of kubectl that have them, and are refused in others in its words. */
class VersionsOfCommandsTest {

    private static KubectlResult typed(String version, String line) {
        return new Terminal(KubernetesVersion.parse(version)).type(line);
    }

    @ParameterizedTest
    @CsvSource({
        "wait pod/a --for=delete, v1.10, v1.11",
        "api-resources, v1.10, v1.11",
        "diff -f x, v1.12, v1.13",
        "events, v1.25, v1.26",
    })
    void a_command_is_unknown_before_the_version_that_brought_it(String line, String before, String since) {
        String unknown = "unknown command \"" + line.split(" ")[0] + "\" for \"kubectl\"";
        KubectlResult refused = typed(before, line);
        assertThat(refused.stderr()).contains(unknown);
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(typed(since, line).stderr()).doesNotContain("unknown command");
    }

    @ParameterizedTest
    @CsvSource({
        "rollout restart deploy/a, v1.14, v1.15",
        "create job a, v1.9, v1.10",
        "create cronjob a, v1.13, v1.14",
        "create ingress a, v1.18, v1.19",
        "create priorityclass a, v1.8, v1.9",
        "create token a, v1.23, v1.24",
        "auth whoami, v1.26, v1.27",
        "config get-users, v1.19, v1.20",
    })
    void a_command_of_two_words_is_unknown_before_the_version_that_brought_it(
            String line, String before, String since) {
        assertThat(typed(before, line).stderr()).contains("unknown command \"" + line.split(" ")[1]);
        assertThat(typed(since, line).stderr()).doesNotContain("unknown command");
    }

    @ParameterizedTest
    @CsvSource({
        "get pods -A, v1.13, v1.14, shorthand flag: 'A' in -A",
        "get pods --chunk-size=5, v1.8, v1.9, flag: --chunk-size",
        "get pods --field-selector=a=b, v1.8, v1.9, flag: --field-selector",
        "apply -k ., v1.13, v1.14, shorthand flag: 'k' in -k",
        "create deployment a --image=i --replicas=2, v1.18, v1.19, flag: --replicas",
        "delete pod a --wait, v1.10, v1.11, flag: --wait",
        "drain n --delete-emptydir-data, v1.19, v1.20, flag: --delete-emptydir-data",
        "drain n --disable-eviction, v1.17, v1.18, flag: --disable-eviction",
        "get pods --subresource=status, v1.23, v1.24, flag: --subresource",
    })
    void a_flag_is_unknown_before_the_version_that_brought_it(String line, String before, String since, String flag) {
        assertThat(typed(before, line).stderr()).contains("unknown " + flag);
        assertThat(typed(since, line).stderr()).doesNotContain("unknown " + flag);
    }

    @Test
    void all_namespaces_can_always_be_written_in_full() {
        assertThat(typed("v1.8", "get pods --all-namespaces").exitCode()).isZero();
    }

    /** The first is what kubectl v1.20.2 prints, the second v1.27 and later. */
    @Test
    void errors_of_the_command_line_begin_as_in_the_version() {
        assertThat(typed("v1.20", "wai").stderr())
                .isEqualTo("Error: unknown command \"wai\" for \"kubectl\"\n\nDid you mean this?\n\twait\n"
                        + "\nRun 'kubectl --help' for usage.\n");
        assertThat(typed("v1.32", "wai").stderr())
                .startsWith("error: unknown command \"wai\" for \"kubectl\"\n\nDid you mean this?\n\twait\n");
        assertThat(typed("v1.20", "get --bar").stderr())
                .isEqualTo("Error: unknown flag: --bar\nSee 'kubectl get --help' for usage.\n");
        assertThat(typed("v1.20", "xyzzy").stderr())
                .isEqualTo("Error: unknown command \"xyzzy\" for \"kubectl\"\nRun 'kubectl --help' for usage.\n");
        assertThat(typed("v1.20", "create deployment x").stderr())
                .isEqualTo("Error: required flag(s) \"image\" not set\n");
    }

    @Test
    void suggestions_are_commands_of_the_version_in_the_order_of_the_real_one() {
        assertThat(typed("v1.32", "api").stderr()).contains("\tcp\n\tapi-versions\n\tapi-resources\n");
        assertThat(typed("v1.8", "api").stderr())
                .contains("\tcp\n\tapi-versions\n")
                .doesNotContain("api-resources");
    }

    @Test
    void commands_without_meaning_are_refused_in_one_sentence_where_they_exist() {
        assertThat(typed("v1.32", "attach a").stderr())
                .isEqualTo("error: kubectl attach is not simulated: no program runs in a simulated container\n");
        assertThat(typed("v1.19", "debug a").stderr()).contains("unknown command \"debug\"");
        assertThat(typed("v1.17", "rolling-update a").stderr()).contains("is not simulated: write a Deployment");
        assertThat(typed("v1.32", "rolling-update a").stderr()).contains("unknown command");
    }

    @Test
    void a_cascade_is_true_or_false_before_it_had_names() {
        assertThat(typed("v1.19", "delete pod a --cascade=orphan").stderr())
                .startsWith("Error: invalid argument \"orphan\" for \"--cascade\" flag: strconv.ParseBool:");
        assertThat(typed("v1.20", "delete pod a --cascade=orphan").stderr()).doesNotContain("invalid argument");
    }

    @ParameterizedTest
    @CsvSource({
        "apply edit-last-applied -f x, there is no editor; write kubectl apply set-last-applied",
        "auth reconcile, write kubectl apply",
        "cluster-info dump, write kubectl get and kubectl logs",
    })
    void commands_below_others_are_refused_in_one_sentence(String line, String why) {
        String words = line.replace(" -f x", "");
        assertThat(typed("v1.32", line).stderr())
                .isEqualTo("error: kubectl " + words + " is not simulated: " + why + "\n");
    }

    @Test
    void create_refuses_further_words_as_the_version_does() {
        assertThat(typed("v1.32", "create foo").stderr())
                .isEqualTo("error: Unexpected args: [foo]\nSee 'kubectl create -h' for help and examples\n");
        assertThat(typed("v1.20", "create foo").stderr())
                .isEqualTo("Error: must specify one of -f and -k\n\nerror: unknown command \"foo\"\n"
                        + "See 'kubectl create -h' for help and examples\n");
        assertThat(typed("v1.8", "create foo").stderr())
                .isEqualTo("error: unknown command \"foo\"\nSee 'kubectl create -h' for help and examples\n");
    }
}

package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandOutcomeTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "error: unknown command \"frob\" for \"kubectl\" | MISTAKE",
                "error: web.yaml:5:3: cannot be handled | MISTAKE",
                "The Deployment \"web\" is invalid: spec.replicas: Invalid value              | REFUSED",
                "Error from server (BadRequest): the namespace does not match                 | REFUSED",
                "Error from server (NotFound): deployments.apps \"web\" not found             | REFUSED",
                "Error from server (Forbidden): pods \"web\" is forbidden: exceeded quota: q  | REFUSED",
                "Error from server (AlreadyExists): deployments.apps \"web\" already exists   | REFUSED",
                "error: deployment \"web\" exceeded its progress deadline                     | REFUSED",
                "error: timed out waiting for the condition                                   | GAVE_UP",
                "Error from server (Timeout): request did not complete within 34s             | CUT_OFF",
                "Error from server (InternalError): Internal error occurred: failed calling   | CUT_OFF",
                "Error from server: etcdserver: request timed out                             | CUT_OFF",
                "Unable to connect to the server: EOF                                         | CUT_OFF",
                "The connection to the server s was refused - did you specify the right host  | CUT_OFF",
                "error: failed to create deployment: deployments.apps \"web\" already exists    | REFUSED",
                "error: failed to create configmap: Timeout: server has timed out waiting     | CUT_OFF",
                "error: context \"nope\" does not exist | MISTAKE",
                "Error in configuration: context was not found for specified context: nope | MISTAKE",
                "Error: unknown flag: --replicas | MISTAKE",
                "error: Metrics API not available                                             | REFUSED",
                "error: You must be logged in to the server (Unauthorized)                    | REFUSED",
            })
    void the_text_of_an_error_shows_who_can_mend_it(String stderr, CommandOutcome outcome) {
        assertThat(CommandOutcome.of(1, stderr + "\n", outcome == CommandOutcome.MISTAKE))
                .isEqualTo(outcome);
        assertThat(CommandOutcome.of(0, stderr + "\n", false)).isEqualTo(CommandOutcome.SUCCEEDED);
    }

    @Test
    void a_drain_that_the_state_of_the_cluster_forbids_is_no_mistake() {
        String pending = ", continuing command...\nThere are pending nodes to be drained:\n node-1\n";
        String drain = "error: unable to drain node \"node-1\" due to error: ";
        String daemons = "cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore): default/ds-2jrpl";
        String late = "error when evicting pods/\"web-1\" -n \"default\": global timeout reached: 20s";

        assertThat(CommandOutcome.of(1, drain + daemons + pending + daemons + "\n", false))
                .isEqualTo(CommandOutcome.REFUSED);
        assertThat(CommandOutcome.of(1, drain + late + pending + late + "\n", false))
                .isEqualTo(CommandOutcome.GAVE_UP);
    }

    @Test
    void an_answer_of_no_is_neither_an_error_nor_cut_off() {
        assertThat(CommandOutcome.of(1, "", false)).isEqualTo(CommandOutcome.NEGATIVE);
    }

    @Test
    void a_command_that_fails_in_its_container_is_not_cut_off() {
        String absent = "cat: can't open '/x': No such file or directory\n";
        String ended = "command terminated with exit code ";

        assertThat(CommandOutcome.of(1, absent + ended + "1\n", false)).isEqualTo(CommandOutcome.NEGATIVE);
        assertThat(CommandOutcome.of(3, ended + "3\n", false)).isEqualTo(CommandOutcome.NEGATIVE);
    }

    @Test
    void of_several_errors_the_one_that_the_user_can_mend_counts() {
        String lost = "Unable to connect to the server: EOF\n";
        String refused = "Error from server (NotFound): pods \"web\" not found\n";
        String mistake = "error: the path \"x.yaml\" does not exist\n";

        assertThat(CommandOutcome.of(1, lost + refused, false)).isEqualTo(CommandOutcome.REFUSED);
        assertThat(CommandOutcome.of(1, refused + lost, false)).isEqualTo(CommandOutcome.REFUSED);
        assertThat(CommandOutcome.of(1, lost + refused + mistake, true)).isEqualTo(CommandOutcome.MISTAKE);
        assertThat(CommandOutcome.of(1, "Warning: spec.x is deprecated\n" + lost, false))
                .isEqualTo(CommandOutcome.CUT_OFF);
    }
}

package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.cli.input.UserErrors;
import dev.wavetank.model.cluster.CommandResult;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UserErrorsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "error: unknown command \"frob\" for \"kubectl\"                              | true",
                "error: web.yaml:5:3: cannot be handled                                       | true",
                "The Deployment \"web\" is invalid: spec.replicas: Invalid value              | true",
                "Error from server (BadRequest): the namespace does not match                 | true",
                "Error from server (NotFound): deployments.apps \"web\" not found             | false",
                "Error from server (Forbidden): pods \"web\" is forbidden: exceeded quota: q  | false",
                "error: timed out waiting for the condition                                   | false",
                "error: deployment \"web\" exceeded its progress deadline                     | false",
                "Unable to connect to the server: EOF                                         | false",
            })
    void tells_a_wrong_manifest_from_trouble_in_the_cluster(String stderr, boolean mistake) {
        CommandResult failed = new CommandResult(0, List.of("apply"), 1, "", stderr + "\n");

        assertThat(UserErrors.any(List.of(failed))).isEqualTo(mistake);
    }
}

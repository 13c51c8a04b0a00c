package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.properties.invariant.container.RestartPolicyKept;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether a container may run again, by the policies of its pod and of its own, and by its rules. */
class RestartPolicyKeptTest {

    private static final String RULE = ", restartPolicyRules: [{action: Restart, exitCodes: {operator: ";

    private static String pod(String policy, String own, String state, String id, int restarts) {
        return Story.pod(
                "{name: web-1, namespace: default}",
                "{restartPolicy: " + policy + ", containers: [{name: app" + own + "}]}",
                "{phase: Running, containerStatuses: [{name: app, containerID: 'containerd://" + id
                        + "', restartCount: " + restarts + ", state: {" + state + "}}]}");
    }

    @Test
    void a_container_whose_image_was_changed_runs_again_whatever_its_policy_is() {
        String running = "running: {startedAt: '2026-01-01T00:00:09Z'}";

        Story story = new Story(new RestartPolicyKept())
                .stored(
                        pod("Never", ", image: 'app:1'", running, "a", 0),
                        pod("Never", ", image: 'app:2'", running, "a", 0),
                        pod("Never", ", image: 'app:2'", running, "b", 1));

        assertThat(story.broken()).isEmpty();
    }

    @ParameterizedTest(name = "pod {0}, own {1}, rule {2}, exit {3}")
    @CsvSource({
        "Never,     -,         -,     1,  broken",
        "Always,    Never,     -,     1,  broken",
        "Never,     Always,    -,     0,  fine",
        "Never,     OnFailure, -,     0,  broken",
        "Never,     OnFailure, -,     1,  fine",
        "Never,     Never,     In,    42, fine",
        "Never,     Never,     In,    43, broken",
        "Never,     Never,     NotIn, 43, fine",
        "Never,     Never,     NotIn, 42, broken"
    })
    void a_container_runs_again_by_its_own_policy_and_rules(
            String policy, String own, String operator, int code, String outcome) {
        String fields = own.equals("-") ? "" : ", restartPolicy: " + own;
        String rule = operator.equals("-") ? "" : RULE + operator + ", values: [42]}}]";

        Story story = new Story(new RestartPolicyKept())
                .stored(
                        pod(policy, fields + rule, "terminated: {exitCode: " + code + ", reason: Error}", "a", 0),
                        pod(policy, fields + rule, "running: {startedAt: '2026-01-01T00:00:09Z'}", "b", 1));

        assertThat(story.broken()).hasSize(outcome.equals("fine") ? 0 : 1);
    }
}

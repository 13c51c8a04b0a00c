package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The Events that kubectl shows as a table of their own. */
class EventsClusterTest {

    @Test
    void events_are_listed_by_time_type_and_object() {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 0s, kubectl: create deployment web --image=nginx}
                - {at: 20s, kubectl: events}
                - {at: 21s, kubectl: events --for deployment/web}
                - {at: 22s, kubectl: events --types=Warning}
                - {at: 23s, kubectl: events -A --no-headers --for deploy/web}
                - {at: 24s, kubectl: events --types=Strange}
                - {at: 25s, kubectl: events --for web}
                """);

        assertThat(outputs.get(1).lines().toList())
                .hasSizeGreaterThan(5)
                .first()
                .asString()
                .matches("0 LAST SEEN +TYPE +REASON +OBJECT +MESSAGE");
        assertThat(outputs.get(1)).contains("Deployment/web", "Scheduled", "SuccessfulCreate", "Pod/web-");
        assertThat(outputs.get(2).lines().skip(1))
                .singleElement()
                .asString()
                .matches(
                        "2[01]s +Normal +ScalingReplicaSet +Deployment/web +Scaled up replica set web-[0-9a-f]+ .*to 1");
        assertThat(outputs.get(3)).isEqualTo("0 No events found in default namespace.\n");
        assertThat(outputs.get(4)).matches("0 default +2[23]s +Normal +ScalingReplicaSet +Deployment/web +Scaled .*\n");
        assertThat(outputs.subList(5, 7))
                .containsExactly(
                        "1 error: valid --types are Normal or Warning\n",
                        "1 error: --for must be in resource/name form\n");
    }

    @Test
    void old_versions_do_not_have_the_command() {
        assertThat(TypedCommands.outputs("- {at: 0s, kubectl: events}\ncluster: {profile: v1.20}\n"))
                .containsExactly(
                        "1 Error: unknown command \"events\" for \"kubectl\"\nRun 'kubectl --help' for usage.\n");
    }
}

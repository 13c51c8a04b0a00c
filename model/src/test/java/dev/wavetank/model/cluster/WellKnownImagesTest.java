package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user sees of images without a command. */
class WellKnownImagesTest {

    private static PodUnderTest pod(String container) {
        return new PodUnderTest(
                "v1.36", "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [" + container + "]}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"busybox", "alpine:3.20", "docker.io/library/ubuntu:24.04", "python:3.12-slim", "hello-world"})
    void a_shell_to_which_nobody_types_ends_at_once(String image) {
        PodUnderTest pod = pod("{name: a, image: '" + image + "'}");

        assertThat(pod.after(60, "get", "pod", "p")).containsPattern("0/1 +(CrashLoopBackOff|Completed) +[1-9]");
        assertThat(pod.after(60, "get", "pod", "p", "-o", "jsonpath={.status.containerStatuses[0].lastState}"))
                .contains("\"exitCode\":0", "\"reason\":\"Completed\"");
    }

    @ParameterizedTest
    @CsvSource({"busybox, 'stdin: true'", "busybox, 'args: [sleep, infinity]'", "example.com/busybox, 'tty: false'"})
    void it_runs_with_an_input_or_another_command(String image, String more) {
        assertThat(pod("{name: a, image: " + image + ", " + more + "}").after(60, "get", "pod", "p"))
                .containsPattern("1/1 +Running +0 ");
    }

    @Test
    void a_task_of_such_an_image_succeeds() {
        PodUnderTest pod = new PodUnderTest(
                "v1.36",
                "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {restartPolicy: Never,"
                        + " containers: [{name: a, image: busybox}]}}");

        assertThat(pod.after(300, "get", "pod", "p")).containsPattern("0/1 +Completed +0 ");
    }

    @ParameterizedTest
    @CsvSource({"Never, nginx, Running", "OnFailure, redis, Running", "Never, app, Completed"})
    void a_server_runs_whatever_the_restart_policy_is(String policy, String image, String status) {
        PodUnderTest pod = new PodUnderTest(
                "v1.36",
                "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {restartPolicy: " + policy
                        + ", containers: [{name: a, image: " + image + "}]}}");

        assertThat(pod.after(600, "get", "pod", "p")).containsPattern("/1 +" + status + " +0 ");
    }
}

package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.properties.invariant.client.AppliedAsWritten;
import org.junit.jupiter.api.Test;

/** An apply that takes a label away, one that does not, and writes that are no apply. */
class AppliedAsWrittenTest {

    private static Story story(String... services) {
        return new Story(new AppliedAsWritten()).stored(services);
    }

    private static String service(String labels, String applied, int port) {
        return "{apiVersion: v1, kind: Service, metadata: {name: web, namespace: default, labels: {" + labels
                + "}, annotations: {'kubectl.kubernetes.io/last-applied-configuration':"
                + " '{\"metadata\":{\"labels\":{" + applied + "}}}'}}, spec: {ports: [{port: " + port + "}]}}";
    }

    @Test
    void labels_come_and_go_with_the_manifest() {
        assertThat(story(service("a: b, by: hand", "\"a\":\"b\"", 80), service("c: d, by: hand", "\"c\":\"d\"", 80))
                        .broken())
                .isEmpty();
    }

    @Test
    void a_label_that_the_manifest_has_no_more_does_not_stay() {
        assertThat(story(service("a: b", "\"a\":\"b\"", 80), service("a: b, c: d", "\"c\":\"d\"", 80))
                        .broken())
                .containsExactly("service/default/web: still has metadata.labels a after an apply without it");
    }

    @Test
    void a_label_of_the_manifest_is_set() {
        assertThat(story(service("a: b", "\"a\":\"b\"", 80), service("a: b", "\"a\":\"d\"", 81))
                        .broken())
                .containsExactly("service/default/web: has metadata.labels a=b after an apply of d");
    }

    @Test
    void a_write_of_the_annotation_alone_is_no_apply() {
        assertThat(story(service("a: b", "\"a\":\"b\"", 80), service("a: b", "\"c\":\"d\"", 80))
                        .broken())
                .isEmpty();
    }
}

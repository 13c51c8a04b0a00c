package dev.wavetank.properties.invariant.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.properties.invariant.Obstacles;
import org.junit.jupiter.api.Test;

/** Which pods a StatefulSet or DaemonSet still has to replace. */
class OldTemplatesTest {

    private final ObservedPods pods = new ObservedPods();
    private final OldTemplates old = new OldTemplates(pods, new Obstacles());

    private static <T extends KubernetesObject> T set(Class<T> kind, String strategy) {
        return Scheme.parse(
                "{apiVersion: apps/v1, kind: " + kind.getSimpleName() + ", metadata: {name: db, namespace: default,"
                        + " uid: s}, spec: {updateStrategy: " + strategy
                        + ", template: {spec: {containers: [{name: c, image: two}]}}}}",
                kind);
    }

    private static Pod pod(String image) {
        return Scheme.parse(
                "{apiVersion: v1, kind: Pod, metadata: {name: db-0, namespace: default, uid: p, ownerReferences:"
                        + " [{apiVersion: apps/v1, kind: StatefulSet, name: db, uid: s, controller: true}]}, spec:"
                        + " {containers: [{name: c, image: " + image + "}]}}",
                Pod.class);
    }

    @Test
    void those_that_were_created_with_other_images() {
        pods.observe(pod("one"), null, false);

        assertThat(old.gap(set(StatefulSet.class, "{type: RollingUpdate}")))
                .map(Gap::seen)
                .contains("1 pods are of an older template, expected none");
        assertThat(old.gap(set(DaemonSet.class, "{type: RollingUpdate}"))).isPresent();
    }

    @Test
    void none_of_the_latest_template_whatever_was_changed_in_the_pod_later() {
        pods.observe(pod("two"), null, false);
        pods.observe(pod("mine"), pod("two"), false);

        assertThat(old.gap(set(StatefulSet.class, "{type: RollingUpdate}"))).isEmpty();
    }

    @Test
    void none_that_are_left_to_the_user() {
        pods.observe(pod("one"), null, false);

        assertThat(old.gap(set(StatefulSet.class, "{type: OnDelete}"))).isEmpty();
        assertThat(old.gap(set(DaemonSet.class, "{type: OnDelete}"))).isEmpty();
        assertThat(old.gap(set(StatefulSet.class, "{type: RollingUpdate, rollingUpdate: {partition: 1}}")))
                .isEmpty();
    }

    @Test
    void those_from_the_partition_on() {
        pods.observe(pod("one").withMetadata(pod("one").metadata().withName("db-5")), null, false);

        assertThat(old.gap(set(StatefulSet.class, "{type: RollingUpdate, rollingUpdate: {partition: 5}}")))
                .isPresent();
        assertThat(old.gap(set(StatefulSet.class, "{type: RollingUpdate, rollingUpdate: {partition: 6}}")))
                .isEmpty();
    }

    @Test
    void none_where_admission_may_have_changed_them() {
        pods.observe(pod("one"), null, false);
        pods.observeAdmission(Scheme.parse(
                "{apiVersion: admissionregistration.k8s.io/v1, kind: MutatingWebhookConfiguration, metadata: {name: m}}",
                KubernetesObject.class));

        assertThat(old.gap(set(StatefulSet.class, "{type: RollingUpdate}"))).isEmpty();
    }
}

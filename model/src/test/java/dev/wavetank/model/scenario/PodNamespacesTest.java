package dev.wavetank.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PodNamespacesTest {

    private static List<String> namespaces(String scenario) {
        return PodNamespaces.of(ScenarioCodec.read("test", scenario));
    }

    @Test
    void commands_name_theirs() {
        assertThat(namespaces("""
                timeline:
                - {at: 0s, kubectl: create namespace other}
                - {at: 0s, kubectl: create deployment web --image=nginx -n shop}
                - {at: 0s, kubectl: run one --image=nginx --namespace=tools}
                """)).containsExactly("shop", "tools");
    }

    @Test
    void objects_have_their_own_or_that_of_the_command() {
        assertThat(namespaces("""
                timeline:
                - {at: 0s, kubectl: apply -n shop -f app.yaml}
                files:
                  app.yaml: |
                    apiVersion: v1
                    kind: ConfigMap
                    metadata: {name: a, namespace: settings}
                    ---
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: b, namespace: own}
                    spec: {containers: [{name: c, image: nginx}]}
                    ---
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: b}
                    spec: {containers: [{name: c, image: nginx}]}
                """)).containsExactly("own", "shop");
    }

    @Test
    void without_a_word_it_is_the_default() {
        assertThat(namespaces("timeline: []\n")).containsExactly("default");
        assertThat(namespaces("timeline:\n- {at: 0s, kubectl: create deployment web --image=nginx}\n"))
                .containsExactly("default");
    }

    @Test
    void faults_are_drawn_where_the_pods_are() {
        Scenario scenario = ScenarioCodec.read(
                "test", "timeline:\n- {at: 0s, kubectl: create deployment web --image=nginx -n shop}\n");
        FaultSampler sampler =
                new FaultSampler(FaultSampler.Intensity.HEAVY, List.of("containerExit", "quotaRejection"));

        assertThat(sampler.draw(scenario, 1).plan().clauses())
                .isNotEmpty()
                .allMatch(clause -> clause.fault().target().contains("shop"));
    }
}

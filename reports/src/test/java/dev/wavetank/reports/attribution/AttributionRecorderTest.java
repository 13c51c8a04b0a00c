package dev.wavetank.reports.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.hop.Spent;
import dev.wavetank.reports.story.TimeDivision;
import dev.wavetank.reports.story.Way;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.RingSink;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AttributionRecorderTest {

    private static final String CALM = """
            cluster: {nodes: 4}
            timeline:
            - {at: 0s, kubectl: create deployment web --image=nginx --replicas=12}
            - {at: 30s, kubectl: set image deployment/web nginx=nginx:2}
            """;

    private static final String STORM = CALM + """
            faults:
            - {kind: componentCrash, component: kube-controller-manager, at: 100ms, for: 20s}
            - {kind: nodeCrash, node: node-1, at: 1s, for: 2m}
            - {kind: requestRefused, from: "*", to: kube-apiserver, verb: create, object: "pods*", at: 0s, for: 1m, count: 3}
            """;

    /** The second half of the pods fits no node until the first Deployment is gone. */
    private static final String FULL = """
            cluster: {nodes: 1}
            timeline:
            - {at: 0s, kubectl: create deployment first --image=nginx --replicas=1}
            - {at: 2s, kubectl: set resources deployment/first --requests=cpu=3}
            - {at: 10s, kubectl: apply -f second.yaml}
            - {at: 40s, kubectl: delete deployment first}
            files:
              second.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: second}
                spec: {containers: [{name: c, image: nginx, resources: {requests: {cpu: 2}}}]}
            """;

    private static final int RECORDS = 1_000_000;

    private final AttributionRecorder recorder = new AttributionRecorder();
    private final RingSink trace = new RingSink(RECORDS, true);

    private List<PodTime> run(String scenario) {
        Cluster cluster = Cluster.of(ScenarioCodec.read("test", scenario), 3, ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(recorder);
        cluster.simulation().trace().addSink(trace);
        cluster.run(RunLimits.until(10 * VirtualTime.MINUTE));
        return recorder.pods();
    }

    /** The same as the division of each pod's story, which walks over the records themselves. */
    @ParameterizedTest
    @ValueSource(strings = {CALM, STORM, FULL})
    void every_pod_is_divided_as_its_story_is(String scenario) {
        List<PodTime> pods = run(scenario);

        assertThat(pods).isNotEmpty();
        for (PodTime pod : pods) {
            TimeDivision story =
                    TimeDivision.of(Way.of("pod/" + pod.pod(), trace.entries()).orElseThrow());
            assertThat(pod.spent()).as(pod.pod()).isEqualTo(story.spent());
        }
    }

    @Test
    void a_pod_that_fits_no_node_is_blocked() {
        PodTime second = run(FULL).stream()
                .filter(pod -> pod.pod().equals("default/second"))
                .findFirst()
                .orElseThrow();

        assertThat(second.spent().get(Spent.BLOCKED)).isBetween(25 * VirtualTime.SECOND, 35 * VirtualTime.SECOND);
    }

    @Test
    void the_slowest_pods_are_a_band_of_their_own() {
        Attribution attribution = Attribution.of(run(CALM.replace("=12", "=240").replace("nodes: 4", "nodes: 40")));

        assertThat(attribution.bands())
                .extracting(Attribution.Band::name)
                .containsExactly("all", "fastest half", "slowest half", "slowest 10 %", "slowest 1 %");
        for (Attribution.Band band : attribution.bands()) {
            assertThat(band.spent().values().stream().mapToDouble(each -> each).sum())
                    .isCloseTo(band.total(), Percentage.withPercentage(1e-6));
        }
        assertThat(attribution.remark()).startsWith("the slowest 1 % spent ");
    }

    @Test
    void without_a_ready_pod_there_is_nothing_to_divide() {
        assertThat(Attribution.of(List.of()).bands()).isEmpty();
        assertThat(Attribution.of(List.of()).remark()).isEmpty();
    }
}

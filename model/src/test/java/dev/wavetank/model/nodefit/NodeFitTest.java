package dev.wavetank.model.nodefit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.NodeBuilder;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.api.core.PodSpecBuilder;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeFitTest {
    private static final Node.Taint SOFT = new Node.Taint("soft", null, "PreferNoSchedule", null);
    private static final Node.Taint CORDON = new Node.Taint("cordon", null, "NoSchedule", null);
    private static final Node.Taint GONE = new Node.Taint("gone", null, "NoExecute", null);
    private static final Node NODE = NodeBuilder.builder()
            .spec(new Node.Spec(null, null, List.of(SOFT, CORDON, GONE), null))
            .build();

    @Test
    void preferences_repel_nobody_and_only_no_execute_evicts() {
        assertThat(NodeTaints.repelling(NODE)).containsExactly(CORDON, GONE);
        assertThat(NodeTaints.evicting(NODE)).containsExactly(GONE);
        assertThat(NodeTaints.repelling(NodeBuilder.builder().build())).isEmpty();
    }

    @Test
    void the_first_taint_that_is_not_tolerated_counts() {
        PodSpec any = PodSpecBuilder.builder().build();
        PodSpec patient = PodSpecBuilder.builder()
                .tolerations(List.of(new PodSpec.Toleration("cordon", "Exists", null, null, null)))
                .build();
        assertThat(NodeTaints.firstUntolerated(any, NodeTaints.repelling(NODE))).hasValue(CORDON);
        assertThat(NodeTaints.firstUntolerated(patient, NodeTaints.repelling(NODE)))
                .hasValue(GONE);
        assertThat(NodeTaints.firstUntolerated(patient, List.of(CORDON))).isEmpty();
    }

    @Test
    void what_is_lacking_is_listed_with_its_numbers() {
        ResourceAmounts capacity = ResourceAmounts.of(Map.of("cpu", "2", "memory", "1Ki", "pods", "3", "x/gpu", "1"));
        ResourceAmounts used = new ResourceAmounts(1500, 1024, Map.of("x/gpu", 1L));
        ResourceAmounts wanted = new ResourceAmounts(501, 0, Map.of("x/gpu", 1L));
        assertThat(ResourceFit.lacking(wanted, 3, used, capacity))
                .containsExactly(
                        new ResourceFit.Insufficient("pods", 1, 3, 3),
                        new ResourceFit.Insufficient("cpu", 501, 1500, 2000),
                        new ResourceFit.Insufficient("x/gpu", 1, 1, 1));
        assertThat(ResourceFit.lacking(new ResourceAmounts(500, 0, Collections.emptyMap()), 2, used, capacity))
                .isEmpty();
    }
}

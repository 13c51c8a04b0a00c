package dev.wavetank.model.controller.endpointslice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.ObjectReference;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.api.discovery.EndpointSliceEndpointBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Invariants of the plan by which slices change. */
class SlicePlanProperties {

    private static final int MOST = 4;
    private static final SliceLabels LABELS = new SliceLabels(Map.of("app", "web"));

    @Property
    void after_every_change_each_pod_is_in_one_slice_and_no_slice_is_too_full(
            @ForAll @Size(min = 1, max = 8) List<@Size(max = 30) Set<@IntRange(max = 40) Integer>> states) {
        Map<String, EndpointSlice> slices = new TreeMap<>();
        int names = 0;
        for (Set<Integer> pods : states) {
            Map<String, EndpointSlice.Endpoint> wanted = new LinkedHashMap<>();
            pods.forEach(pod -> wanted.put("pod-" + pod, endpoint(pod)));
            SlicePlan plan = SlicePlan.of(new ArrayList<>(slices.values()), wanted, LABELS, MOST);

            plan.delete().forEach(slice -> slices.remove(slice.metadata().name()));
            plan.update().forEach(slice -> slices.put(slice.metadata().name(), slice));
            for (List<EndpointSlice.Endpoint> endpoints : plan.create()) {
                String name = "slice-" + names++;
                slices.put(name, slice(name, endpoints));
            }

            List<String> found = new ArrayList<>();
            slices.values()
                    .forEach(slice -> slice.endpoints()
                            .forEach(each -> found.add(each.targetRef().uid())));
            assertThat(found).containsExactlyInAnyOrderElementsOf(wanted.keySet());
            assertThat(slices.values()).allMatch(slice -> slice.endpoints().size() <= MOST);
            assertThat(slices.values()).noneMatch(slice -> slice.endpoints().isEmpty());
        }
    }

    @Property
    void nothing_is_written_when_nothing_changed(@ForAll @Size(max = 30) Set<@IntRange(max = 40) Integer> pods) {
        Map<String, EndpointSlice.Endpoint> wanted = new LinkedHashMap<>();
        pods.forEach(pod -> wanted.put("pod-" + pod, endpoint(pod)));
        List<EndpointSlice> slices = new ArrayList<>();
        for (List<EndpointSlice.Endpoint> endpoints :
                SlicePlan.of(List.of(), wanted, LABELS, MOST).create()) {
            slices.add(slice("slice-" + slices.size(), endpoints));
        }

        SlicePlan again = SlicePlan.of(slices, wanted, LABELS, MOST);

        assertThat(again.create()).isEmpty();
        assertThat(again.update()).isEmpty();
        assertThat(again.delete()).isEmpty();
    }

    private static EndpointSlice slice(String name, List<EndpointSlice.Endpoint> endpoints) {
        return new EndpointSlice(
                ObjectMeta.named("default", name).withLabels(LABELS.all()), "IPv4", endpoints, List.of(), null);
    }

    private static EndpointSlice.Endpoint endpoint(int pod) {
        String name = "pod-" + pod;
        return EndpointSliceEndpointBuilder.builder()
                .addresses(List.of("10.0.0." + pod))
                .targetRef(new ObjectReference("Pod", "default", name, name, null, null))
                .build();
    }
}

package dev.wavetank.model.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.ContainerBuilder;
import dev.wavetank.model.api.core.LimitRange;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpecBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class LimitRangerProperties {

    @Provide
    Arbitrary<Map<String, String>> amounts() {
        return Arbitraries.maps(
                        Arbitraries.of("cpu", "memory", "ephemeral-storage"),
                        Arbitraries.of("1", "250m", "64Mi", "2Gi"))
                .ofMaxSize(3);
    }

    @Property
    void what_has_been_given_once_is_not_given_again(
            @ForAll("amounts") Map<String, String> requests,
            @ForAll("amounts") Map<String, String> limits,
            @ForAll("amounts") Map<String, String> defaults,
            @ForAll("amounts") Map<String, String> defaultRequests) {
        List<Container> containers = new ArrayList<>();
        for (String name : List.of("a", "b")) {
            Container.Resources own = new Container.Resources(limits, name.equals("a") ? requests : null, null);
            containers.add(ContainerBuilder.builder().name(name).resources(own).build());
        }
        Pod pod = new Pod(
                ObjectMeta.named("default", "p"),
                PodSpecBuilder.builder().containers(containers).build(),
                null,
                null);
        LimitRange range = new LimitRange(
                ObjectMeta.named("default", "r"),
                new LimitRange.Spec(
                        List.of(new LimitRange.Item("Container", null, null, defaults, defaultRequests, null))));
        Pod once = LimitDefaults.apply(range, pod);
        assertThat(LimitDefaults.apply(range, once)).isSameAs(once);
        Container.Resources first = once.spec().containers().get(0).resources();
        assertThat(first.requests()).containsAllEntriesOf(requests);
        assertThat(first.requests().keySet()).containsAll(defaultRequests.keySet());
        assertThat(first.limits()).containsAllEntriesOf(limits);
        assertThat(first.limits().keySet()).containsAll(defaults.keySet());
    }
}

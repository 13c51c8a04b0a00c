package dev.wavetank.model.kubelet.cri.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which layers come over the link of a node: one byte each second, one layer after the other. */
class LayerDownloadsTest {

    private static final double NANOS_PER_BYTE = VirtualTime.SECOND;

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final ImageStore store = new ImageStore();
    private final List<Long> transfers = new ArrayList<>();
    private final Map<String, Long> ends = new TreeMap<>();
    private @Nullable Context context;
    private @Nullable LayerDownloads downloads;
    private long busyUntil;

    LayerDownloadsTest() {
        Components components = new Components(simulation);
        components.add("node", own -> {
            context = own;
            downloads = new LayerDownloads(own, store, this::transfer);
            return () -> {};
        });
        components.startAll();
    }

    private void transfer(long nanos, Runnable end) {
        transfers.add(nanos / VirtualTime.SECOND);
        busyUntil = Math.max(busyUntil, simulation.now()) + nanos;
        node().after(busyUntil - simulation.now(), end::run);
    }

    private Context node() {
        return Objects.requireNonNull(context);
    }

    private void fetch(long atSecond, String image, ImageLayer... layers) {
        node().after(
                        atSecond * VirtualTime.SECOND,
                        () -> Objects.requireNonNull(downloads)
                                .fetch(
                                        image,
                                        List.of(layers),
                                        NANOS_PER_BYTE,
                                        () -> ends.put(image, simulation.now())));
    }

    private static ImageLayer layer(String digest, long bytes) {
        return new ImageLayer(digest, bytes);
    }

    private double ended(String image) {
        return (double) ends.get(image) / VirtualTime.SECOND;
    }

    private void run() {
        simulation.run(RunLimits.until(VirtualTime.HOUR));
    }

    @Test
    void the_second_image_brings_only_what_the_first_has_not() {
        fetch(0, "app:1", layer("base", 30), layer("one", 5));
        fetch(100, "app:2", layer("base", 30), layer("two", 6));
        run();

        assertThat(transfers).containsExactly(30L, 5L, 6L);
        assertThat(ended("app:1")).isEqualTo(35);
        assertThat(ended("app:2")).isEqualTo(106);
        assertThat(store.bytes()).isEqualTo(41);
        assertThat(store.images().get("app:2")).containsExactly(layer("base", 30), layer("two", 6));
    }

    @Test
    void a_layer_that_another_pull_is_fetching_is_waited_for_and_not_fetched_twice() {
        fetch(0, "app:1", layer("base", 30));
        fetch(10, "app:2", layer("base", 30));
        run();

        assertThat(transfers).containsExactly(30L);
        assertThat(ended("app:1")).isEqualTo(30);
        assertThat(ended("app:2"))
                .as("the second looks again after at most two seconds")
                .isBetween(30.0, 30.0 + 2.048);
    }

    @Test
    void one_pull_fetches_three_layers_at_the_same_time() {
        fetch(0, "big", layer("a", 1), layer("b", 1), layer("c", 1), layer("d", 1));
        node().after(VirtualTime.MILLISECOND, () -> assertThat(transfers).hasSize(3));
        run();

        assertThat(transfers).hasSize(4);
        assertThat(ended("big")).isEqualTo(4);
    }

    @Test
    void a_layer_goes_with_the_last_image_that_has_it() {
        store.add("app:1", List.of(layer("base", 30), layer("one", 5)));
        store.add("app:2", List.of(layer("base", 30), layer("two", 6)));

        store.remove("app:1", 0);
        assertThat(store.bytes()).isEqualTo(36);
        store.remove("app:2", 0);
        assertThat(store.bytes()).isZero();
    }

    @Test
    void a_layer_that_a_pull_relies_on_outlives_the_image_that_brought_it() {
        store.add("app:1", List.of(layer("base", 30), layer("one", 5)));
        fetch(0, "app:2", layer("base", 30), layer("two", 6));
        node().after(3 * VirtualTime.SECOND, () -> store.remove("app:1", simulation.now()));
        run();

        assertThat(transfers).containsExactly(6L);
        assertThat(store.bytes()).isEqualTo(36);
    }

    @Test
    void what_a_pull_had_fetched_that_never_ended_is_there_for_a_day() {
        ImageStore.Lease lease = store.lease(0);
        store.arrived(layer("base", 30), lease);

        store.remove("other", 23 * VirtualTime.HOUR);
        assertThat(store.bytes()).isEqualTo(30);
        store.remove("other", 24 * VirtualTime.HOUR);
        assertThat(store.bytes()).isZero();
    }
}

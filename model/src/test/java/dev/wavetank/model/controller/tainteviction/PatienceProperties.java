package dev.wavetank.model.controller.tainteviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** Each taint shortens the time of a pod, or leaves it ({@code getMinTolerationTime}, v1.32). */
class PatienceProperties {

    private static final long SECOND = VirtualTime.SECOND;

    private static Node.Taint taint(String key) {
        return new Node.Taint(key, "v", "NoExecute", null);
    }

    private static PodSpec.Toleration toleration(String key, Long seconds) {
        return new PodSpec.Toleration(key, "Exists", null, "NoExecute", seconds);
    }

    @Property(tries = 300)
    void one_more_taint_never_makes_it_longer(
            @ForAll @Size(min = 1, max = 5) List<@LongRange(min = -10, max = 1000) Long> seconds,
            @ForAll @LongRange(min = -10, max = 1000) long last) {
        List<PodSpec.Toleration> tolerations = new ArrayList<>();
        List<Node.Taint> taints = new ArrayList<>();
        for (int i = 0; i < seconds.size(); i++) {
            tolerations.add(toleration("t" + i, seconds.get(i)));
            taints.add(taint("t" + i));
        }
        long before = Patience.of(tolerations, taints);
        tolerations.add(toleration("last", last));
        taints.add(taint("last"));

        assertThat(Patience.of(tolerations, taints)).isEqualTo(Math.min(before, Math.max(0, last) * SECOND));
    }
}

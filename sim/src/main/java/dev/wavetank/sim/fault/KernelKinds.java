package dev.wavetank.sim.fault;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.LinkSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The written forms of the kernel's own kinds of faults. */
final class KernelKinds {

    private KernelKinds() {}

    static List<FaultKind> all() {
        List<FaultKind> kinds = new ArrayList<>();
        kinds.addAll(ofComponents());
        kinds.addAll(ofLinks());
        return kinds;
    }

    private static List<FaultKind> ofComponents() {
        return List.of(FaultKind.of(
                "componentCrash",
                ComponentFault.class,
                fields -> new ComponentFault.Crash(fields.text("component")),
                KernelKinds::component));
    }

    private static List<FaultKind> ofLinks() {
        return List.of(
                FaultKind.of(
                        "networkDelay",
                        LinkFault.Delay.class,
                        fields -> new LinkFault.Delay(links(fields), fields.span("delay")),
                        (fault, tree) -> {
                            links(fault, tree);
                            tree.put("delay", VirtualTime.span(fault.delay()));
                        }),
                FaultKind.of(
                        "networkPartition",
                        LinkFault.class,
                        fields -> new LinkFault.Partition(links(fields)),
                        KernelKinds::links));
    }

    private static void component(ComponentFault fault, Map<String, Object> tree) {
        tree.put("component", fault.component());
    }

    private static LinkSelector links(FaultFields fields) {
        return new LinkSelector(fields.text("between"), fields.text("and"));
    }

    private static void links(LinkFault fault, Map<String, Object> tree) {
        tree.put("between", fault.links().one());
        tree.put("and", fault.links().other());
    }
}

package dev.wavetank.model.scenario;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.codec.FaultFields;
import dev.wavetank.sim.fault.codec.FaultKind;
import dev.wavetank.sim.fault.swarm.Sampling;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** The kinds of faults of nodes: names, written forms, samplers. */
final class NodeFaultKinds {

    /** The family of the faults of a node. */
    static final String FAMILY = "node";

    private NodeFaultKinds() {}

    static List<FaultKind<FaultTargets>> all() {
        return List.of(
                of("runtimeOutage", NodeFault.RuntimeOutage.class, NodeFault.RuntimeOutage::new),
                of("sandboxFailure", NodeFault.SandboxFailure.class, NodeFault.SandboxFailure::new),
                FaultKind.of(
                        "registryFailure",
                        NodeFault.RegistryFailure.class,
                        fields -> new NodeFault.RegistryFailure(fields.text("node"), answer(fields)),
                        (failure, tree) -> {
                            tree.put("node", failure.node());
                            tree.put("answer", failure.answer().label());
                        },
                        Sampling.<FaultTargets>of((targets, random) -> new NodeFault.RegistryFailure(
                                        targets.node(random), random.pick(List.of(NodeFault.Answer.values()))))
                                .where(FaultTargets::hasNodes)
                                .inFamily(FAMILY)),
                whenNamed("teardownLoss", NodeFault.TeardownLoss.class, NodeFault.TeardownLoss::new),
                whenNamed("nodeShutdown", NodeFault.NodeShutdown.class, NodeFault.NodeShutdown::new),
                whenNamed("pluginLoss", NodeFault.PluginLoss.class, NodeFault.PluginLoss::new),
                whenNamed("pluginKill", NodeFault.PluginKill.class, NodeFault.PluginKill::new),
                FaultKind.of(
                        "pluginDelay",
                        NodeFault.PluginDelay.class,
                        fields -> new NodeFault.PluginDelay(
                                fields.text("node"), fields.span("delay", 10 * VirtualTime.SECOND)),
                        (slow, tree) -> {
                            tree.put("node", slow.node());
                            tree.put("delay", VirtualTime.span(slow.delay()));
                        },
                        Sampling.<FaultTargets>of((targets, random) -> new NodeFault.PluginDelay(
                                        targets.node(random), random.between(1, 60) * VirtualTime.SECOND))
                                .where(FaultTargets::hasNodes)
                                .inFamily(FAMILY)
                                .whenNamed()),
                whenNamed("addressExhaustion", NodeFault.AddressExhaustion.class, NodeFault.AddressExhaustion::new),
                whenNamed("attachStuck", NodeFault.AttachStuck.class, NodeFault.AttachStuck::new),
                of("diskFull", NodeFault.DiskFull.class, NodeFault.DiskFull::new),
                of("stopHang", NodeFault.StopHang.class, NodeFault.StopHang::new),
                of("hookHang", NodeFault.HookHang.class, NodeFault.HookHang::new),
                of("mountFailure", NodeFault.MountFailure.class, NodeFault.MountFailure::new));
    }

    private static <F extends NodeFault> FaultKind<FaultTargets> of(
            String name, Class<F> type, Function<String, F> constructor) {
        return of(name, type, constructor, sampling(constructor));
    }

    /** A kind that plans have only when it is named: what it leaves behind does not heal, or it is planned work. */
    private static <F extends NodeFault> FaultKind<FaultTargets> whenNamed(
            String name, Class<F> type, Function<String, F> constructor) {
        return of(name, type, constructor, sampling(constructor).whenNamed());
    }

    private static <F extends NodeFault> FaultKind<FaultTargets> of(
            String name, Class<F> type, Function<String, F> constructor, Sampling<FaultTargets> sampling) {
        return FaultKind.of(
                name,
                type,
                fields -> constructor.apply(fields.text("node")),
                (fault, tree) -> tree.put("node", fault.node()),
                sampling);
    }

    private static Sampling<FaultTargets> sampling(Function<String, ? extends NodeFault> constructor) {
        return Sampling.<FaultTargets>of((targets, random) -> constructor.apply(targets.node(random)))
                .where(FaultTargets::hasNodes)
                .inFamily(FAMILY);
    }

    private static NodeFault.Answer answer(FaultFields fields) {
        String written = fields.text("answer", NodeFault.Answer.NOT_FOUND.label());
        for (NodeFault.Answer answer : NodeFault.Answer.values()) {
            if (answer.label().equals(written)) {
                return answer;
            }
        }
        throw fields.mistake(
                "answer",
                "expected one of "
                        + String.join(
                                ", ",
                                Arrays.stream(NodeFault.Answer.values())
                                        .map(NodeFault.Answer::label)
                                        .toList())
                        + ", found '" + written + "'");
    }
}

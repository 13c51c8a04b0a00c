package dev.wavetank.sim.fault.swarm;

import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.random.RandomStream;

/** Draws the targets of the kernel's own kinds of faults. Only a model knows its components and their requests. */
public interface KernelTargets {

    /** A component whose crash the other components have to survive. */
    String crashing(RandomStream random);

    /** A component that reads a clock or has to be quick. */
    String timed(RandomStream random);

    /** The links between a server and one of its clients, in both directions. */
    LinkSelector links(RandomStream random);

    /** The same, often in one direction only. */
    LinkSelector oneWay(RandomStream random);

    /** A few requests, with the given outcome. */
    CallRule requests(CallRule.Outcome outcome, RandomStream random);

    /** Some streams of one client. */
    CallSelector streams(RandomStream random);
}

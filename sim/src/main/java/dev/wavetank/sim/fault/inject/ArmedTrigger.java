package dev.wavetank.sim.fault.inject;

import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.Trigger;

/**
 * A clause that waits for its anchor to appear.
 *
 * @param number place of the clause in the plan, from 0
 * @param clause the clause
 * @param trigger its trigger
 * @param disarming the handle of the event that ends the wait
 */
record ArmedTrigger(int number, FaultClause clause, Trigger.After trigger, long disarming) {}

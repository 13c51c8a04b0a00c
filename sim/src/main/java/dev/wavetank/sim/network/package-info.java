/**
 * The network between components: request and response calls with deadlines, and ordered streams that can break.
 *
 * <p>Every message travels over a directed link with a sampled latency. Faults lie over links as layers that
 * compose: delays add up, and a link is blocked as long as at least one partition covers it. "Executed, but the
 * answer was lost" is an ordinary outcome. What the messages mean is the model's business.
 */
package dev.wavetank.sim.network;

/**
 * Small distributed systems that have nothing to do with Kubernetes, written against the kernel as a newcomer would:
 * proof that it stands on its own, and a yardstick for its order policies.
 *
 * <p>Each toy has an invariant, a sound variant that keeps it, and a faulty variant whose bug needs an uncommon
 * interleaving. This package holds what they share; each toy has a package of its own and knows no other.
 */
package dev.wavetank.sim.toys;

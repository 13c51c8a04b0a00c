/**
 * Assembles a cluster: topology and flags in, wired components out. The only place where components are assembled;
 * {@link dev.wavetank.model.cluster.ClusterParts} has the replaceable ones.
 *
 * <p>Kubernetes faults are applied here too, because only here are all parts in reach.
 */
package dev.wavetank.model.cluster;

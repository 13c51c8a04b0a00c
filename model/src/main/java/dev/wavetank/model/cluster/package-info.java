/**
 * Puts a cluster together: topology and flags in, wired components out. The only place where components are
 * assembled; {@link dev.wavetank.model.cluster.ClusterParts} says which of them can be replaced by another
 * implementation.
 *
 * <p>Faults that only a cluster knows are applied here too, because only here are all parts in reach.
 */
@NullMarked
package dev.wavetank.model.cluster;

import org.jspecify.annotations.NullMarked;

/**
 * What can be left out of a scenario, or made smaller: documents and fields of manifests, sizes of workloads, parts of
 * the cluster, files; and all that is one step smaller.
 *
 * <p>Only changes of data: nothing here makes a run, so nothing here knows whether a smaller scenario still fails.
 */
@NullMarked
package dev.wavetank.properties.shrink;

import org.jspecify.annotations.NullMarked;

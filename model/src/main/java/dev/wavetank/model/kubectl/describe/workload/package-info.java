/** What creates pods: Deployments, sets and jobs. */
@NullMarked
package dev.wavetank.model.kubectl.describe.workload;

import org.jspecify.annotations.NullMarked;

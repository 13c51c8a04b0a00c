/** The pod that a command means when it names a workload: {@code exec deployment/web}, {@code logs service/web}. */
@NullMarked
package dev.wavetank.model.kubectl.pods;

import org.jspecify.annotations.NullMarked;

/** Pods and the pod templates of other objects. */
@NullMarked
package dev.wavetank.model.kubectl.describe.pod;

import org.jspecify.annotations.NullMarked;

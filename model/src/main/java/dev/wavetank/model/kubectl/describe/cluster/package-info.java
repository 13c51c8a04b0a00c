/** Nodes and namespaces, with the quotas and limits of the latter. */
@NullMarked
package dev.wavetank.model.kubectl.describe.cluster;

import org.jspecify.annotations.NullMarked;

/** Flannel's agent: routes to the pods of other nodes, learned from the annotations of their objects. */
@NullMarked
package dev.wavetank.model.podnetwork.flannel;

import org.jspecify.annotations.NullMarked;

/** Routes to the pods of other nodes by BGP in the manner of Calico: every node tells every other its own range. */
@NullMarked
package dev.wavetank.model.podnetwork.bgp;

import org.jspecify.annotations.NullMarked;

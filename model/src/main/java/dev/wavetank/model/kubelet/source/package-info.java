/** Where the pods of a kubelet come from besides the API: manifests on the node, and their mirrors in the API. */
@NullMarked
package dev.wavetank.model.kubelet.source;

import org.jspecify.annotations.NullMarked;

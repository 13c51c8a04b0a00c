/** Leaving decisions to another component of the cluster, which answers late, wrongly, or not at all. */
@NullMarked
package dev.wavetank.model.apiserver.authz.webhook;

import org.jspecify.annotations.NullMarked;

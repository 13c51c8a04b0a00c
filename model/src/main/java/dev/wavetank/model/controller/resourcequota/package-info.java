/**
 * The resource quota controller: gives back what admission has charged to quotas.
 *
 * <p>Rules: admission alone charges, this controller alone gives back, both by transactions on the state that they
 * judged; nothing is given back because a cache lags. Does not live here: refusals, which are admission's.
 */
@NullMarked
package dev.wavetank.model.controller.resourcequota;

import org.jspecify.annotations.NullMarked;

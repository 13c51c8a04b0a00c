/**
 * Objects that a controller owns: adopting and releasing them by controller reference, finding them by owner, finding
 * orphans, and the expectations that bridge the time until a cache shows what the controller created or deleted. The
 * counterpart of {@code controller_ref_manager.go} and {@code controller_utils.go} in {@code
 * kubernetes/pkg/controller}.
 *
 * <p>Does not live here: which objects a controller creates or deletes.
 */
@NullMarked
package dev.wavetank.model.controller.owned;

import org.jspecify.annotations.NullMarked;

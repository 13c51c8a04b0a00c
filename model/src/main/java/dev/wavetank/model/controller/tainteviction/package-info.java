/**
 * The taint eviction controller, once called the taint manager: deletes pods from nodes with {@code NoExecute} taints
 * when they do not tolerate the taints, or no longer. Does not live here: setting taints.
 */
@NullMarked
package dev.wavetank.model.controller.tainteviction;

import org.jspecify.annotations.NullMarked;

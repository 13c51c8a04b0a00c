/**
 * The taint eviction controller, once called the taint manager: deletes pods from nodes with {@code NoExecute} taints
 * when they do not tolerate them, or not for so long. Who sets the taints is none of its business.
 */
@NullMarked
package dev.wavetank.model.controller.tainteviction;

import org.jspecify.annotations.NullMarked;

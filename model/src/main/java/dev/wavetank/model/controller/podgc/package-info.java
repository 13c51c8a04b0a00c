/**
 * The pod garbage collector: deletes pods that nobody else will: on nodes that are gone, never scheduled but being
 * deleted, and the oldest of too many that have ended.
 */
@NullMarked
package dev.wavetank.model.controller.podgc;

import org.jspecify.annotations.NullMarked;

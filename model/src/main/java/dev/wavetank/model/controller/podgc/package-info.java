/**
 * The pod garbage collector: deletes pods that no other component deletes: pods on deleted nodes, unscheduled pods
 * that are being deleted, and the oldest of too many terminated pods.
 */
@NullMarked
package dev.wavetank.model.controller.podgc;

import org.jspecify.annotations.NullMarked;

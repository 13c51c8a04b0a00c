/**
 * The pod garbage collector: deletes pods that no other component deletes: pods on deleted nodes, unscheduled pods
 * that are being deleted, and the oldest of too many terminated pods.
 */
package dev.wavetank.model.controller.podgc;

/**
 * What is on one node at one moment, as data for people: pods, sandboxes, containers, images, volumes, control groups.
 * Looking changes nothing, and no component of the cluster may use it.
 */
@NullMarked
package dev.wavetank.model.kubelet.inspection;

import org.jspecify.annotations.NullMarked;

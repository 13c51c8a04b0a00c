/**
 * The kubelet's Events about pods and their containers.
 */
@NullMarked
package dev.wavetank.model.kubelet.event;

import org.jspecify.annotations.NullMarked;

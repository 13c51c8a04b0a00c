/**
 * The controller {@code attachdetach}, which attaches volumes to the nodes of the pods that want them, and the program
 * that does so for CSI drivers. The counterpart of {@code pkg/controller/volume/attachdetach} v1.20.
 *
 * <p>Does not live here: what kubelets do with an attached volume ({@code kubelet.volume}).
 */
@NullMarked
package dev.wavetank.model.controller.attachdetach;

import org.jspecify.annotations.NullMarked;

/** The plug-ins that come with a node: those of containernetworking/plugins v1.1, and flannel's own. */
@NullMarked
package dev.wavetank.model.kubelet.cni.plugin;

import org.jspecify.annotations.NullMarked;

/**
 * The controller {@code persistentvolume-binder}: finds a volume for every claim or asks a provisioner for one, and
 * reclaims volumes whose claims have gone. Sources in {@code pkg/controller/volume/persistentvolume}.
 *
 * <p>Rules: the volume points to the claim before the claim points to the volume, so that whatever happens in between
 * no volume has two claims; every step can be repeated, for there is no other memory than the API. The plugins of the
 * real controller are not here: volumes of classes are made by {@code controller.provisioner}, and of the deleters
 * and recyclers there is what paths of hosts and NFS need.
 */
@NullMarked
package dev.wavetank.model.controller.persistentvolume;

import org.jspecify.annotations.NullMarked;

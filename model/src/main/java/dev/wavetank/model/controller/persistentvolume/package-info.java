/**
 * The controller {@code persistentvolume-binder}: finds a volume for every claim or requests one from a provisioner,
 * and reclaims volumes of deleted claims. Sources in {@code pkg/controller/volume/persistentvolume}.
 *
 * <p>Rules: the volume references the claim before the claim references the volume, so that no crash in between gives
 * a volume two claims; every step can be repeated, because the API is the only state. Does not live here: the volume
 * plugins of the real controller. {@code controller.provisioner} makes volumes of classes; deleters and recyclers
 * exist for host paths and NFS only.
 */
package dev.wavetank.model.controller.persistentvolume;

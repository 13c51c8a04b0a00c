/**
 * The controllers {@code pvc-protection} and {@code pv-protection}: they remove the finalizers of deleted claims and
 * volumes that are not in use. The admission plugin {@code StorageObjectInUseProtection} adds these finalizers, and
 * these controllers add them to objects from before the plugin.
 */
package dev.wavetank.model.controller.volumeprotection;

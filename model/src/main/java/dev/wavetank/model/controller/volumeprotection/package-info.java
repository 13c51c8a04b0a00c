/**
 * The controllers {@code pvc-protection} and {@code pv-protection}: they let claims and volumes go that are deleted,
 * as soon as nobody uses them any more. The finalizers by which these are kept are added by the admission plugin
 * {@code StorageObjectInUseProtection}, and here to what was stored before there was such a plugin.
 */
@NullMarked
package dev.wavetank.model.controller.volumeprotection;

import org.jspecify.annotations.NullMarked;

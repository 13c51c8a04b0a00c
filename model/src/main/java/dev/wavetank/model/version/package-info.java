/**
 * The minor versions of Kubernetes, and what changes between them.
 *
 * <p>{@link dev.wavetank.model.version.KubernetesVersion} is one minor version; {@link
 * dev.wavetank.model.version.Feature} is one behaviour with the versions that have it, from the table {@code
 * features.txt}. A component asks {@code version.has(Feature.JOB_TRACKING)}; nothing outside of this package compares
 * versions. {@link dev.wavetank.model.version.VersionRange} reads the same facts from other tables, and {@link
 * dev.wavetank.model.version.PerVersion} keeps what is derived from a version.
 */
@NullMarked
package dev.wavetank.model.version;

import org.jspecify.annotations.NullMarked;

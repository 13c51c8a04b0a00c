/** The kinds of {@code coordination.k8s.io/v1}, as programs read and write them. */
package dev.wavetank.model.api.coordination;

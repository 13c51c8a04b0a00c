/** The kinds of the group {@code storage.k8s.io} that components of the model read. */
package dev.wavetank.model.api.storage;

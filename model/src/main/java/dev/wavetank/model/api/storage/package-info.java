/** The kinds of the group {@code storage.k8s.io} that components of the model read. */
@NullMarked
package dev.wavetank.model.api.storage;

import org.jspecify.annotations.NullMarked;

/** The kinds of the group {@code apps} that have records of their own. */
@NullMarked
package dev.wavetank.model.apiserver.registry.apps;

import org.jspecify.annotations.NullMarked;

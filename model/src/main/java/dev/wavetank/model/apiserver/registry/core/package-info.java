/** The kinds of the core group that have records of their own, except pods. */
@NullMarked
package dev.wavetank.model.apiserver.registry.core;

import org.jspecify.annotations.NullMarked;

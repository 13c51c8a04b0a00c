/** The kinds of the core group that have records of their own, except pods. */
package dev.wavetank.model.apiserver.registry.core;

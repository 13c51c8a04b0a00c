/** The kinds of the group {@code apps} that have records of their own. */
package dev.wavetank.model.apiserver.registry.apps;

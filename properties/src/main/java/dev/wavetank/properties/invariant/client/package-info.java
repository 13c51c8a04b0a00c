/**
 * How programs use the API server: how often they ask, how they try again, what Events they record, and what users'
 * commands say. What the server promises them is in {@code invariant.server}.
 */
@NullMarked
package dev.wavetank.properties.invariant.client;

import org.jspecify.annotations.NullMarked;

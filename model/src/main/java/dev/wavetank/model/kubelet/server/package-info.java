/**
 * What a kubelet serves to API servers: the logs of its containers. The real one also runs commands and forwards ports;
 * no program runs in a simulated container, so these are refused before they get here.
 */
@NullMarked
package dev.wavetank.model.kubelet.server;

import org.jspecify.annotations.NullMarked;

/**
 * Limits on how often something happens: token buckets and exponential back-off, as in {@code
 * k8s.io/client-go/util/flowcontrol}. Everything here is arithmetic on virtual time; nothing here waits.
 */
@NullMarked
package dev.wavetank.model.client.flowcontrol;

import org.jspecify.annotations.NullMarked;

/**
 * Sends Events about objects, with the aggregation and the rate limit of {@code k8s.io/client-go/tools/record}:
 * similar events become one event with a count, and a rate limit applies to each source and object.
 */
@NullMarked
package dev.wavetank.model.client.record;

import org.jspecify.annotations.NullMarked;

/**
 * What happened how often over virtual time: requests, waits, queues, commits, pods; how long API calls took; and the
 * objectives of Kubernetes' SIG Scalability.
 */
@NullMarked
package dev.wavetank.reports.rates;

import org.jspecify.annotations.NullMarked;

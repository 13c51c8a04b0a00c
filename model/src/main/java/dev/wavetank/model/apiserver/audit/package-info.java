/**
 * The audit log: what happened, who made it happen and what came of it, as events in the shape of {@code
 * audit.k8s.io/v1}, chosen by a policy.
 *
 * <p>Rules: nothing is computed for requests that the policy does not want, and nothing at all when there is no
 * backend; the ids of events are drawn from a stream of their own, so that listening changes nothing else in a run.
 * Does not live here: files.
 */
@NullMarked
package dev.wavetank.model.apiserver.audit;

import org.jspecify.annotations.NullMarked;

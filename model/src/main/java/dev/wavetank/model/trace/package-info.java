/**
 * The trace records of the model: requests to the API server, changes of the store, and the milestones of an
 * object's journey.
 *
 * <p>This is what invariants and reports read. They never look into components.
 */
@NullMarked
package dev.wavetank.model.trace;

import org.jspecify.annotations.NullMarked;

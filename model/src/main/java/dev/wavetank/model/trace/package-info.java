/**
 * The trace records of the model: requests to the API server, changes of the store, and the milestones of an
 * object's journey.
 *
 * <p>This is what invariants and reports read. They never look into components.
 */
package dev.wavetank.model.trace;

/**
 * The history of workloads: every template that a StatefulSet or a DaemonSet has had is kept as a ControllerRevision,
 * which distinguishes pods by their template and permits a rollback.
 *
 * <p>Does not live here: when a revision is made and which pods have it, which the controllers decide.
 */
@NullMarked
package dev.wavetank.model.controller.history;

import org.jspecify.annotations.NullMarked;

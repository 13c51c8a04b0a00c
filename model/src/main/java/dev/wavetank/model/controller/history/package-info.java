/**
 * The history of workloads: every template that a StatefulSet or a DaemonSet has had is kept as a ControllerRevision,
 * so that pods can be told apart by it and a set can go back to it.
 *
 * <p>Does not live here: when a revision is made and which pods have it; that is the controllers' own affair.
 */
@NullMarked
package dev.wavetank.model.controller.history;

import org.jspecify.annotations.NullMarked;

/**
 * The ephemeral volume controller: makes the claims of generic ephemeral volumes. Does not live here: what binds these
 * claims, and their deletion, which is a task of the garbage collector.
 */
@NullMarked
package dev.wavetank.model.controller.ephemeralvolume;

import org.jspecify.annotations.NullMarked;

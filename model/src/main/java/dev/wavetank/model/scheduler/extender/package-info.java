/**
 * Extenders: services that take part in a scheduler's decisions over HTTP. The scheduler's side is a client
 * ({@code pkg/scheduler/extender.go}), the other side a component whose behaviour a scenario describes.
 */
@NullMarked
package dev.wavetank.model.scheduler.extender;

import org.jspecify.annotations.NullMarked;

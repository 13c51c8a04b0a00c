/** Ranges of pod addresses for nodes ({@code pkg/controller/nodeipam}). */
@NullMarked
package dev.wavetank.model.controller.nodeipam;

import org.jspecify.annotations.NullMarked;

/**
 * The TTL-after-finished controller: deletes finished Jobs when their time is over. What makes them finish is not
 * known here, nor what becomes of their pods.
 */
@NullMarked
package dev.wavetank.model.controller.ttlafterfinished;

import org.jspecify.annotations.NullMarked;

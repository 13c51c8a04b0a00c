/**
 * The TTL-after-finished controller: deletes finished Jobs when their TTL is over. Does not live here: how Jobs
 * finish, and the deletion of their pods.
 */
@NullMarked
package dev.wavetank.model.controller.ttlafterfinished;

import org.jspecify.annotations.NullMarked;

/** Small commands that read: what the server is, what it serves, what the user may do, and what containers write. */
@NullMarked
package dev.wavetank.model.kubectl.info;

import org.jspecify.annotations.NullMarked;

/**
 * The forms that names, labels and keys must have, which servers and clients check alike. What a name stands for does
 * not live here.
 */
@NullMarked
package dev.wavetank.model.api.naming;

import org.jspecify.annotations.NullMarked;

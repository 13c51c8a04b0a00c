/**
 * Admission plugins about volumes: default classes, resizing, and protection of what is in use.
 */
@NullMarked
package dev.wavetank.model.apiserver.admission.storage;

import org.jspecify.annotations.NullMarked;

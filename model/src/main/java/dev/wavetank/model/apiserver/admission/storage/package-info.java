/**
 * Admission plugins about volumes: default classes, resizing, and protection of what is in use.
 */
package dev.wavetank.model.apiserver.admission.storage;

/**
 * Admission plugins about volumes: default classes, resizing, and protection of what is in use. The objects are JSON
 * trees, as the server keeps them.
 */
package dev.wavetank.model.apiserver.admission.storage;

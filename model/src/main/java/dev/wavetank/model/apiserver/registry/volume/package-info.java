/** Persistent volumes, claims to them, and their classes. */
package dev.wavetank.model.apiserver.registry.volume;

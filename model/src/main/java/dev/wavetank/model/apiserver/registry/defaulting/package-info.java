/** What the server fills in when a body or a patch that came as JSON leaves it out, by type of the schema. */
package dev.wavetank.model.apiserver.registry.defaulting;

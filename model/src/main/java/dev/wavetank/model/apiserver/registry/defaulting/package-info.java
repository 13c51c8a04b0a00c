/** What the server fills in when a body or a patch that came as JSON leaves it out, by type of the schema. */
@NullMarked
package dev.wavetank.model.apiserver.registry.defaulting;

import org.jspecify.annotations.NullMarked;

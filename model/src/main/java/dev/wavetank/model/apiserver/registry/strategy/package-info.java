/** What the rest of the API server may ask about a kind, as one interface. Knows no kind. */
@NullMarked
package dev.wavetank.model.apiserver.registry.strategy;

import org.jspecify.annotations.NullMarked;

/** What the rest of the API server may ask about a kind, as one interface. Knows no kind. */
package dev.wavetank.model.apiserver.registry.strategy;

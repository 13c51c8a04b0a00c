/**
 * API groups that other servers serve behind this one: what they are called is in discovery, and requests for them are
 * handed on. The objects of the kind APIService that say so in a real cluster are not there: a scenario names its servers.
 */
@NullMarked
package dev.wavetank.model.apiserver.aggregator;

import org.jspecify.annotations.NullMarked;

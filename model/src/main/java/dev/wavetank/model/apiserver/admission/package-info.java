/**
 * Plugins that may change or refuse what somebody is permitted to write: they know the present state of the
 * cluster. Does not live here: who may do what at all, and what is a well-formed object.
 */
package dev.wavetank.model.apiserver.admission;

/**
 * The kinds of the core API group that are modelled: plain data, no behaviour beyond small questions about itself.
 */
package dev.wavetank.model.api.core;

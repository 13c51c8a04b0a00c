/**
 * The kinds of API group {@code apps} that are modelled: plain data, no behaviour beyond small questions about
 * itself.
 */
package dev.wavetank.model.api.apps;

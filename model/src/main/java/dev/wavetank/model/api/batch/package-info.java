/**
 * The kinds of API group {@code batch} that controllers read and write: plain data, no behaviour beyond small
 * questions about itself. The API server keeps them as trees.
 */
package dev.wavetank.model.api.batch;

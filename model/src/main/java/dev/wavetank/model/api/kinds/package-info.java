/** The one table of the built-in kinds that have a record. Sees the records of all groups. */
package dev.wavetank.model.api.kinds;

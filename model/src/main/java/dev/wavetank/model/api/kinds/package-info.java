/** The one table of the built-in kinds that have a record. It depends on the records of all groups. */
package dev.wavetank.model.api.kinds;

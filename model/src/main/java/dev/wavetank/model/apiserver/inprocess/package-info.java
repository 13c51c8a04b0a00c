/**
 * How requests and watches of simulated components come in: as objects, never as bytes. They pass the same chain as
 * those that {@code apiserver.http} decodes. What only the audit log and error texts show, address and body, is made
 * from the object when somebody asks.
 */
package dev.wavetank.model.apiserver.inprocess;

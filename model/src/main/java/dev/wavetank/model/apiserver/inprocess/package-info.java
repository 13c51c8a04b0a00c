/**
 * Receives requests and watches of simulated components as objects, never as bytes. They pass the same chain as
 * those that {@code apiserver.http} decodes. What only the audit log and error texts show, address and body, is made
 * from the object on demand.
 */
package dev.wavetank.model.apiserver.inprocess;

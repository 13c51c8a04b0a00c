package dev.wavetank.sim.network;

/**
 * The two ways of the calls of one actor to one server.
 *
 * @param requests to the server
 * @param answers back
 */
record CallLanes(Lane requests, Lane answers) {}

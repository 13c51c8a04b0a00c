/**
 * The client library that every component talks to the API server with: requests with a client-side rate limit,
 * informers, work queues and the event recorder. The counterpart of client-go. A user's controller is built from
 * the same parts.
 */
package dev.wavetank.model.client;

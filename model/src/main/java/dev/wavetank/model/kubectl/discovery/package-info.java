/**
 * What kubectl knows about the server before it can name a resource: discovery documents, read over the network and
 * kept on the user's disk. How names become requests stands in {@code syntax}; commands that print what the server
 * serves stand in {@code info}.
 */
@NullMarked
package dev.wavetank.model.kubectl.discovery;

import org.jspecify.annotations.NullMarked;

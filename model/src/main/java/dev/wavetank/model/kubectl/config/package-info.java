/**
 * Who runs a command, and which server gets its requests: kubeconfig files and the flags that override them, by
 * the rules
 * of client-go's {@code clientcmd}. Does not live here: how credentials are judged, which is for the server.
 */
@NullMarked
package dev.wavetank.model.kubectl.config;

import org.jspecify.annotations.NullMarked;

/** Who sends a request. Does not live here: what they may do. */
package dev.wavetank.model.apiserver.authn;

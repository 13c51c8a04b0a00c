/**
 * What services get from the API server besides being stored: addresses and ports that no other service has.
 *
 * <p>Which ones are taken stands in etcd ({@code /registry/ranges}), one object a range, written with
 * compare-and-swap: so servers in front of one etcd never give the same out twice, and a crash loses nothing. It is
 * better to lose an address for a while than to give it out twice: what a write needs is taken before it, and what it
 * leaves is given back after it. What a crash in between leaves taken stays taken. Mistakes of form are found
 * elsewhere, in {@code registry.generic}.
 */
package dev.wavetank.model.apiserver.allocation;

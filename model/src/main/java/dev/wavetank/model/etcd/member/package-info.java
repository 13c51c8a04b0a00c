/**
 * etcd as a group of members that replicate one store by Raft, as production clusters do with three or five members.
 *
 * <p>{@link dev.wavetank.model.etcd.member.EtcdGroup} builds a group and offers what an operator
 * works with: disks, backups, new members. {@link dev.wavetank.model.etcd.member.EtcdMember} is one member: it hands
 * writes to {@link dev.wavetank.model.etcd.raft.Raft} and executes what comes back, in order, on its own store. Any
 * member serves any client. Does not live here: what a request means, which is the business of {@code model.etcd}.
 */
@NullMarked
package dev.wavetank.model.etcd.member;

import org.jspecify.annotations.NullMarked;

package dev.wavetank.model.etcd.member;

import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.etcd.EtcdErrors;
import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Puts new members in the place of members that lost their disks, as an operator does it: takes the old one out of the
 * group, adds a new one, and starts that with an empty disk. One at a time, and tries again until the group has done
 * what it is asked for; the group needs a majority for it.
 */
public final class Replacement {

    private static final long RETRY = VirtualTime.SECOND;

    private final Context context;
    private final Endpoint endpoint;
    private final EtcdGroup group;
    private final Deque<Job> jobs = new ArrayDeque<>();
    private final Set<String> lost = new LinkedHashSet<>();

    private record Job(String member, Runnable start) {}

    /** Somebody who talks to the group from this endpoint. */
    public Replacement(Context context, Endpoint endpoint, EtcdGroup group) {
        this.context = context;
        this.endpoint = endpoint;
        this.group = group;
    }

    /**
     * Wipes the disk of a member that is down, unless the group would then have no majority left that has its
     * data.
     *
     * @return whether the disk is lost
     */
    public boolean loseDisk(String member) {
        boolean bearable =
                lost.contains(member) || 2 * (lost.size() + 1) < group.names().size();
        if (bearable) {
            group.loseDisk(member);
            lost.add(member);
        }
        return bearable;
    }

    /**
     * Begins to replace a member whose disk is lost.
     *
     * @param start starts its component, once the group expects the new member
     */
    public void replace(String member, Runnable start) {
        jobs.add(new Job(member, start));
        if (jobs.size() == 1) {
            removeOld();
        }
    }

    /** All disks have been written anew: there is nothing left to replace. */
    public void restored() {
        jobs.forEach(job -> job.start().run());
        jobs.clear();
        lost.clear();
    }

    private void removeOld() {
        Job job = jobs.element();
        String old = group.disk(job.member()).raft().id();
        ask(job, new EtcdRequest.RemoveMember(old), EtcdErrors.MEMBER_NOT_FOUND, () -> {
            String id = group.replace(job.member());
            ask(job, new EtcdRequest.AddMember(id), EtcdErrors.MEMBER_EXISTS, () -> {
                jobs.remove();
                lost.remove(job.member());
                job.start().run();
                if (!jobs.isEmpty()) {
                    removeOld();
                }
            });
        });
    }

    private void ask(Job job, EtcdRequest request, String alreadyDone, Runnable then) {
        List<String> others =
                group.names().stream().filter(name -> !lost.contains(name)).toList();
        new EtcdClient(endpoint, others).send(request).whenDone(response -> {
            if (jobs.peek() != job) {
                return;
            }
            boolean done = response instanceof EtcdResponse.Done
                    || response instanceof EtcdResponse.Refused refused
                            && refused.message().equals(alreadyDone);
            if (done) {
                then.run();
            } else {
                context.after(RETRY, () -> {
                    if (jobs.peek() == job) {
                        ask(job, request, alreadyDone, then);
                    }
                });
            }
        });
    }
}

package dev.wavetank.model.etcd.member;

import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.etcd.raft.RaftDisk;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A group of members as its operator sees it: which there are, and what is on their disks. */
public final class EtcdGroup {

    private final MemberSettings settings;
    private final List<String> names;
    private final Map<String, MemberDisk> disks = new LinkedHashMap<>();
    private final CommitTrace commits = new CommitTrace();
    /** Ids of the members with which the log begins. */
    private List<String> founders;
    /** The data with which the log begins. */
    private EtcdStore foundation;

    private int generation = 1;

    /**
     * A new group.
     *
     * @param names of the components; as many as there are members, best an odd number
     * @param initial what is in the store before the first member starts
     * @param settings of all members
     */
    public EtcdGroup(List<String> names, EtcdStore initial, MemberSettings settings) {
        if (names.isEmpty()) {
            throw new IllegalArgumentException("a group of etcd members needs at least one");
        }
        this.names = List.copyOf(names);
        this.founders = this.names;
        this.foundation = initial.copy();
        this.settings = settings;
        for (String name : names) {
            disks.put(name, new MemberDisk(name, names, initial.copy()));
        }
    }

    /** The names of the components. */
    public List<String> names() {
        return names;
    }

    /** The next incarnation of the member whose name the context has. */
    public Component member(Context context, Endpoint endpoint) {
        return member(context, endpoint, settings);
    }

    /** The same with settings of its own, for a disk that is slower than the others. */
    public Component member(Context context, Endpoint endpoint, MemberSettings own) {
        return new EtcdMember(context, endpoint, disk(context.name()), own, commits, this::farthest);
    }

    private long farthest() {
        return disks.values().stream().mapToLong(disk -> disk.raft().applied()).reduce(0, Math::max);
    }

    /** What is on the disk of a member. */
    public MemberDisk disk(String name) {
        MemberDisk disk = disks.get(name);
        if (disk == null) {
            throw new IllegalArgumentException("there is no etcd member '" + name + "': choose from " + names);
        }
        return disk;
    }

    /**
     * Wipes the disk of a member that is down. It would forget what it voted for and what it acknowledged, so it
     * refuses to start again until it is replaced.
     */
    public void loseDisk(String name) {
        disk(name).lose();
    }

    /**
     * Prepares a disk without a log for a new member in the place of one that lost its own. It starts when the group
     * has executed {@link EtcdRequest.RemoveMember} of the old id and {@link EtcdRequest.AddMember} of
     * the new one.
     *
     * @return id of the new member
     */
    public String replace(String name) {
        String id = newId(name);
        disk(name).begin(new RaftDisk(id, founders), foundation.copy());
        return id;
    }

    /** A consistent copy of all that the group has committed, from the member that has come the farthest. */
    public EtcdStore backup() {
        MemberDisk farthest = disk(names.get(0));
        for (MemberDisk disk : disks.values()) {
            farthest = disk.store().revision() > farthest.store().revision() ? disk : farthest;
        }
        return farthest.store().copy();
    }

    /** A consistent copy of a member's data ({@code etcdctl snapshot save}). */
    public EtcdStore backup(String name) {
        return disk(name).store().copy();
    }

    /**
     * Makes a new group of the data in a backup. All members have to be down; they forget everything else. See
     * {@link EtcdStore#restored} for what clients of the old group are in for.
     *
     * @param bump added to the revision of the backup; 0: the revision goes back
     */
    public void restore(EtcdStore backup, long bump) {
        EtcdStore restored = backup.restored(bump);
        foundation = restored.copy();
        generation++;
        founders = names.stream().map(name -> name + "#" + generation).toList();
        for (int i = 0; i < names.size(); i++) {
            disk(names.get(i)).begin(new RaftDisk(founders.get(i), founders), restored.copy());
        }
        commits.goOnAfter(restored.revision());
    }

    private String newId(String name) {
        generation++;
        return name + "#" + generation;
    }

    /** The component of the member with an id. */
    static String component(String id) {
        int generation = id.indexOf('#');
        return generation < 0 ? id : id.substring(0, generation);
    }
}

package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Decision;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.Event;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.random.RandomStream;
import java.util.List;

/** What plugins can learn about the cluster, and what they can do: write, wait, and ask others. */
public interface ClusterView {

    /** The release as which the server speaks. */
    KubernetesVersion version();

    /** Current virtual time, in nanoseconds. */
    long now();

    /** Runs something after so many nanoseconds, unless the server ends before. */
    void after(long delay, Event event);

    /** The stream of random numbers for one purpose. */
    RandomStream random(String purpose);

    /**
     * Says that the plugin looks up this resource in the server's cache, so that requests wait until the cache knows
     * it. To be called by constructors of plugins only.
     */
    void follow(ResourceType resource);

    /** Whether the cache has read everything that plugins look up. */
    boolean isSynced();

    /** Whether the server knows the cluster, as soon as it does; false when that takes longer than it waits. */
    Completion<Boolean> whenSynced();

    /**
     * The objects of a namespace as the server's cache has them; it lags behind etcd. The empty string stands for all
     * namespaces.
     */
    List<KubernetesObject> cached(ResourceType resource, String namespace);

    /** One object as the server's cache has it, or null. */
    KubernetesObject cached(ResourceType resource, ObjectKey key);

    /** One object as it is now. */
    Completion<EtcdResponse> live(ResourceType resource, ObjectKey key);

    /** The objects of a namespace as they are now. */
    Completion<EtcdResponse> liveList(ResourceType resource, String namespace);

    /** The object with the defaults of its kind, where a plugin has added something that lacks them. */
    KubernetesObject withDefaults(ResourceType resource, KubernetesObject object);

    /** Stores an object when nobody has changed it since the revision that it carries. */
    Completion<EtcdResponse> store(ResourceType resource, KubernetesObject object);

    /** Has the server execute a request of its own, with all rights; it passes admission as any other. */
    Completion<ApiResponse> request(ApiRequest request);

    /** Whether somebody may do something, and if not, why. */
    Completion<Decision> authorize(Attributes attributes);

    /**
     * Calls another component over the network.
     *
     * @param timeout nanoseconds until the server gives up
     */
    <Q, R> Completion<Reply<R>> call(Address<Q, R> to, Q request, long timeout);
}

package dev.wavetank.model.api;

import java.util.Collections;
import java.util.Map;

/** What a client asks of the API server. Watches are asked for with {@link WatchRequest}. */
public sealed interface ApiRequest {

    /** Which resource it is about. */
    ResourceType resource();

    /** The namespace; the empty string for cluster-scoped resources and for lists over all namespaces. */
    String namespace();

    /** The name; the empty string for lists and when the server is to make one. */
    String name();

    /** Subresource such as {@code status}, or the empty string. */
    String subresource();

    /** The verb, as authorization sees it. */
    Verb verb();

    /** Namespace and name. */
    default ObjectKey key() {
        return new ObjectKey(namespace(), name());
    }

    /**
     * What it is about, in the order of a resource's path: {@code pods/default/web-1/status}; for an object that the
     * server is to name, as much of the name as is known.
     */
    default String subject() {
        String name = name();
        if (name.isEmpty() && this instanceof Create create) {
            String prefix = create.body().metadata().generateName();
            name = prefix == null ? "" : prefix;
        }
        String path = resource().plural() + "/" + new ObjectKey(namespace(), name);
        return subresource().isEmpty() ? path : path + "/" + subresource();
    }

    /** Reads one object, or one of its subresources: {@code scale} shows it as a {@code Scale}. */
    record Get(ResourceType resource, String namespace, String name, String subresource, ReadOptions options)
            implements ApiRequest {

        /** Reads an object as it is now. */
        public Get(ResourceType resource, String namespace, String name) {
            this(resource, namespace, name, ReadOptions.DEFAULT);
        }

        /** Reads an object. */
        public Get(ResourceType resource, String namespace, String name, ReadOptions options) {
            this(resource, namespace, name, "", options);
        }

        /** Reads a subresource as it is now. */
        public Get(ResourceType resource, String namespace, String name, String subresource) {
            this(resource, namespace, name, subresource, ReadOptions.DEFAULT);
        }

        @Override
        public Verb verb() {
            return Verb.GET;
        }
    }

    /** Reads the objects of a resource that are selected. */
    record List(ResourceType resource, String namespace, Selection selection, ReadOptions options)
            implements ApiRequest {

        /** Reads them all, as they are now. */
        public List(ResourceType resource, String namespace, Selection selection) {
            this(resource, namespace, selection, ReadOptions.DEFAULT);
        }

        @Override
        public String name() {
            return "";
        }

        @Override
        public String subresource() {
            return "";
        }

        @Override
        public Verb verb() {
            return Verb.LIST;
        }
    }

    /** Stores a new object, or POSTs to a subresource such as {@code binding} of the named object. */
    record Create(ResourceType resource, String namespace, String name, String subresource, KubernetesObject body)
            implements ApiRequest {

        /** Stores a new object under its own name, or under one that the server makes. */
        public static Create of(ResourceType resource, KubernetesObject body) {
            ObjectKey key = body.key();
            return new Create(resource, key.namespace(), key.name() == null ? "" : key.name(), "", body);
        }

        /** The same request with another body. */
        public Create withBody(KubernetesObject other) {
            return new Create(resource, namespace, name, subresource, other);
        }

        @Override
        public Verb verb() {
            return Verb.CREATE;
        }
    }

    /**
     * Replaces an object, or only its status; fails with a conflict when the body's resourceVersion is not the
     * latest.
     */
    record Update(ResourceType resource, String subresource, KubernetesObject body) implements ApiRequest {
        @Override
        public String namespace() {
            return body.key().namespace();
        }

        @Override
        public String name() {
            return body.metadata().name();
        }

        @Override
        public Verb verb() {
            return Verb.UPDATE;
        }
    }

    /** Changes some fields of an object, whatever its latest state. */
    record Patch(ResourceType resource, String namespace, String name, String subresource, Change change)
            implements ApiRequest {
        @Override
        public Verb verb() {
            return Verb.PATCH;
        }
    }

    /** Deletes an object. */
    record Delete(ResourceType resource, String namespace, String name, DeleteOptions options) implements ApiRequest {
        @Override
        public String subresource() {
            return "";
        }

        @Override
        public Verb verb() {
            return Verb.DELETE;
        }
    }

    /**
     * Deletes the objects that a list would give, one after the other.
     *
     * @param resource the resource
     * @param namespace the empty string for all
     * @param selection which objects
     * @param read how they are listed
     * @param options how each of them is deleted
     */
    record DeleteCollection(
            ResourceType resource, String namespace, Selection selection, ReadOptions read, DeleteOptions options)
            implements ApiRequest {

        @Override
        public String name() {
            return "";
        }

        @Override
        public String subresource() {
            return "";
        }

        @Override
        public Verb verb() {
            return Verb.DELETECOLLECTION;
        }
    }

    /**
     * Which objects a list or watch is about.
     *
     * @param labels they must match
     * @param fields paths such as {@code spec.nodeName} and the values that they must have
     * @param others such paths and the values that they must not have
     * @param includeUninitialized whether objects count that initializers have not finished yet (until v1.13)
     */
    record Selection(
            LabelSelector labels,
            Map<String, String> fields,
            Map<String, java.util.List<String>> others,
            boolean includeUninitialized) {

        /** A selection of initialized objects. */
        public Selection(LabelSelector labels, Map<String, String> fields) {
            this(labels, fields, Collections.emptyMap(), false);
        }

        /** The same selection with uninitialized objects. */
        public Selection withUninitialized() {
            return new Selection(labels, fields, others, true);
        }

        /** The same selection without objects whose fields have one of these values. */
        public Selection without(Map<String, java.util.List<String>> values) {
            return new Selection(labels, fields, values, includeUninitialized);
        }

        /** Everything. */
        public static final Selection ALL = new Selection(new LabelSelector(null, null), Collections.emptyMap());

        /** The object of that name. */
        public static Selection named(String name) {
            return new Selection(ALL.labels, Collections.singletonMap("metadata.name", name));
        }

        /** The pods that are bound to a node. */
        public static Selection onNode(String node) {
            return new Selection(ALL.labels, Collections.singletonMap("spec.nodeName", node));
        }
    }

    /**
     * How an object is deleted.
     *
     * @param gracePeriodSeconds overrides the object's own, or null
     * @param uid the object must have it, or null
     * @param propagationPolicy {@code Background}, {@code Foreground}, {@code Orphan}, or null for the default
     * @param resourceVersion the object must have it, or null
     */
    record DeleteOptions(
            Long gracePeriodSeconds, String uid, String propagationPolicy, ResourceVersion resourceVersion) {

        /** Options without a precondition on the version. */
        public DeleteOptions(Long gracePeriodSeconds, String uid, String propagationPolicy) {
            this(gracePeriodSeconds, uid, propagationPolicy, null);
        }

        /** All by default. */
        public static final DeleteOptions DEFAULT = new DeleteOptions(null, null, null);
    }

    /** A change that a patch makes. */
    sealed interface Change {

        /** Adds an owner, for an object with the given uid only. */
        record AddOwner(OwnerReference owner, String uid) implements Change {}

        /** Removes an owner, for an object with the given uid only. */
        record RemoveOwner(String ownerUid, String uid) implements Change {}

        /**
         * Sets the status to that of the given pod, for the pod with its uid only. Its deletion and binding are
         * left alone, and conditions that others than kubelets write.
         */
        record PodStatus(KubernetesObject pod) implements Change {}

        /**
         * Changes conditions of a node, each the one of its type: the fields that it has in the given node; those that
         * are null there stay as they are.
         */
        record NodeConditions(KubernetesObject node) implements Change {}

        /**
         * Sets the taints of a node to those of the given one.
         *
         * @param unlessChanged whether the stored node must have the revision of the given one
         */
        record NodeTaints(KubernetesObject node, boolean unlessChanged) implements Change {}

        /** Sets the number of replicas. */
        record Replicas(int replicas) implements Change {}

        /** JSON merge patch (RFC 7386): a JSON tree whose nulls delete. */
        record Merge(Map<String, Object> tree) implements Change {}

        /**
         * A patch as it came over the wire.
         *
         * @param type its media type, such as {@code application/json-patch+json}
         * @param patch its JSON tree
         */
        record Document(String type, Object patch) implements Change {}
    }
}

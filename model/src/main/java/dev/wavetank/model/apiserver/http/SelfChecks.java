package dev.wavetank.model.apiserver.http;

import dev.wavetank.sim.Completion;

/** What a server knows of itself and tells to those who ask for its health. */
public interface SelfChecks {

    /** The issuer of its tokens for service accounts; the empty string when it makes none. */
    String issuer();

    /** Whether etcd answers. */
    Completion<Boolean> etcdAnswers();
}

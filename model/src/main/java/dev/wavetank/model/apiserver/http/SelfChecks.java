package dev.wavetank.model.apiserver.http;

import dev.wavetank.sim.Completion;

/** What a server checks of itself and reports at its health endpoints. */
public interface SelfChecks {

    /** The issuer of its tokens for service accounts; the empty string when it makes none. */
    String issuer();

    /** Whether etcd answers. */
    Completion<Boolean> etcdAnswers();
}

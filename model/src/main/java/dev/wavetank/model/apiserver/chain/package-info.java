/**
 * The chain that every request passes before anybody looks at what it is about: {@link
 * dev.wavetank.model.apiserver.chain.RequestChain} is the one place where it can be read from top to bottom.
 *
 * <p>A station is a {@link dev.wavetank.model.apiserver.chain.Link}; what travels is a {@link
 * dev.wavetank.model.apiserver.chain.RequestInFlight}, whichever front it came through: typed requests of simulated
 * components, their watches, and HTTP all pass the same links. Does not live here: who is who ({@code authn}), who
 * may do what ({@code authz}), the audit log ({@code audit}), and what follows at the end of the chain: admission,
 * the registry and storage.
 *
 * <p>Flow control is that of {@code --max-requests-inflight} and {@code --max-mutating-requests-inflight}. API Priority
 * and Fairness, which newer releases switch on, is not modelled: there are no priority levels and no fair queues.
 */
package dev.wavetank.model.apiserver.chain;

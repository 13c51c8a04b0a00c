package dev.wavetank.model.apiserver.audit;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.apiserver.chain.AuditLink;
import dev.wavetank.model.apiserver.chain.RequestInFlight;
import dev.wavetank.model.apiserver.registry.validation.Names;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import org.jspecify.annotations.Nullable;

/** The link of the chain that writes the audit log: one event for each stage of each request that the policy wants. */
public final class AuditLog implements AuditLink {

    private final Context context;
    private final AuditPolicy policy;
    private final AuditBackend backend;
    private final AuditEvents events;
    private final RandomStream ids;

    /** A log of a server that speaks as a release does. */
    public AuditLog(Context context, AuditPolicy policy, AuditBackend backend, KubernetesVersion version) {
        this.context = context;
        this.policy = policy;
        this.backend = backend;
        this.events = new AuditEvents(version.has(Feature.AUDIT_STATUS_MESSAGES));
        this.ids = context.random("auditID");
    }

    @Override
    public Completion<ApiResponse> handle(RequestInFlight passage, Next next) {
        AuditRule rule = policy.ruleFor(passage.attributes());
        if (rule == null) {
            return next.handle(passage);
        }
        String id = Names.uid(ids);
        write(rule, id, AuditStage.REQUEST_RECEIVED, passage, null);
        return next.handle(passage).map(response -> {
            if (passage.incoming().isLongRunning() && response.isSuccess()) {
                write(rule, id, AuditStage.RESPONSE_STARTED, passage, response);
                passage.incoming().whenEnded(() -> write(rule, id, AuditStage.RESPONSE_COMPLETE, passage, response));
            } else {
                write(rule, id, AuditStage.RESPONSE_COMPLETE, passage, response);
            }
            return response;
        });
    }

    @Override
    public void unauthenticated(RequestInFlight passage, ApiResponse refusal) {
        AuditRule rule = policy.ruleFor(passage.attributes());
        if (rule != null) {
            // The real server writes this one stage.
            write(rule, Names.uid(ids), AuditStage.RESPONSE_STARTED, passage, refusal);
        }
    }

    private void write(
            AuditRule rule, String id, AuditStage stage, RequestInFlight passage, @Nullable ApiResponse response) {
        if (!rule.omitStages().contains(stage)) {
            AuditEvents.Moment moment = new AuditEvents.Moment(rule, id, stage, context.now(), context.clock());
            backend.write(events.event(moment, passage, response));
        }
    }
}

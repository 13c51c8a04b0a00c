package dev.wavetank.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options that say where the result of a run goes. */
final class ResultOptions {

    @Option(
            names = {"-o", "--output"},
            paramLabel = "text|json",
            defaultValue = "text",
            description = "Form of the result on standard output: text (default) or json, where every time is in"
                    + " nanoseconds of virtual time.")
    Format format;

    @Option(
            names = "--trace",
            paramLabel = "FILE.jsonl",
            description = "Write every record of the trace, one JSON a line.")
    Path trace;

    @Option(
            names = "--audit-log",
            paramLabel = "FILE.jsonl",
            description = "Write the API server's audit log, in Kubernetes' own form: every request with all that was"
                    + " sent and answered, unless a policy says otherwise.")
    Path audit;

    @Option(
            names = "--audit-policy",
            paramLabel = "FILE",
            description = "What the audit log is to have: a Policy of audit.k8s.io/v1.")
    Path auditPolicy;

    @Option(names = "--report", paramLabel = "DIR", description = "Write a report: HTML, JSON, text and .hgrm files.")
    Path report;
}

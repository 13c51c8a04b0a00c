package dev.wavetank.cli.execution;

import dev.wavetank.cli.terminal.Format;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that choose the form of the result and the files that a run writes. */
public final class ResultOptions {

    @Option(
            names = {"-o", "--output"},
            paramLabel = "text|json",
            defaultValue = "text",
            description = "Form of the result on standard output: text (default) or json, where every time is in"
                    + " nanoseconds of virtual time.")
    private Format format;

    @Option(
            names = "--trace",
            paramLabel = "FILE.jsonl",
            description = "Write every record of the trace, one JSON a line.")
    private Path trace;

    @Option(
            names = "--audit-log",
            paramLabel = "FILE.jsonl",
            description = "Write the API server's audit log, in Kubernetes' own form: every request with all that was"
                    + " sent and answered, unless a policy says otherwise.")
    private Path audit;

    @Option(
            names = "--audit-policy",
            paramLabel = "FILE",
            description = "What the audit log is to have: a Policy of audit.k8s.io/v1.")
    private Path auditPolicy;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Write a report: HTML, Markdown, JSON, CSV, OpenMetrics, text and .hgrm files.")
    private Path report;

    /** Form of the result on standard output. */
    public Format format() {
        return format;
    }

    /** Directory of the report; empty when no report is wanted. */
    public Optional<Path> report() {
        return Optional.ofNullable(report);
    }

    /** File of the trace; null when no trace file is wanted. */
    Path trace() {
        return trace;
    }

    /** File of the audit log; null when no audit log is wanted. */
    Path audit() {
        return audit;
    }

    /** File with the audit policy; null for the default policy. */
    Path auditPolicy() {
        return auditPolicy;
    }
}

package dev.wavetank.reports;

import dev.wavetank.reports.journey.StageLatency;
import dev.wavetank.reports.metrics.PrometheusText;
import dev.wavetank.reports.rates.OpenMetricsText;
import dev.wavetank.sim.VirtualTime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a report into a directory. */
public final class ReportWriter {

    private ReportWriter() {}

    /**
     * Writes {@code report.html}, {@code report.json}, {@code stages.txt}, {@code metrics.txt}, {@code report.md},
     * {@code series.csv}, {@code openmetrics.txt} and one {@code .hgrm} file for each
     * stage that has samples. Makes the directory when it is missing and replaces files of these names.
     *
     * @throws UncheckedIOException when the directory cannot be made or written, naming it
     */
    public static void write(Report report, Path directory) {
        try {
            Files.createDirectories(directory);
            Files.writeString(directory.resolve("report.html"), HtmlReport.render(report));
            Files.writeString(directory.resolve("report.json"), JsonReport.render(report));
            Files.writeString(directory.resolve("stages.txt"), TextReport.render(report));
            Files.writeString(directory.resolve("metrics.txt"), PrometheusText.render(report.metrics()));
            Files.writeString(directory.resolve("report.md"), MarkdownReport.render(report));
            Files.writeString(directory.resolve("series.csv"), RateText.csv(report.rates()));
            Files.writeString(
                    directory.resolve("openmetrics.txt"),
                    OpenMetricsText.render(
                            report.rates(), report.metrics(), (double) report.virtualTime() / VirtualTime.SECOND));
            for (StageLatency latency : report.latency().stages()) {
                Files.write(directory.resolve(latency.stage().key() + ".hgrm"), distribution(report, latency));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(
                    "cannot write the report into " + directory
                            + ": name a directory that you may write to, with room left on its disk",
                    failure);
        }
    }

    private static byte[] distribution(Report report, StageLatency latency) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
        report.latency().writeDistribution(latency.stage(), out);
        out.flush();
        return bytes.toByteArray();
    }
}

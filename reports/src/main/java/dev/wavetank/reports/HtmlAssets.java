package dev.wavetank.reports;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Collectors;

/**
 * Scripts and styles that are inlined into the page, so that it needs no network.
 *
 * @param style all style sheets
 * @param chartScript uPlot with its licence
 * @param pageScript what draws curves and series, and sorts
 */
public record HtmlAssets(String style, String chartScript, String pageScript) {

    /** Of the page of a run. */
    static HtmlAssets ofRun() {
        return load("report.css", "report.js", "series.js", "table.js", "waterfall.js");
    }

    /** Of the page of a measurement of many runs. */
    public static HtmlAssets ofMeasurement() {
        return load("report.css", "measurement.js", "table.js");
    }

    private static HtmlAssets load(String style, String... scripts) {
        String chart = read("uplot/uPlot.iife.min.js");
        String code = chart.substring(chart.indexOf('\n') + 1); // the banner; the licence below says the same
        return new HtmlAssets(
                read("uplot/uPlot.min.css") + "\n" + read(style),
                "/* uPlot 1.6.32\n\n" + read("uplot/LICENSE") + "*/\n" + code,
                read("percentiles.js")
                        + Arrays.stream(scripts).map(HtmlAssets::read).collect(Collectors.joining("\n", "\n", "")));
    }

    /** The content security policy of the page: these two scripts, inline styles, nothing from anywhere. */
    public String policy() {
        return "default-src 'none'; style-src 'unsafe-inline'; script-src '" + digest(chartScript) + "' '"
                + digest(pageScript) + "'";
    }

    private static String digest(String script) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every JDK has SHA-256", impossible);
        }
    }

    private static String read(String name) {
        try (InputStream in = HtmlAssets.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new AssertionError("resource " + name + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read the resource " + name, failure);
        }
    }
}

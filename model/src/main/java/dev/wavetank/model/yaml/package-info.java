/**
 * Reads manifests as kubectl reads them, and writes trees back as YAML.
 *
 * <p>The YAML syntax is parsed by snakeyaml-engine; what a scalar means, how {@code <<} merges and how keys
 * become strings is decided here, because no Java schema agrees with the YAML library inside kubectl.
 * Everything is a pure function of the text. A tree consists of {@code LinkedHashMap<String, Object>},
 * {@code ArrayList<Object>}, {@code String}, {@code Long}, {@code Double}, {@code Boolean} and {@code null}.
 *
 * <p>What the fields mean, and what a {@code List} holds, is not known here.
 */
package dev.wavetank.model.yaml;

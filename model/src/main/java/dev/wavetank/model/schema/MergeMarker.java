package dev.wavetank.model.schema;

import dev.wavetank.model.version.VersionRange;
import java.util.Collections;
import java.util.List;

/**
 * What one manager of fields can own in a value: the markers {@code listType}, {@code listMapKey}, {@code mapType} and
 * {@code structType} of the Go types.
 *
 * @param kind which marker
 * @param keys the fields that identify the items of a list; empty for other kinds than {@link Kind#LIST_MAP}
 * @param versions the versions that have the marker
 */
public record MergeMarker(Kind kind, List<String> keys, VersionRange versions) {
    /** The markers. */
    public enum Kind {
        /** No marker: lists are owned as a whole; of maps and objects each field is owned on its own. */
        NONE,
        /** Each item of the list, identified by its keys. */
        LIST_MAP,
        /** Each value of the list. */
        LIST_SET,
        /** The map as a whole. */
        MAP_ATOMIC,
        /** The object as a whole. */
        STRUCT_ATOMIC,
        /** Each field of the object, although its type is atomic. */
        STRUCT_GRANULAR
    }

    private static final VersionRange ALL = VersionRange.of("", "");

    /** No marker. */
    public static final MergeMarker NONE = of(Kind.NONE, Collections.emptyList());

    /** A marker that every version has. */
    public static MergeMarker of(Kind kind, List<String> keys) {
        return new MergeMarker(kind, keys, ALL);
    }

    /** Reads the notation of {@code types.txt}: {@code listType=map(name)}, {@code structType=atomic@v1.22}. */
    static MergeMarker parse(String text) {
        int at = text.indexOf('@');
        String marker = at < 0 ? text : text.substring(0, at);
        VersionRange versions = at < 0 ? ALL : VersionRange.of(text.substring(at + 1), "");
        if (marker.startsWith("listType=map(")) {
            String keys = marker.substring("listType=map(".length(), marker.length() - 1);
            return new MergeMarker(Kind.LIST_MAP, List.of(keys.split(",")), versions);
        }
        Kind kind = switch (marker) {
            case "listType=set" -> Kind.LIST_SET;
            case "mapType=atomic" -> Kind.MAP_ATOMIC;
            case "structType=atomic" -> Kind.STRUCT_ATOMIC;
            case "structType=granular" -> Kind.STRUCT_GRANULAR;
            default -> throw new IllegalArgumentException("no marker is written " + marker);
        };
        return new MergeMarker(kind, Collections.emptyList(), versions);
    }
}

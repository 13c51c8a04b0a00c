package dev.wavetank.properties.oracle;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.properties.oracle.StoredObjects.Stored;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names for what differs from run to run: uids, instants, generated names and addresses that were given out. */
final class Names {

    /** What admission calls the volume with a pod's token. */
    private static final String TOKEN_VOLUME = "kube-api-access-";

    private static final Pattern UID = Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern INSTANT = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z");
    private static final Pattern CONTAINER = Pattern.compile("\\w+://[0-9a-f]{8,}");
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(?:\\.\\d{1,3}){3}");
    /** Five of the letters that the API server makes names of. */
    private static final Pattern GENERATED =
            Pattern.compile("([a-z0-9.-]*-)[bcdfghjklmnpqrstvwxz2456789]{5}(?![a-z0-9])");

    private static final String TOKEN_OWNER = "kubernetes.io/service-account.name";

    private final Map<String, String> byUid = new TreeMap<>();
    private final Map<String, String> byAddress = new TreeMap<>();
    private final Set<String> prefixes = new TreeSet<>();
    /** What became of each text: most occur in many objects. */
    private final Map<String, String> known = new HashMap<>();

    Names(Collection<Stored> objects) {
        prefixes.add(TOKEN_VOLUME);
        for (Stored stored : objects) {
            ObjectMeta metadata = stored.object().metadata();
            // A ReplicaSet's pod that was refused is named in a condition, and nowhere else.
            prefixes.add(metadata.name() + "-");
            if (metadata.generateName() != null) {
                prefixes.add(metadata.generateName());
            }
            String account = metadata.annotations().get(TOKEN_OWNER);
            if (account != null) {
                prefixes.add(account + "-token-");
            }
        }
        for (Stored stored : objects) {
            if (stored.object().uid() != null) {
                byUid.put(stored.object().uid(), of(stored));
            }
        }
    }

    /** Gives an address the name of its owner. */
    void give(String address, Stored owner) {
        byAddress.put(address, of(owner));
        known.clear();
    }

    /** The name of an object; that of all its equals when the server or a controller made it. */
    String of(Stored stored) {
        return stored.resource().qualified() + "/"
                + generated(stored.object().key().toString());
    }

    /** Whether the object is one of several with this name. */
    static boolean isShared(String name) {
        return name.endsWith("#");
    }

    /** A text in which nothing is left that differs from run to run. */
    String in(String text) {
        return text.length() < 5 ? text : known.computeIfAbsent(text, this::replaced);
    }

    private String replaced(String text) {
        String general = replace(UID, text, uid -> "uid of " + byUid.getOrDefault(uid.group(), "nobody"));
        general = replace(INSTANT, general, instant -> "(instant)");
        general = replace(CONTAINER, general, container -> "(container)");
        general = replace(ADDRESS, general, this::owner);
        return generated(general);
    }

    private String owner(Matcher address) {
        String owner = byAddress.get(address.group());
        return owner == null ? address.group() : "address of " + owner;
    }

    private String generated(String text) {
        return replace(GENERATED, text, name -> prefixes.contains(name.group(1)) ? name.group(1) + "#" : name.group());
    }

    private static String replace(Pattern pattern, String text, Function<Matcher, String> by) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        do {
            matcher.appendReplacement(out, Matcher.quoteReplacement(by.apply(matcher)));
        } while (matcher.find());
        return matcher.appendTail(out).toString();
    }
}

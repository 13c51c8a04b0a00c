package dev.wavetank.model.scheduler.config.file;

/** Finds a part of a JSON text as it was written. */
final class RawJson {

    private final String text;
    private int at;

    private RawJson(String text) {
        this.text = text;
    }

    /**
     * The text of the value at a path, which must be there.
     *
     * @param path names of fields, and numbers of items
     */
    static String at(String text, Object... path) {
        RawJson reader = new RawJson(text);
        for (Object step : path) {
            reader.enter(step);
        }
        reader.space();
        int start = reader.at;
        reader.skip();
        return text.substring(start, reader.at);
    }

    private void enter(Object step) {
        space();
        at++; // the bracket
        if (step instanceof Integer index) {
            for (int i = 0; i < index; i++) {
                skip();
                space();
                at++; // the comma
            }
            return;
        }
        while (true) {
            space();
            int start = at;
            skip();
            boolean found = text.substring(start, at).equals("\"" + step + "\"");
            space();
            at++; // the colon
            if (found) {
                return;
            }
            skip();
            space();
            at++; // the comma
        }
    }

    private void space() {
        while (Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    /** Steps over one value. */
    private void skip() {
        space();
        int depth = 0;
        do {
            char c = text.charAt(at);
            if (c == '"') {
                string();
            } else if (c == '{' || c == '[') {
                depth++;
                at++;
            } else if (c == '}' || c == ']') {
                depth--;
                at++;
            } else if (depth > 0) {
                at++;
            } else {
                while (",]} \t\r\n".indexOf(text.charAt(at)) < 0) {
                    at++;
                }
            }
        } while (depth > 0);
    }

    private void string() {
        at++;
        while (text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        at++;
    }
}

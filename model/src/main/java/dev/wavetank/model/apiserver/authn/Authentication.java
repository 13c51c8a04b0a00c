package dev.wavetank.model.apiserver.authn;

/** What an authenticator makes of credentials. */
public sealed interface Authentication {

    /** There were no credentials of a kind that the authenticator judges. */
    Authentication NOT_MINE = new NotMine();

    /** The credentials prove that it is this user. */
    record Known(User user) implements Authentication {}

    /** There were no credentials of a kind that the authenticator judges. */
    record NotMine() implements Authentication {}

    /**
     * The credentials are wrong.
     *
     * @param why for the log of the server
     */
    record Refused(String why) implements Authentication {}
}

package dev.wavetank.sim.network;

/** Why a call got no response, or a stream ended. */
public enum Disconnect {
    /** No server is there: the request was not executed. */
    REFUSED,
    /** The connection was reset or the other side died, while the request or stream was open. */
    RESET,
    /** The deadline passed, or the peer could not be reached for so long that the connection was given up. */
    TIMED_OUT,
    /** The other side ended the stream in good order. */
    CLOSED,
    /** The other side has too much to do: the request was not executed and may be sent again later. Calls only. */
    THROTTLED
}

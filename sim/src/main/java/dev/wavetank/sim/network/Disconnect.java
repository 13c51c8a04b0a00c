package dev.wavetank.sim.network;

/** Why a call got no response, or a stream ended. */
public enum Disconnect {
    /** Nobody serves there: the request was not executed. */
    REFUSED,
    /** The other side died while the request or stream was open. */
    RESET,
    /** The deadline passed, or the peer could not be reached for so long that the connection was given up. */
    TIMED_OUT,
    /** The other side ended the stream in good order. */
    CLOSED
}

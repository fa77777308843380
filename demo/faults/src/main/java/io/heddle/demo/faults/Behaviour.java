package io.heddle.demo.faults;

import java.util.Locale;

/// What a faulty service does. As an argument: in lower case, with `-` for `_`.
enum Behaviour {
    /// Answers `hello` with status 200.
    FINE,
    /// Ends with exit code 3 before it listens.
    EXIT,
    /// Runs and never listens.
    NO_PORT,
    /// Listens, and greets as a mail server does.
    NOT_HTTP,
    /// Listens, accepts, and never says a word.
    SILENT,
    /// Answers each request with the status `--status`.
    STATUS,
    /// Answers 503 for the first `--after` requests, then 200.
    STARTING,
    /// Answers 500 from the request after `--after` on.
    FAIL,
    /// Answers nothing from the request after `--after` on; its threads block.
    HANG,
    /// Answers 503 to requests that find `--most` others being answered.
    PUSHBACK,
    /// Answers 503 to everybody from the moment on when it was asked by one more than `--most` at once, like a
    /// circuit breaker that opens.
    BREAKER,
    /// Answers nobody from the moment on when it was asked by one more than `--most` at once, after `--after`
    /// requests; its threads block.
    CHOKE,
    /// Keeps a mebibyte of each request once one has found `--most` others being answered, until there is no
    /// memory left.
    HOARD,
    /// Ends with exit code 7, without any goodbye, at the request after `--after`.
    DIE,
    /// Closes the connection instead of answering, from the request after `--after` on.
    CLOSE,
    /// Answers 404 on a second port, which it opens first, like a management port.
    TWO_PORTS,
    /// Does not end on SIGTERM, unless a virtual thread has answered.
    STUBBORN,
    /// Starts a daemon that leaves parent and session, then is fine.
    DAEMON,
    /// Keeps a TCP connection to `--to=HOST:PORT`, then is fine.
    OUTBOUND;

    static Behaviour of(String argument) {
        return valueOf(argument.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}

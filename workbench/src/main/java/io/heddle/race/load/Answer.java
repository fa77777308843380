package io.heddle.race.load;

import java.util.List;

/// The answer to one request.
///
/// @param status HTTP status, 200 and above
/// @param headers in the order in which they came
/// @param body the first 64 KiB of the body, decoded as UTF-8; bytes that are not UTF-8 are replaced
/// @param http2 whether it came by HTTP/2
/// @param bodyBytes length of the whole body in bytes, transfer encoding removed
public record Answer(int status, List<HeaderField> headers, String body, long bodyBytes, boolean http2) {}

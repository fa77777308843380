package io.heddle.demo.medley;

import jakarta.servlet.http.HttpServletResponse;

/// What a request does.
@FunctionalInterface
interface Work {

    /// @param response of which the body is not written yet
    void once(HttpServletResponse response) throws Exception;
}

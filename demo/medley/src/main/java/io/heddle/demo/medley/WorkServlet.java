package io.heddle.demo.medley;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/// Answers once the work of a path is done.
final class WorkServlet extends HttpServlet {

    private static final long serialVersionUID = 1;

    private final transient Work work;

    WorkServlet(Work work) {
        this.work = work;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            work.once(response);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        if (response.getStatus() == HttpServletResponse.SC_OK) {
            response.getWriter().write("done\n");
        }
    }
}

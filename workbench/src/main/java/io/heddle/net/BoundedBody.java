package io.heddle.net;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/// Keeps the body of an answer up to a number of bytes; beyond it the connection is closed.
final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {

    private final int most;
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private Flow.@Nullable Subscription subscription;

    /// The answer is longer than allowed.
    static final class TooLong extends IOException {

        private static final long serialVersionUID = 1;

        TooLong(int most) {
            super("it answers with more than " + (most >> 20) + " MiB");
        }
    }

    BoundedBody(int most) {
        this.most = most;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        for (ByteBuffer part : parts) {
            if (kept.size() + part.remaining() > most) {
                Flow.Subscription given = subscription;
                if (given != null) {
                    given.cancel();
                }
                kept.reset();
                body.completeExceptionally(new TooLong(most));
                return;
            }
            byte[] bytes = new byte[part.remaining()];
            part.get(bytes);
            kept.write(bytes, 0, bytes.length);
        }
    }

    @Override
    public void onError(Throwable failed) {
        body.completeExceptionally(failed);
    }

    @Override
    public void onComplete() {
        body.complete(kept.toByteArray());
    }
}

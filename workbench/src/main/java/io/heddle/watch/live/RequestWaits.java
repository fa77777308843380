package io.heddle.watch.live;

import io.heddle.model.Failure;
import io.heddle.model.WaitAccount;
import io.heddle.model.WaitWatch;
import io.heddle.waits.Account;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/// What the requests of a running JVM wait for, by a few thread dumps in a row.
public final class RequestWaits implements WaitWatch {

    private static final int DUMPS = 4;
    private static final long BETWEEN_MILLIS = 120;

    @Override
    public WaitAccount look(Set<Long> processes) throws InterruptedException {
        for (long process : processes) {
            try (Attached target = Attached.to(process)) {
                Dumper dumper = new Dumper(target);
                Account account = new Account(Optional.empty());
                for (int i = 0; i < DUMPS; i++) {
                    account.add(dumper.take());
                    Thread.sleep(BETWEEN_MILLIS);
                }
                return account.close();
            } catch (IOException | Failure notThisOne) {
                // a shell that started the JVM, or a JVM that refuses
            }
        }
        return WaitAccount.NONE;
    }
}

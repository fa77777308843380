package io.heddle.agent.pool;

/// c3p0 0.9.5 and newer. Its pools have no names.
public final class C3p0Hook extends LendingPool {

    static {
        found(new C3p0Hook());
    }

    private C3p0Hook() {
        super("c3p0-pool", "com/mchange/v2/resourcepool/BasicResourcePool", "c3p0");
    }

    @Override
    Answers answers() {
        return new Answers(
                "", new String[] {"getMaxPoolSize()I"}, "getAwaitingCheckinCount()I", "getNumCheckoutWaiters()I");
    }

    @Override
    Places places() {
        return new Places("return checkoutResource(J)", "take checkinResource(");
    }
}

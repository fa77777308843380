/// Runs commons-pool2 out, or does not.
final class CommonsPoolProgram {
    public static void main(String[] a) throws Exception {
        org.apache.commons.pool2.impl.GenericObjectPoolConfig<Object> c = new org.apache.commons.pool2.impl.GenericObjectPoolConfig<Object>();
        c.setMaxTotal(Waiters.size(a));
        c.setMaxIdle(Waiters.size(a));
        org.apache.commons.pool2.impl.GenericObjectPool<Object> p = new org.apache.commons.pool2.impl.GenericObjectPool<Object>(
                new org.apache.commons.pool2.BasePooledObjectFactory<Object>() {
                    public Object create() {
                        return new Object();
                    }

                    public org.apache.commons.pool2.PooledObject<Object> wrap(Object o) {
                        return new org.apache.commons.pool2.impl.DefaultPooledObject<>(o);
                    }
                },
                c);
        Waiters.run(a, () -> {
            Object o = p.borrowObject();
            try {
                Waiters.work();
            } finally {
                p.returnObject(o);
            }
        });
    }
}

import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

/// Runs commons-pool2 out, or does not.
final class CommonsPoolProgram {
    public static void main(String[] a) throws Exception {
        GenericObjectPoolConfig<Object> c = new GenericObjectPoolConfig<>();
        c.setMaxTotal(Waiters.size(a));
        c.setMaxIdle(Waiters.size(a));
        GenericObjectPool<Object> p = new GenericObjectPool<>(
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

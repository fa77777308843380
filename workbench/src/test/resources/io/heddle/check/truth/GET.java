import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/// As JAX-RS has one: a request gets here.
@Retention(RetentionPolicy.RUNTIME)
@interface GET {
}

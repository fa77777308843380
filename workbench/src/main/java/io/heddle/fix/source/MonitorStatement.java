package io.heddle.fix.source;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import java.util.Optional;

/// Where source enters a monitor, waits for it, or notifies who waits.
public sealed interface MonitorStatement {

    /// The line that the class file has for it.
    int line();

    /// The class that it stands in, nested ones innermost.
    ClassTree enclosing();

    /// A synchronized block.
    ///
    /// @param wrapped whether it is a statement of a block or of a switch's group: another may stand there too
    record Block(SynchronizedTree tree, ClassTree enclosing, int line, boolean wrapped) implements MonitorStatement {

        /// The expression whose object's monitor is entered, without parentheses.
        public ExpressionTree object() {
            ExpressionTree at = tree.getExpression();
            while (at instanceof ParenthesizedTree parenthesized) {
                at = parenthesized.getExpression();
            }
            return at;
        }
    }

    /// A synchronized method.
    ///
    /// @param line of its first statement, or of its end where it has none
    record Whole(MethodTree tree, ClassTree enclosing, int line, int first, int last) implements MonitorStatement {}

    /// A call of `wait`, `notify` or `notifyAll`.
    ///
    /// @param tree the call
    /// @param receiver the expression; empty where the call has none
    /// @param statement whether it stands alone as a statement
    record Signal(
            com.sun.source.tree.MethodInvocationTree tree,
            ClassTree enclosing,
            int line,
            String name,
            Optional<Tree> receiver,
            boolean statement)
            implements MonitorStatement {}
}

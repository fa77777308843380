/// The Model Context Protocol: which tools an agent finds, what it may name, and how long an answer is. The protocol
/// itself is the official Java SDK's.
@NullMarked
package io.heddle.cli.mcp;

import org.jspecify.annotations.NullMarked;

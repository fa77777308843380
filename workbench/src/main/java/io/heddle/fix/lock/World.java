package io.heddle.fix.lock;

/// Who else may call the target.
public enum World {
    /// nobody: the class path is all there is
    APPLICATION,
    /// other people's code, which may lock what it can name
    LIBRARY
}

package io.heddle.agent.weave;

/// A hook before its class is met: all that is looked at while thousands of other classes load. The hook's own class
/// is loaded by [Hook#named], when a class comes that it may be waiting for.
///
/// @param hook simple name of the hook's class
/// @param target internal name of the class that it changes, as the authors name it
/// @param inPlace see [Hook#retransforms]
public record LazyHook(String hook, String target, boolean inPlace) {

    /// Whether this may be the class: by its simple name and the last part of its package, since a build may have
    /// moved the library to any other package. The shape decides.
    ///
    /// @param internalName name of a class that is being loaded
    public boolean meets(String internalName) {
        int inner = target.lastIndexOf('/', target.lastIndexOf('/') - 1) + 1;
        return inPlace ? internalName.equals(target) : endsWithWhole(internalName, target.substring(inner));
    }

    /// Whether the class is named as its authors named it, at least at its end: then it is news when its shape is
    /// unknown. Another class may just be called alike.
    public boolean isNamedFor(String internalName) {
        return endsWithWhole(internalName, target);
    }

    private static boolean endsWithWhole(String name, String end) {
        int before = name.length() - end.length();
        return before >= 0 && name.endsWith(end) && (before == 0 || name.charAt(before - 1) == '/');
    }
}

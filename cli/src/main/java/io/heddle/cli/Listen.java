package io.heddle.cli;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// An address to listen on, as people type it: `127.0.0.1:8787`, `[::1]:8787`, `0.0.0.0:8787`.
final class Listen implements ITypeConverter<InetSocketAddress> {

    private static final Pattern FORM = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[\\w.-]+):(\\d{1,5})");
    private static final int HIGHEST = 65_535;

    @Override
    public InetSocketAddress convert(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > HIGHEST) {
            throw new TypeConversionException("'" + text + "' is no address; try 127.0.0.1:8787");
        }
        try {
            return new InetSocketAddress(InetAddress.getByName(matcher.group(1)), Integer.parseInt(matcher.group(2)));
        } catch (UnknownHostException e) {
            throw new TypeConversionException("there is no host '" + matcher.group(1) + "'; try 127.0.0.1:8787");
        }
    }
}

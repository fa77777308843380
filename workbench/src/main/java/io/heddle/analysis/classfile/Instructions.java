package io.heddle.analysis.classfile;

/// The JVM's instructions as numbers: how long each is, what it takes from the stack and what it puts there,
/// in slots. From the JVM Specification, chapter 6. The class-file API has an object for each instruction; in
/// the analysis these numbers cost a quarter of the time.
public final class Instructions {

    public static final int NOP = 0;
    public static final int ACONST_NULL = 1;
    public static final int LDC = 18;
    public static final int LDC_W = 19;
    public static final int ICONST_0 = 3;
    public static final int LCONST_0 = 9;
    public static final int BIPUSH = 16;
    public static final int ILOAD = 21;
    public static final int LLOAD = 22;
    public static final int ILOAD_0 = 26;
    public static final int LLOAD_0 = 30;
    public static final int LLOAD_3 = 33;
    public static final int ALOAD = 25;
    public static final int ALOAD_0 = 42;
    public static final int ALOAD_3 = 45;
    public static final int AALOAD = 50;
    public static final int ISTORE = 54;
    public static final int ASTORE = 58;
    public static final int ISTORE_0 = 59;
    public static final int ASTORE_0 = 75;
    public static final int ASTORE_3 = 78;
    public static final int AASTORE = 83;
    public static final int POP = 87;
    public static final int POP2 = 88;
    public static final int DUP = 89;
    public static final int SWAP = 95;
    public static final int IINC = 132;
    public static final int LCMP = 148;
    public static final int IFEQ = 153;
    /// The first of six that compare two numbers.
    public static final int IF_ICMPEQ = 159;
    public static final int IFNE = 154;
    public static final int GOTO = 167;
    public static final int JSR = 168;
    public static final int RET = 169;
    public static final int TABLESWITCH = 170;
    public static final int LOOKUPSWITCH = 171;
    public static final int IRETURN = 172;
    public static final int ARETURN = 176;
    public static final int RETURN = 177;
    public static final int GETSTATIC = 178;
    public static final int PUTSTATIC = 179;
    public static final int GETFIELD = 180;
    public static final int PUTFIELD = 181;
    public static final int INVOKEVIRTUAL = 182;
    public static final int INVOKESPECIAL = 183;
    public static final int INVOKESTATIC = 184;
    public static final int INVOKEINTERFACE = 185;
    public static final int INVOKEDYNAMIC = 186;
    public static final int NEW = 187;
    public static final int NEWARRAY = 188;
    public static final int ANEWARRAY = 189;
    public static final int ATHROW = 191;
    public static final int CHECKCAST = 192;
    public static final int INSTANCEOF = 193;
    public static final int MONITORENTER = 194;
    public static final int MONITOREXIT = 195;
    public static final int WIDE = 196;
    public static final int MULTIANEWARRAY = 197;
    public static final int IFNULL = 198;
    public static final int IFNONNULL = 199;
    public static final int GOTO_W = 200;
    public static final int JSR_W = 201;

    private static final int COUNT = 202;
    private static final int[] LENGTH = new int[COUNT];
    private static final int[] POPS = new int[COUNT];
    private static final int[] PUSHES = new int[COUNT];

    static {
        each(0, 201, 1, 0, 0);
        each(1, 8, 1, 0, 1);
        each(9, 10, 1, 0, 2);
        each(11, 13, 1, 0, 1);
        each(14, 15, 1, 0, 2);
        each(16, 16, 2, 0, 1);
        each(17, 17, 3, 0, 1);
        each(18, 18, 2, 0, 1);
        each(19, 19, 3, 0, 1);
        each(20, 20, 3, 0, 2);
        loads(21, 26);
        // Loads from arrays, then stores to them: an index and the array below it.
        for (int i = 0; i < 8; i++) {
            int width = i == 1 || i == 3 ? 2 : 1;
            each(46 + i, 46 + i, 1, 2, width);
            each(79 + i, 79 + i, 1, 2 + width, 0);
        }
        for (int i = 0; i < 5; i++) {
            int width = i == 1 || i == 3 ? 2 : 1;
            each(54 + i, 54 + i, 2, width, 0);
            each(59 + 4 * i, 62 + 4 * i, 1, width, 0);
        }
        each(87, 87, 1, 1, 0);
        each(88, 88, 1, 2, 0);
        for (int i = 96; i <= 131; i++) {
            int width = (i & 1) == 0 ? 1 : 2;
            int pops = i <= 115 ? 2 * width : i <= 119 ? width : i <= 125 ? width + 1 : 2 * width;
            each(i, i, 1, pops, width);
        }
        each(132, 132, 3, 0, 0);
        int[] conversions = {12, 11, 12, 21, 21, 22, 11, 12, 12, 21, 22, 21, 11, 11, 11, 41, 21, 21, 41, 41};
        for (int i = 0; i < conversions.length; i++) {
            each(133 + i, 133 + i, 1, conversions[i] / 10, conversions[i] % 10);
        }
        each(153, 158, 3, 1, 0);
        each(159, 166, 3, 2, 0);
        each(167, 168, 3, 0, 0);
        each(169, 169, 2, 0, 0);
        each(170, 171, 1, 1, 0);
        each(172, 172, 1, 1, 0);
        each(173, 173, 1, 2, 0);
        each(174, 174, 1, 1, 0);
        each(175, 175, 1, 2, 0);
        each(176, 176, 1, 1, 0);
        each(178, 184, 3, 0, 0);
        each(185, 186, 5, 0, 0);
        each(187, 187, 3, 0, 1);
        each(188, 188, 2, 1, 1);
        each(189, 189, 3, 1, 1);
        each(190, 190, 1, 1, 1);
        each(191, 191, 1, 1, 0);
        each(192, 192, 3, 0, 0);
        each(193, 193, 3, 1, 1);
        each(194, 195, 1, 1, 0);
        each(197, 197, 4, 0, 1);
        each(198, 199, 3, 1, 0);
        each(200, 201, 5, 0, 0);
    }

    private Instructions() {}

    private static void each(int first, int last, int length, int pops, int pushes) {
        for (int i = first; i <= last; i++) {
            LENGTH[i] = length;
            POPS[i] = pops;
            PUSHES[i] = pushes;
        }
    }

    private static void loads(int first, int firstShort) {
        for (int i = 0; i < 5; i++) {
            int width = i == 1 || i == 3 ? 2 : 1;
            each(first + i, first + i, 2, 0, width);
            each(firstShort + 4 * i, firstShort + 4 * i + 3, 1, 0, width);
        }
    }

    public static int pops(int opcode) {
        return POPS[opcode];
    }

    public static int pushes(int opcode) {
        return PUSHES[opcode];
    }

    /// Length in bytes of the instruction at an offset, with its operands.
    ///
    /// @throws IllegalArgumentException when there is no such instruction
    public static int length(byte[] code, int at) {
        int opcode = code[at] & 0xFF;
        if (opcode >= COUNT) {
            throw new IllegalArgumentException("there is no instruction " + opcode);
        }
        int operands = at + 4 & ~3;
        return switch (opcode) {
            case TABLESWITCH ->
                checked(operands + 12 + 4L * (1L + int4(code, operands + 8) - int4(code, operands + 4)) - at, code, at);
            case LOOKUPSWITCH -> checked(operands + 8 + 8L * int4(code, operands + 4) - at, code, at);
            case WIDE -> (code[at + 1] & 0xFF) == 132 ? 6 : 4;
            default -> LENGTH[opcode];
        };
    }

    private static int checked(long length, byte[] code, int at) {
        if (length <= 0 || length > code.length - at) {
            throw new IllegalArgumentException("a switch leads out of the code");
        }
        return (int) length;
    }

    public static int int2(byte[] code, int at) {
        return code[at] << 8 | code[at + 1] & 0xFF;
    }

    public static int index2(byte[] code, int at) {
        return int2(code, at) & 0xFFFF;
    }

    public static int int4(byte[] code, int at) {
        return int2(code, at) << 16 | int2(code, at + 2) & 0xFFFF;
    }

    public static boolean isBranch(int opcode) {
        return opcode >= IFEQ && opcode <= GOTO || opcode == IFNULL || opcode == IFNONNULL || opcode == GOTO_W;
    }

    /// Whether an instruction calls a method that it names.
    public static boolean isInvoke(int opcode) {
        return opcode >= INVOKEVIRTUAL && opcode <= INVOKEINTERFACE;
    }

    public static boolean isPop(int opcode) {
        return opcode == POP || opcode == POP2;
    }

    /// Whether the instruction behind it is not reached from it.
    public static boolean ends(int opcode) {
        return opcode == GOTO || opcode == GOTO_W || opcode >= RET && opcode <= RETURN || opcode == ATHROW;
    }
}

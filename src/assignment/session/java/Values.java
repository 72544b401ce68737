// What a session in Java says of itself: a record for each line, on descriptor 3.
//
// Standard output gets a mark before each line, behind each line, and at last, so the grader knows what each line printed.
// Of an object of the submission the fields are read, and called are only the methods by which it shows itself: `toString`,
// and those of a collection. The expected answers are not here.

import java.io.*;
import java.lang.reflect.*;
import java.lang.ref.Reference;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.SimpleDateFormat;
import java.time.Instant;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.*;

public final class YardstickValues {
    // The largest value that is encoded: levels of nesting, values inside it, characters of text.
    private static final int MOST_DEPTH = 100;
    private static final int MOST_NODES = 200_000;
    private static final int MOST_CHARACTERS = 4 << 20;
    // The most items of what is gone through once.
    private static final int MOST_ITEMS = 1_000;
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
    private static final Class<?>[] STREAMS = {Stream.class, IntStream.class, LongStream.class, DoubleStream.class};
    /** The address of an object, which `toString` gives where no class defines it. */
    private static final Pattern ADDRESS = Pattern.compile("[\\w$;]@[0-9a-f]{4,8}(?![\\w.])");

    private static final PrintStream OUT = System.out;
    private static final FileOutputStream STDOUT = new FileOutputStream(FileDescriptor.out);
    private static final Runtime RUNTIME = Runtime.getRuntime();
    private static final String MARK = "\0" + System.nanoTime() + "-" + Math.random() + "\0";
    private static FileOutputStream channel;

    private int nodes;
    private int characters;
    private boolean isFull;
    /** The objects that were met, with their numbers. */
    private final Map<Object, Integer> met = new IdentityHashMap<>();
    private final List<Object> numberedOnes = new ArrayList<>();
    /** The arrays, collections and values that a value lies in. */
    private final List<Object> around = new ArrayList<>();
    /** Whether a value is encoded to be sorted by: without numbers. */
    private final boolean isDraft;
    private boolean isInOwn;

    private YardstickValues(boolean isDraft) {
        this.isDraft = isDraft;
    }

    /** A value is larger than the limits allow. */
    private static final class TooLarge extends RuntimeException {
        TooLarge() {
            super(null, null, false, false);
        }
    }

    public static void start() {
        try {
            // No file leads to the descriptor: the sandbox lets none in /proc be opened for writing.
            Constructor<FileDescriptor> numbered = FileDescriptor.class.getDeclaredConstructor(int.class);
            numbered.setAccessible(true);
            String side = System.getenv("YARDSTICK_SIDE");
            channel = side == null ? new FileOutputStream(numbered.newInstance(3)) : new FileOutputStream(side, true);
        } catch (ReflectiveOperationException | IOException error) {
            RUNTIME.halt(1);
        }
        record("\"imported\":true,\"mark\":" + quoted(MARK));
        printMark();
    }

    public static void end() {
        RUNTIME.halt(0);
    }

    public static void value(boolean it) { answer(it); }
    public static void value(byte it) { answer(it); }
    public static void value(short it) { answer(it); }
    public static void value(char it) { answer(it); }
    public static void value(int it) { answer(it); }
    public static void value(long it) { answer(it); }
    public static void value(float it) { answer(it); }
    public static void value(double it) { answer(it); }
    public static void value(Object it) { answer(it); }

    private static void answer(Object it) {
        printMark();
        String encoded;
        try {
            encoded = new YardstickValues(false).encode(it, 0);
        } catch (Throwable failure) {
            encoded = "[\"object\",\"value too large to compare\"]";
        }
        printMark();
        record("\"value\":" + encoded);
    }

    /** A call that gives nothing back. */
    public static void nothing() {
        printMark();
        printMark();
        record("\"value\":\"none\"");
    }

    /** A statement. */
    public static void none() {
        printMark();
        printMark();
        record("");
    }

    public static void raised(Throwable raised) {
        // Of a class that cannot be initialised, the reason tells more.
        boolean isInitializer = raised.getClass() == ExceptionInInitializerError.class && raised.getCause() != null;
        Throwable thrown = isInitializer ? raised.getCause() : raised;
        printMark();
        String said;
        try {
            String message = thrown.getMessage();
            said = raisedAs(nameOf(thrown.getClass()), message == null ? "" : message, placeOf(thrown));
        } catch (Throwable failure) {
            said = raisedAs(nameOf(thrown.getClass()), "", "");
        }
        printMark();
        record(said);
    }

    public static void unreadable(String message) {
        refused("unreadable line", message);
    }

    public static void notCompiled(String message) {
        refused("does not compile", message);
    }

    private static void refused(String name, String message) {
        printMark();
        printMark();
        record(raisedAs(name, message, ""));
    }

    private static String raisedAs(String name, String message, String place) {
        String cut = message.length() > 2000 ? message.substring(0, 2000) : message;
        return "\"raised\":[" + quoted(name) + "," + quoted(cut) + "]" + place;
    }

    /** The innermost line of the submission, unless the typed line itself came first. */
    private static String placeOf(Throwable thrown) {
        StackTraceElement[] calls = thrown.getStackTrace();
        for (int at = 0; at < calls.length && at < 2000; at++) {
            String file = calls[at].getFileName();
            if ("YardstickSession.java".equals(file)) return "";
            if (file == null || calls[at].getModuleName() != null || "YardstickValues.java".equals(file)) continue;
            String shown = quoted(file);
            return ",\"place\":[" + Math.max(0, calls[at].getLineNumber()) + "," + shown + "," + shown + "]";
        }
        return "";
    }

    private static void printMark() {
        try {
            OUT.flush();
            STDOUT.write(MARK.getBytes(StandardCharsets.UTF_8));
        } catch (Throwable closed) {
            // A submission may close its standard output.
        }
    }

    private static void record(String fields) {
        try {
            channel.write(("{" + fields + "}\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException error) {
            RUNTIME.halt(1);
        }
    }

    private String encode(Object value, int depth) throws Exception {
        nodes++;
        if (depth > MOST_DEPTH || nodes > MOST_NODES) throw new TooLarge();
        if (value == null) return "\"null\"";
        Class<?> kind = value.getClass();
        if (kind == Boolean.class) return (Boolean) value ? "\"true\"" : "\"false\"";
        if (kind == Integer.class) return integer(Integer.toString((Integer) value, 16));
        if (kind == Long.class) return typed("long", integer(Long.toString((Long) value, 16)));
        if (kind == Short.class) return typed("short", integer(Integer.toString((Short) value, 16)));
        if (kind == Byte.class) return typed("byte", integer(Integer.toString((Byte) value, 16)));
        if (kind == Character.class) return typed("char", text(String.valueOf((char) (Character) value)));
        if (kind == Double.class) return real((Double) value);
        if (kind == Float.class) return typed("float", real((Float) value));
        if (kind == String.class) return text((String) value);
        if (kind == BigInteger.class) {
            if (((BigInteger) value).bitLength() > 1 << 20) throw new TooLarge();
            return typed("BigInteger", integer(spend(((BigInteger) value).toString(16))));
        }
        Integer number = met.get(value);
        if (number != null) {
            String name = spend(quoted(nameOf(kind)));
            return isDraft ? "[\"met\"," + name + "]" : "[\"met\"," + name + "," + number + "]";
        }
        for (int at = around.size() - 1; at >= 0; at--) {
            if (around.get(at) == value) return "[\"up\"," + (around.size() - at) + "]";
        }
        if (kind.isArray()) return inside(value, () -> array(value, depth));
        if (value instanceof Enum) {
            Enum<?> member = (Enum<?>) value;
            return "[\"enum\"," + spend(quoted(nameOf(member.getDeclaringClass()))) + "," + spend(quoted(member.name())) + "]";
        }
        if (isOfJava(kind)) return inside(value, () -> ofLibrary(kind, value, depth));
        return own(kind, value, depth);
    }

    private interface Encoding {
        String make() throws Exception;
    }

    private String inside(Object value, Encoding encoding) throws Exception {
        around.add(value);
        String made = encoding.make();
        around.remove(around.size() - 1);
        return made;
    }

    private String array(Object value, int depth) throws Exception {
        StringJoiner items = new StringJoiner(",", "[\"list\",[", "]]");
        for (int at = 0; at < Array.getLength(value); at++) items.add(encode(Array.get(value, at), depth + 1));
        return items.toString();
    }

    private static boolean isOfJava(Class<?> kind) {
        ClassLoader loader = kind.getClassLoader();
        return loader == null || loader == PLATFORM;
    }

    /** An object of a class of Java itself. */
    private String ofLibrary(Class<?> kind, Object value, int depth) throws Exception {
        String name = value instanceof Path ? "Path" : nameOf(kind);
        if (value instanceof Collection || value instanceof Map || value instanceof Map.Entry) {
            StringJoiner wrong = new StringJoiner(",");
            List<?> looked = looked(value, depth, wrong);
            if (looked != null) return held(value, looked, depth);
            return "[\"object\"," + spend(quoted(name)) + ",null,[" + wrong + "],[],null]";
        }
        if (value instanceof Optional) {
            return typed("Optional", encode(((Optional<?>) value).orElse(null), depth + 1));
        }
        if (value instanceof OptionalInt) {
            OptionalInt it = (OptionalInt) value;
            return typed(name, encode(it.isPresent() ? it.getAsInt() : null, depth + 1));
        }
        if (value instanceof OptionalLong) {
            OptionalLong it = (OptionalLong) value;
            return typed(name, encode(it.isPresent() ? it.getAsLong() : null, depth + 1));
        }
        if (value instanceof OptionalDouble) {
            OptionalDouble it = (OptionalDouble) value;
            return typed(name, encode(it.isPresent() ? it.getAsDouble() : null, depth + 1));
        }
        if (value instanceof AtomicBoolean) return typed(name, encode(((AtomicBoolean) value).get(), depth + 1));
        if (value instanceof AtomicInteger) return typed(name, encode(((AtomicInteger) value).get(), depth + 1));
        if (value instanceof AtomicLong || value instanceof LongAdder || value instanceof LongAccumulator) {
            return typed(name, encode(((Number) value).longValue(), depth + 1));
        }
        if (value instanceof DoubleAdder || value instanceof DoubleAccumulator) {
            return typed(name, encode(((Number) value).doubleValue(), depth + 1));
        }
        if (value instanceof AtomicReference) {
            return typed(name, encode(((AtomicReference<?>) value).get(), depth + 1));
        }
        if (value instanceof Reference) return typed(name, encode(((Reference<?>) value).get(), depth + 1));
        if (value instanceof CompletableFuture) return future(name, (CompletableFuture<?>) value, depth);
        if (value instanceof BitSet) return typed(name, encode(((BitSet) value).stream().toArray(), depth + 1));
        if (value instanceof ByteArrayOutputStream) {
            return typed(name, encode(((ByteArrayOutputStream) value).toByteArray(), depth + 1));
        }
        boolean isText = value instanceof CharSequence || value instanceof StringJoiner || value instanceof StringWriter
                || value instanceof CharArrayWriter;
        if (isText) return typed(name, text(value.toString()));
        if (value instanceof IntSummaryStatistics) {
            IntSummaryStatistics it = (IntSummaryStatistics) value;
            return parts(name, depth, "count", it.getCount(), "sum", it.getSum(), "min", it.getMin(), "max", it.getMax());
        }
        if (value instanceof LongSummaryStatistics) {
            LongSummaryStatistics it = (LongSummaryStatistics) value;
            return parts(name, depth, "count", it.getCount(), "sum", it.getSum(), "min", it.getMin(), "max", it.getMax());
        }
        if (value instanceof DoubleSummaryStatistics) {
            DoubleSummaryStatistics it = (DoubleSummaryStatistics) value;
            return parts(name, depth, "count", it.getCount(), "sum", it.getSum(), "min", it.getMin(), "max", it.getMax());
        }
        if (value instanceof Throwable) {
            Throwable it = (Throwable) value;
            return parts(name, depth, "message", it.getMessage(), "cause", it.getCause());
        }
        // What is gone through is used up: what another object needs is left alone.
        if (!isInOwn && !(value instanceof Scanner)) {
            if (value instanceof Iterator || value instanceof Enumeration) return goneThrough(value, depth);
            for (Class<?> stream : STREAMS) {
                if (stream.isInstance(value)) return gone(nameOf(stream), ((BaseStream<?, ?>) value).iterator(), depth);
            }
        }
        String shown = shown(kind, value);
        String head = "[\"object\"," + spend(quoted(name));
        if (shown != null) return head + "," + spend(quoted(shown)) + ",[],[],null]";
        // An object that tells one from another, and nothing more.
        if (kind == Object.class) return numbered(value, head + ",null,[],[],null");
        StringJoiner open = new StringJoiner(",");
        publicFields(kind, value, depth, open);
        return open.length() == 0 ? head + "]" : head + ",null,[" + open + "],[],null]";
    }

    /**
     * The items of a collection, the entries of a map, or the two parts of an entry, from one look at it; `null` of anything else. There
     * are none where looking fails, or where there are more or fewer than `size()` says: `wrong` tells it.
     */
    private List<?> looked(Object value, int depth, StringJoiner wrong) throws Exception {
        List<Object> all = new ArrayList<>();
        try {
            if (value instanceof Map.Entry) {
                Map.Entry<?, ?> entry = (Map.Entry<?, ?>) value;
                return Arrays.asList(entry.getKey(), entry.getValue());
            }
            int size;
            if (value instanceof Map) {
                for (Map.Entry<?, ?> one : ((Map<?, ?>) value).entrySet()) {
                    addTo(all, new AbstractMap.SimpleEntry<>(one.getKey(), one.getValue()));
                }
                size = ((Map<?, ?>) value).size();
            } else if (value instanceof PriorityQueue) {
                Queue<?> left = new PriorityQueue<>((PriorityQueue<?>) value);
                while (!left.isEmpty()) addTo(all, left.poll());
                size = ((Collection<?>) value).size();
            } else if (value instanceof Collection) {
                for (Object item : (Collection<?>) value) addTo(all, item);
                size = ((Collection<?>) value).size();
            } else {
                return null;
            }
            if (size == all.size()) return all;
            wrong.add("[\"size()\"," + integer(Integer.toString(size, 16)) + "]");
        } catch (TooLarge tooLarge) {
            throw tooLarge;
        } catch (Exception | StackOverflowError failure) {
            wrong.add("[\"thrown\"," + text(nameOf(failure.getClass())) + "]");
        }
        if (!(value instanceof Map.Entry)) wrong.add("[\"iterator()\"," + items("[\"list\",[", all, depth) + "]");
        return null;
    }

    /** Adds an item, of which there may be no end. */
    private void addTo(List<Object> all, Object item) {
        if (nodes + all.size() >= MOST_NODES) throw new TooLarge();
        all.add(item);
    }

    /** What was looked at, as what it is of Java, whatever class it has. */
    private String held(Object value, List<?> looked, int depth) throws Exception {
        if (value instanceof Map.Entry) return parts("Entry", depth, "key", looked.get(0), "value", looked.get(1));
        if (value instanceof Map) {
            boolean isOrdered = value instanceof SortedMap || value instanceof LinkedHashMap;
            StringJoiner pairs = new StringJoiner(",", "[\"dict\",[", "]]");
            for (Object at : isOrdered ? looked : inOrder(looked, pair -> ((Map.Entry<?, ?>) pair).getKey(), depth)) {
                Map.Entry<?, ?> one = (Map.Entry<?, ?>) at;
                pairs.add("[" + encode(one.getKey(), depth + 1) + "," + encode(one.getValue(), depth + 1) + "]");
            }
            return pairs.toString();
        }
        if (value instanceof Set) {
            boolean isOrdered = value instanceof SortedSet || value instanceof LinkedHashSet;
            return items("[\"set\",[", isOrdered ? looked : inOrder(looked, item -> item, depth), depth);
        }
        return typed(value instanceof List ? "List" : collectionOf(value.getClass()), items("[\"list\",[", looked, depth));
    }

    /** The collection of Java that a class is or is derived from; those that are not public are all the same. */
    private static String collectionOf(Class<?> kind) {
        Class<?> from = kind;
        while (!isOfJava(from)) from = from.getSuperclass();
        boolean isKnown = Modifier.isPublic(from.getModifiers()) && !Modifier.isAbstract(from.getModifiers());
        return isKnown && Collection.class.isAssignableFrom(from) ? nameOf(from) : "Collection";
    }

    private String items(String start, Collection<?> all, int depth) throws Exception {
        StringJoiner items = new StringJoiner(",", start, "]]");
        for (Object item : all) items.add(encode(item, depth + 1));
        return items.toString();
    }

    /** What an iterator or an enumeration gives; `null` of anything else. */
    private String goneThrough(Object value, int depth) throws Exception {
        if (value instanceof Iterator) return gone("Iterator", (Iterator<?>) value, depth);
        return value instanceof Enumeration ? gone("Enumeration", ((Enumeration<?>) value).asIterator(), depth) : "null";
    }

    /** What is gone through: its first items, and how it goes on if it does not end behind them. */
    private String gone(String name, Iterator<?> all, int depth) throws Exception {
        StringJoiner items = new StringJoiner(",", "[\"list\",[", "]]");
        String end = "";
        for (int at = 0;; at++) {
            Object item;
            try {
                if (!all.hasNext()) break;
                if (at == MOST_ITEMS) {
                    end = "[\"more\"," + encode(true, depth + 1) + "]";
                    break;
                }
                item = all.next();
            } catch (Exception | StackOverflowError failure) {
                end = "[\"thrown\"," + text(nameOf(failure.getClass())) + "]";
                break;
            }
            items.add(encode(item, depth + 1));
        }
        return "[\"object\"," + quoted(name) + ",null,[" + end + "],[]," + items + "]";
    }

    /** What has no order of its own, in the order of what it says. It would have another order in the next run. */
    private List<Object> inOrder(List<?> all, UnaryOperator<Object> ofItem, int depth) throws Exception {
        List<Map.Entry<String, Object>> drafts = new ArrayList<>();
        int spent = nodes;
        for (Object item : all) {
            YardstickValues draft = new YardstickValues(true);
            draft.nodes = spent;
            draft.isFull = isFull;
            draft.isInOwn = true;
            draft.met.putAll(met);
            draft.around.addAll(around);
            drafts.add(new AbstractMap.SimpleEntry<>(draft.encode(ofItem.apply(item), depth + 1), item));
            spent = draft.nodes;
        }
        if (isDraft) nodes = spent;
        drafts.sort(Map.Entry.comparingByKey());
        List<Object> sorted = new ArrayList<>();
        for (Map.Entry<String, Object> one : drafts) sorted.add(one.getValue());
        return sorted;
    }

    private String parts(String name, int depth, Object... namesAndValues) throws Exception {
        StringJoiner all = new StringJoiner(",", "[\"object\"," + spend(quoted(name)) + ",null,[", "],[],null]");
        for (int at = 0; at < namesAndValues.length; at += 2) {
            all.add("[" + quoted((String) namesAndValues[at]) + "," + encode(namesAndValues[at + 1], depth + 1) + "]");
        }
        return all.toString();
    }

    private String future(String name, CompletableFuture<?> value, int depth) throws Exception {
        String head = "[\"object\"," + quoted(name) + ",";
        if (!value.isDone()) return head + "\"<not completed>\",[],[],null]";
        try {
            return typed(name, encode(value.getNow(null), depth + 1));
        } catch (CompletionException | CancellationException failure) {
            return parts(name, depth, "failure", failure);
        }
    }

    /** The text of an object that its text says everything of; else `null`. */
    private static String shown(Class<?> kind, Object value) throws Exception {
        String name = kind.getName();
        if (value instanceof Class) return ((Class<?>) value).getName();
        if (value instanceof Pattern) return "/" + value + "/" + ((Pattern) value).flags();
        if (value instanceof TimeZone) return ((TimeZone) value).getID();
        if (value instanceof Calendar) {
            Calendar it = (Calendar) value;
            return Instant.ofEpochMilli(it.getTimeInMillis()) + " " + it.getTimeZone().getID();
        }
        if (value instanceof DecimalFormat) return ((DecimalFormat) value).toPattern();
        if (value instanceof SimpleDateFormat) return ((SimpleDateFormat) value).toPattern();
        if (name.equals("java.awt.Color")) return String.format("#%08x", (Integer) kind.getMethod("getRGB").invoke(value));
        if (value instanceof Date && !name.startsWith("java.sql.")) return Instant.ofEpochMilli(((Date) value).getTime()).toString();
        boolean isPlain = name.startsWith("java.time.") || name.startsWith("java.math.") || value instanceof Date
                || value instanceof UUID || value instanceof Locale || value instanceof Currency || value instanceof File
                || value instanceof Path || value instanceof URI || value instanceof URL || value instanceof Charset
                || value instanceof Member || value instanceof StackTraceElement || value instanceof AtomicIntegerArray
                || value instanceof AtomicLongArray;
        return isPlain ? value.toString() : null;
    }

    /** Adds the fields of classes of Java that everybody sees, such as those of a point. */
    private void publicFields(Class<?> kind, Object value, int depth, StringJoiner open) throws Exception {
        for (Field field : kind.getFields()) {
            if (Modifier.isStatic(field.getModifiers()) || !isOfJava(field.getDeclaringClass())) continue;
            open.add("[" + spend(quoted(field.getName())) + "," + encode(field.get(value), depth + 1) + "]");
        }
    }

    /** An object of a class of the submission: its fields. Private ones count only where both objects have them. */
    private String own(Class<?> kind, Object value, int depth) {
        String head = "[\"object\"," + quoted(nameOf(kind));
        int before = nodes;
        int written = characters;
        int levels = around.size();
        int numbers = numberedOnes.size();
        boolean wasInOwn = isInOwn;
        try {
            if (isFull || isLambda(value)) return head + "]";
            // Of what cannot change, nobody can tell whether it is the same.
            boolean isValue = kind.isRecord() || value instanceof Throwable;
            if (isValue) around.add(value);
            else meet(value);
            isInOwn = true;
            StringJoiner open = new StringJoiner(",");
            StringJoiner closed = new StringJoiner(",");
            boolean isWhole = fields(kind, value, depth, open, field -> kind.isRecord() || !Modifier.isPrivate(field.getModifiers()));
            publicFields(kind, value, depth, open);
            if (value instanceof Throwable) {
                open.add("[\"message\"," + encode(((Throwable) value).getMessage(), depth + 1) + "]");
                open.add("[\"cause\"," + encode(((Throwable) value).getCause(), depth + 1) + "]");
            }
            if (value instanceof Iterable && !(value instanceof Collection) && !(value instanceof Path)) {
                iterated((Iterable<?>) value, depth, open);
            }
            List<?> looked = looked(value, depth, open);
            isWhole &= fields(kind, value, depth, closed, field -> !kind.isRecord() && Modifier.isPrivate(field.getModifiers()));
            String content = "null";
            if (looked != null) content = held(value, looked, depth + 1);
            // One that another object needs is left alone.
            else if (!wasInOwn) content = goneThrough(value, depth + 1);
            boolean isBare = open.length() == 0 && closed.length() == 0 && content.equals("null");
            if (isBare && !isWhole) {
                forget(numbers);
                return head + "]";
            }
            String made = head + "," + textOf(kind, value) + ",[" + open + "],[" + closed + "]," + content;
            return isValue ? made + "]" : numbered(value, made);
        } catch (TooLarge tooLarge) {
            nodes = before;
            characters = written;
            isFull = depth + 1 < MOST_DEPTH;
            forget(numbers);
            return head + "]";
        } catch (Throwable unread) {
            forget(numbers);
            return head + "]";
        } finally {
            isInOwn = wasInOwn;
            while (around.size() > levels) around.remove(around.size() - 1);
        }
    }

    private static boolean isLambda(Object value) {
        return value != null && (value.getClass().isSynthetic() || value.getClass().isHidden());
    }

    /** Adds the fields of the submission's classes; tells whether that is all of them. */
    private boolean fields(Class<?> kind, Object value, int depth, StringJoiner all, Predicate<Field> which) throws Exception {
        boolean isWhole = true;
        for (Class<?> from = kind; from != null && !isOfJava(from); from = from.getSuperclass()) {
            for (Field field : from.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || field.isSynthetic() || !which.test(field)) continue;
                field.setAccessible(true);
                // What a lambda does is not what an object holds.
                if (isLambda(field.get(value))) {
                    isWhole = false;
                    continue;
                }
                String name = isHidden(kind, field) ? from.getSimpleName() + "." + field.getName() : field.getName();
                all.add("[" + spend(quoted(name)) + "," + encode(field.get(value), depth + 1) + "]");
            }
        }
        return isWhole;
    }

    /** Tells whether a class has another field of this name than that of the class from which it is derived. */
    private static boolean isHidden(Class<?> kind, Field field) {
        for (Class<?> from = kind; from != field.getDeclaringClass(); from = from.getSuperclass()) {
            for (Field other : from.getDeclaredFields()) {
                if (other.getName().equals(field.getName()) && !Modifier.isStatic(other.getModifiers())) return true;
            }
        }
        return false;
    }

    /** Adds what an object of the submission gives that can be gone through. */
    private void iterated(Iterable<?> value, int depth, StringJoiner open) throws Exception {
        List<Object> items = new ArrayList<>();
        try {
            Iterator<?> all = value.iterator();
            // It would be used up.
            if (all == value) return;
            while (items.size() < MOST_ITEMS && all.hasNext()) items.add(all.next());
        } catch (Exception | StackOverflowError failure) {
            return;
        }
        open.add("[\"iterator()\"," + items("[\"list\",[", items, depth) + "]");
    }

    /** What the `toString` of a class of the submission gives, as JSON; `null` if it has none or names an address. */
    private String textOf(Class<?> kind, Object value) throws Exception {
        if (kind.isRecord() || isOfJava(kind.getMethod("toString").getDeclaringClass())) return "null";
        try {
            String text = value.toString();
            return text == null || ADDRESS.matcher(text).find() ? "null" : spend(quoted(text));
        } catch (TooLarge tooLarge) {
            throw tooLarge;
        } catch (Exception | StackOverflowError failure) {
            return "null";
        }
    }

    /** Gives an object the next number. */
    private void meet(Object value) {
        numberedOnes.add(value);
        met.put(value, numberedOnes.size());
    }

    /** Takes numbers back, of objects that are not in the answer after all. */
    private void forget(int count) {
        while (numberedOnes.size() > count) met.remove(numberedOnes.remove(numberedOnes.size() - 1));
    }

    private String numbered(Object value, String made) {
        if (!met.containsKey(value)) meet(value);
        return isDraft ? made + "]" : made + "," + met.get(value) + "]";
    }

    private static String typed(String name, String content) {
        return "[\"object\"," + quoted(name) + ",null,[],[]," + content + "]";
    }

    private static String integer(String digits) {
        return "[\"int\",\"" + digits + "\"]";
    }

    private static String real(double number) {
        return String.format("[\"float\",\"%016x\"]", Double.doubleToLongBits(number));
    }

    private String text(String text) {
        return "[\"str\"," + spend(quoted(text)) + "]";
    }

    private String spend(String text) {
        characters += text.length();
        if (characters > MOST_CHARACTERS) throw new TooLarge();
        return text;
    }

    private static String nameOf(Class<?> kind) {
        String name = kind.getSimpleName();
        return name.isEmpty() ? "nameless class" : name.contains("$$Lambda") ? "lambda" : name;
    }

    /** A text as JSON. Lone surrogates, U+D800 to U+DFFF, become U+10D800 to U+10DFFF. */
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int at = 0; at < text.length(); at++) {
            int code = text.codePointAt(at);
            if (code >= 0xD800 && code < 0xE000) code += 0x100000;
            else if (code > 0xFFFF) at++;
            if (code == '"' || code == '\\' || code < ' ' || code == 0x7F) quoted.append(String.format("\\u%04x", code));
            else quoted.appendCodePoint(code);
        }
        return quoted.append('"').toString();
    }
}

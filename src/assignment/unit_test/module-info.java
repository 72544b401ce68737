// The module of the class that runs a test for JUnit: what is private in it stays private, and what is opened to it is opened to it alone.
module yardstick {}

"""Tables: one actor each, with one inbox and one writer."""

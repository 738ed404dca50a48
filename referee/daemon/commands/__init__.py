"""The commands of `junanaho`, one module each: options in, words for people or JSON out. They decide nothing."""
